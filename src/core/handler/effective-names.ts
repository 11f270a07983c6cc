/** Which parameters have an effect at a path. Pure. */

import { RECORD_FORMAT } from '../contract/parameters.ts';
import { allParameters } from '../contract/query.ts';
import { isFormatted, type Target } from '../contract/resolve-path.ts';
import type { Located } from './resolve-request.ts';

/** Names of the parameters that have an effect at a target. */
export function effectiveNames(found: Located | Target): readonly string[] {
  if (found.kind === 'listing') return allParameters(found.listing).map(({ name }) => name);
  if (found.kind === 'legacy') {
    return 'row' in found && found.row.isSearch ? [...(found.listing?.filters.keys() ?? [])] : [];
  }
  return isFormatted(found) ? [RECORD_FORMAT.name] : [];
}

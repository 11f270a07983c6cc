/** Numbers that stand beside runs and catalogs, each the count of a listing. */

import { PAGE_SIZE } from '../../../contract/parameters.ts';
import type { Envelope } from '../../../contract/wire.ts';
import { withParameters } from '../../address.ts';
import type { Core } from '../../core.ts';

/** How many entries a listing has. Rejects as `json` does. */
export async function countOf(core: Core, target: string): Promise<number> {
  return (await core.json<Envelope<unknown>>(withParameters(target, { [PAGE_SIZE.name]: PAGE_SIZE.codec.format(1) })))
    .results_count;
}

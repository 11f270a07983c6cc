/** Counts next to runs and catalogs: the number of entries of a listing. */

import { PAGE_SIZE } from '../../../core/contract/parameters.ts';
import type { Envelope } from '../../../core/contract/wire.ts';
import { withParameters } from '../../address/address.ts';
import type { Core } from '../../host/core.ts';

/** The number of entries in a listing. Rejects like `json`. */
export async function countOf(core: Core, target: string): Promise<number> {
  return (await core.json<Envelope<unknown>>(withParameters(target, { [PAGE_SIZE.name]: PAGE_SIZE.codec.format(1) })))
    .results_count;
}

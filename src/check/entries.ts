/** Reads all entries of a listing, for cases that compare collections. */

import { queryUrl } from '../core/contract/paths.ts';
import type { Envelope } from '../core/contract/wire.ts';
import type { Tools } from './case.ts';
import { queryFor } from './catalogue-sample.ts';

/** All entries that a query of a top-level listing selects. Throws if a page fails. */
export async function entriesOf<Entry>(
  name: string,
  { get, sample }: Tools,
  texts: Readonly<Record<string, string>> = {},
): Promise<Entry[]> {
  const sampled = sample.listings.get(name);
  if (!sampled) return [];
  const entries: Entry[] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const query = queryFor(sampled, texts, { page, pageSize: sample.largestPageSize });
    const body = JSON.parse((await get(queryUrl(query))).body) as Envelope<Entry>;
    entries.push(...body.results);
    pages = body.num_pages;
  }
  return entries;
}

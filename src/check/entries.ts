/** Reads whole listings, and the ids in their entries. */

import type { Collection } from '../core/contract/collection.ts';
import { DEFAULT_PAGE_SIZE } from '../core/contract/parameters.ts';
import { queryUrl, recordPath } from '../core/contract/paths.ts';
import type { Envelope } from '../core/contract/wire.ts';
import { bodyOf, type CaseContext } from './case.ts';
import { queryFor } from './catalogue-sample.ts';

/** All entries of a top-level listing. Throws if a page fails. */
async function readEntries(name: string, { get, sample }: CaseContext): Promise<unknown[]> {
  const sampled = sample.listings.get(name);
  if (!sampled) return [];
  const entries: unknown[] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const query = queryFor(sampled, {}, { page, pageSize: sample.otherPageSize ?? DEFAULT_PAGE_SIZE });
    const body = bodyOf<Envelope<unknown>>(await get(queryUrl(query)));
    entries.push(...body.results);
    pages = body.num_pages;
  }
  return entries;
}

/** True if records of the collection are found by other ids than the one in links. */
export const hasOtherIds = ({ index }: Collection): boolean =>
  index.kind === 'columns' && index.ids?.otherIds !== undefined;

/** The members of an entry or a record that ids are made of. */
interface Named {
  readonly name?: string;
  readonly shortName?: string;
  readonly catalog?: string;
  readonly aliases?: readonly string[];
}

function otherIdsOf({ name, catalog, aliases = [] }: Named): string[] {
  const ofVersion = catalog === undefined ? [] : [`${name}@${catalog}`, `${name}`];
  return [...ofVersion, ...aliases.filter((alias) => alias !== name)];
}

export interface OtherId {
  readonly id: string;
  /** The id of the same record in links. */
  readonly own: string;
}

/** The other ids of the first entry that has any. An id that several records have finds one of them. */
export async function findOtherIds(name: string, context: CaseContext): Promise<OtherId[]> {
  const entries = (await readEntries(name, context)) as readonly Named[];
  const ids = entries.map(otherIdsOf).find(({ length }) => length > 0) ?? [];
  const read = async (id: string): Promise<OtherId> => {
    const record = bodyOf<Named>(await context.get(recordPath(name, id)));
    return { id, own: record.shortName ?? record.name ?? '' };
  };
  return Promise.all(ids.map(read));
}

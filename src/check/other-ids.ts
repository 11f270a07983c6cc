/** Ids that find a record besides the one in links: aliases, and the name of an event, alone or in a catalog. */

import type { Collection } from '../core/contract/collection.ts';
import { DEFAULT_PAGE_SIZE } from '../core/contract/parameters.ts';
import { queryUrl, recordPath } from '../core/contract/paths.ts';
import { OK } from '../core/contract/statuses.ts';
import type { Envelope } from '../core/contract/wire.ts';
import { bodyOf, type CaseContext, type Expectation } from './case.ts';
import { queryFor } from './catalogue-sample.ts';
import { difference, firstFault } from './expect.ts';

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

/** The other ids of the first entry that has any, which may stand for different records of one event. */
async function findOtherIds(name: string, context: CaseContext): Promise<string[]> {
  const entries = (await readEntries(name, context)) as readonly Named[];
  return entries.map(otherIdsOf).find(({ length }) => length > 0) ?? [];
}

/** Expects the same body at the path of another id of a record as at that of its own. */
export const isSameUnderOtherIds =
  (name: string, pathFor: (id: string) => string): Expectation =>
  async (_, context) => {
    for (const id of await findOtherIds(name, context)) {
      const record = bodyOf<Named>(await context.get(recordPath(name, id)));
      const other = await context.get(pathFor(id));
      const same = await context.get(pathFor(record.shortName ?? record.name ?? ''));
      const status = difference(`status with ${id}`, other.status, OK);
      const wrong = firstFault(status, difference(`body with ${id}`, other.body, same.body));
      if (wrong !== null) return wrong;
    }
    return null;
  };

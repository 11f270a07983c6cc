/** Cases for records in each collection, including requests by ids other than the one in links: aliases and event names. */

import type { Collection, Listing } from '../core/contract/collection.ts';
import { catalogVersionId } from '../core/contract/ids.ts';
import { recordLines } from '../core/contract/line-sets.ts';
import { DEFAULT_PAGE_SIZE, RECORD_FORMAT } from '../core/contract/parameters.ts';
import { API_ROOT, queryUrl, recordPath } from '../core/contract/paths.ts';
import { repeatedParameter } from '../core/contract/refusals.ts';
import { OK } from '../core/contract/statuses.ts';
import type { Envelope } from '../core/contract/wire.ts';
import type { Need } from '../hosts/host.ts';
import { bodyOf, type Case, type CaseContext, type Expectation, testCase } from './case.ts';
import { type CatalogueSample, queryFor, readId } from './catalogue-sample.ts';
import { allOf, difference, firstFault, isNotFound, isOk, isRefusal, isWrongCase, sameAs } from './expect.ts';
import { isRecordOf } from './expect-page.ts';
import { hasLinks } from './link-cases.ts';

/** A record, found through an entry in the top-level listing. */
export interface SampledRecord {
  readonly listing: Listing;
  readonly entry: object;
  /** Path below the base URL. */
  readonly path: string;
}

/** One record from each collection that has records. */
export function sampleRecords({ listings }: CatalogueSample): SampledRecord[] {
  return [...listings.values()].flatMap(({ listing, first }) => {
    const { collection, parents } = listing;
    const [entry] = first.results as readonly object[];
    const id = readId(entry);
    if (parents.length > 0 || recordLines(collection) === null || entry === undefined || id === undefined) return [];
    return [{ listing, entry, path: recordPath(collection.name, id) }];
  });
}

function recordCasesOf({ listing, entry, path }: SampledRecord): Case[] {
  const { name } = listing.collection;
  const id = readId(entry) ?? '';
  const lastEncoded = `${path.slice(0, -1)}%${path.charCodeAt(path.length - 1).toString(16)}`;
  const ask = (label: string, end: string, expectation: Expectation, needs: readonly Need[] = []) =>
    testCase(`${name}.record${label}`, `${path}${end}`, expectation, { needs });
  return [
    ask('', '', allOf(isOk, isRecordOf(entry, listing))),
    ask('.links', '', hasLinks),
    ask('.slash', '/', sameAs(path)),
    ask('.format', '?format=json', sameAs(path)),
    ask('.other-parameters', '?page=0&page=0&pagesize=x&start=&detector', sameAs(path)),
    ask('.format.unknown', '?format=xml', isNotFound),
    ask('.format.csv', '?format=csv', isNotFound),
    ask('.format.empty', '?format', isNotFound),
    ask(
      '.format.twice',
      '?format=api&format=json',
      isRefusal(repeatedParameter('format', RECORD_FORMAT.codec.allowed)),
    ),
    ask('.json-ending', '.json', isNotFound, ['file-names']),
    ask('.below', '/x', isNotFound),
    testCase(`${name}.record.encoded`, lastEncoded, sameAs(path), { needs: ['decoding'] }),
    ...(id === id.toLowerCase() ? [] : [testCase(`${name}.record.lower-case`, path.toLowerCase(), isWrongCase(id))]),
    ...(hasOtherIds(listing.collection) ? otherIdCases(name, path) : []),
  ];
}

/** Cases for a record's other ids. The `@` in an id may arrive as `%40`. */
function otherIdCases(name: string, path: string): Case[] {
  const same = (spell: (id: string) => string) => isSameUnderOtherIds(name, (id) => recordPath(name, spell(id)));
  return [
    testCase(`${name}.record.other-ids`, path, same(String)),
    testCase(`${name}.record.other-ids.encoded`, path, same(encodeURIComponent)),
  ];
}

/** Ids that no record has, in the forms that other ids take. */
const UNKNOWN_IDS = ['x', '_', '@', 'x@y', 'x-v0', '/parameters'];

function unknownRecordCases({ collections, listings }: CatalogueSample): Case[] {
  return collections
    .filter((collection) => recordLines(collection) !== null)
    .flatMap(({ name }) => {
      const own = readId(listings.get(name)?.first.results[0]) ?? 'x';
      const likeOwn = ['@', '@UNKNOWN', '-v0'].map((end) => ({ id: `${own}${end}`, label: `ID${end}` }));
      return [...UNKNOWN_IDS.map((id) => ({ id, label: id })), ...likeOwn].map(({ id, label }) =>
        testCase(`not-found ${API_ROOT}/${name}/${label}`, `${API_ROOT}/${name}/${id}`, isNotFound),
      );
    });
}

export function recordCases(sample: CatalogueSample): Case[] {
  return [...sampleRecords(sample).flatMap(recordCasesOf), ...unknownRecordCases(sample)];
}

/** All entries in a top-level listing. Throws an error if a page fails. */
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

/** True if the collection's records can be found by ids other than the one in links. */
export const hasOtherIds = ({ index }: Collection): boolean =>
  index.kind === 'columns' && index.ids?.otherIds !== undefined;

/** The members of an entry or record from which ids are made. */
interface Named {
  readonly name?: string;
  readonly shortName?: string;
  readonly catalog?: string;
  readonly aliases?: readonly string[];
}

function otherIdsOf({ name = '', catalog, aliases = [] }: Named): string[] {
  const ofVersion = catalog === undefined ? [] : [catalogVersionId(name, catalog), name];
  return [...ofVersion, ...aliases.filter((alias) => alias !== name)];
}

/** The other ids for the first entry that has any. They may belong to different records about one event. */
async function findOtherIds(name: string, context: CaseContext): Promise<string[]> {
  const entries = (await readEntries(name, context)) as readonly Named[];
  return entries.map(otherIdsOf).find(({ length }) => length > 0) ?? [];
}

/** Expects the same body under a record's other ids as under its own id. */
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

/** Cases for records of each collection. */

import { type Listing, recordLines } from '../core/contract/collection.ts';
import { API_ROOT, recordPath } from '../core/contract/paths.ts';
import { repeatedParameter } from '../core/contract/refusals.ts';
import { type Case, type Expectation, type Need, testCase } from './case.ts';
import { type CatalogueSample, readId } from './catalogue-sample.ts';
import { allOf, isNotFound, isOk, isRefusal, sameAs } from './expect.ts';
import { isRecordOf } from './expect-page.ts';
import { hasLinks } from './link-cases.ts';
import { hasOtherIds, isSameUnderOtherIds } from './other-ids.ts';

/** A record, found through an entry of the top-level listing. */
export interface SampledRecord {
  readonly listing: Listing;
  readonly entry: object;
  /** Path below the base URL. */
  readonly path: string;
}

/** One record of each collection that has records. */
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
    ask('.format.twice', '?format=api&format=json', isRefusal(repeatedParameter('format', ['api', 'json']))),
    ask('.json-ending', '.json', isNotFound, ['file-names']),
    ask('.below', '/x', isNotFound),
    testCase(`${name}.record.encoded`, lastEncoded, sameAs(path), { needs: ['decoding'] }),
    ...(id === id.toLowerCase() ? [] : [testCase(`${name}.record.lower-case`, path.toLowerCase(), isNotFound)]),
    ...(hasOtherIds(listing.collection) ? otherIdCases(name, path) : []),
  ];
}

/** `@` may arrive as `%40`. */
function otherIdCases(name: string, path: string): Case[] {
  const same = (spell: (id: string) => string) => isSameUnderOtherIds(name, (id) => recordPath(name, spell(id)));
  return [
    testCase(`${name}.record.other-ids`, path, same(String)),
    testCase(`${name}.record.other-ids.encoded`, path, same(encodeURIComponent)),
  ];
}

/** Ids that no record has, like what other ids look like. */
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

/** Cases for records of each collection. */

import { type Listing, recordLines } from '../core/contract/collection.ts';
import { API_ROOT, recordPath } from '../core/contract/paths.ts';
import { repeatedParameter } from '../core/contract/refusals.ts';
import { type Case, type Expectation, testCase } from './case.ts';
import { type CatalogueSample, idOf } from './catalogue-sample.ts';
import { expectationsOf } from './collections/registry.ts';
import { entriesOf } from './entries.ts';
import { all, isNotFound, isOk, isRefusal, sameAs } from './expect.ts';
import { isRecordOf } from './expect-page.ts';
import { hasLinks } from './link-cases.ts';

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
    const id = idOf(entry);
    if (parents.length > 0 || recordLines(collection) === null || entry === undefined || id === undefined) return [];
    return [{ listing, entry, path: recordPath(collection.name, id) }];
  });
}

/** Another id returns the body of one of the records that share it. */
const answersOtherIds =
  (name: string): Expectation =>
  async (_, tools) => {
    const entries = await entriesOf<object>(name, tools);
    const { otherIds } = expectationsOf({ name });
    const named = entries.flatMap((entry) => (otherIds?.(entry) ?? []).map((id) => ({ id, entry })));
    const [id] = named.map((one) => one.id);
    if (id === undefined) return null;
    const { status, body } = await tools.get(recordPath(name, id));
    const bodies = named
      .filter((one) => one.id === id)
      .map(async ({ entry }) => (await tools.get(recordPath(name, idOf(entry) ?? ''))).body);
    return (await Promise.all(bodies)).includes(body) ? null : `${id} has status ${status} and another record`;
  };

function recordCasesOf({ listing, entry, path }: SampledRecord): Case[] {
  const { name } = listing.collection;
  const expectations = expectationsOf(listing.collection);
  const id = idOf(entry) ?? '';
  const lastEncoded = `${path.slice(0, -1)}%${path.charCodeAt(path.length - 1).toString(16)}`;
  return [
    testCase(`${name}.record`, path, all(isOk, isRecordOf(entry, listing))),
    testCase(`${name}.record.links`, path, hasLinks),
    testCase(`${name}.record.slash`, `${path}/`, sameAs(path)),
    testCase(`${name}.record.format`, `${path}?format=json`, sameAs(path)),
    testCase(`${name}.record.other-parameters`, `${path}?page=0&page=0&pagesize=x&start=&detector`, sameAs(path)),
    testCase(`${name}.record.format.unknown`, `${path}?format=xml`, isNotFound),
    testCase(`${name}.record.format.csv`, `${path}?format=csv`, isNotFound),
    testCase(`${name}.record.format.empty`, `${path}?format`, isNotFound),
    testCase(
      `${name}.record.format.twice`,
      `${path}?format=api&format=json`,
      isRefusal(repeatedParameter('format', ['api', 'json'])),
    ),
    testCase(`${name}.record.json-ending`, `${path}.json`, isNotFound, { needs: ['file-names'] }),
    testCase(`${name}.record.below`, `${path}/x`, isNotFound),
    testCase(`${name}.record.encoded`, lastEncoded, sameAs(path), { needs: ['decoding'] }),
    ...(id === id.toLowerCase() ? [] : [testCase(`${name}.record.lower-case`, path.toLowerCase(), isNotFound)]),
    ...(expectations.otherIds ? [testCase(`${name}.record.other-id`, path, answersOtherIds(name))] : []),
  ];
}

/** Ids that do not exist, for every collection with records. */
function unknownRecordCases({ collections }: CatalogueSample): Case[] {
  const withRecords = collections.filter((collection) => recordLines(collection) !== null);
  return withRecords.flatMap(({ name }) =>
    ['x', '_', 'x@y', '@'].map((id) =>
      testCase(`not-found ${API_ROOT}/${name}/${id}`, recordPath(name, id), isNotFound),
    ),
  );
}

export function recordCases(sample: CatalogueSample): Case[] {
  return [...sampleRecords(sample).flatMap(recordCasesOf), ...unknownRecordCases(sample)];
}

/** Checks pages and their entries against the collection's definition and the response schemas, and creates the cases for a listing. */

import type { Collection, Filter, Listing } from '../core/contract/collection.ts';
import type { Condition } from '../core/contract/conditions.ts';
import { queryLink } from '../core/contract/paths.ts';
import type { AppliedFilter, Query } from '../core/contract/query.ts';
import { type Envelope, STRAIN_FILE_DURATION_S } from '../core/contract/wire.ts';
import { entryLines } from '../core/listing/compose.ts';
import type { Need } from '../hosts/host.ts';
import { type BodySchema, entrySchema, pageSchema, recordSchema } from '../responses/response-schemas.ts';
import { bodyOf, type Case, type Expectation, testCase } from './case.ts';
import { queryFor, type SampledListing } from './catalogue-sample.ts';
import { allOf, difference, firstFault, hasJson, isOk } from './expect.ts';

type Interval = readonly [start: number, stop: number];

/** Checks the names and order of an object's members, including nested objects. */
function checkMembers(value: object, { properties = {}, required = [] }: BodySchema): string | null {
  const given = Object.keys(properties).filter((name) => name in value || required.includes(name));
  const inner = Object.entries(value).flatMap(([name, list]) => {
    const item = properties[name]?.items;
    return item?.properties && Array.isArray(list) ? list.map((one: object) => checkMembers(one, item)) : [];
  });
  return firstFault(difference('members', Object.keys(value), given), ...inner);
}

function checkEntry(entry: unknown, schema: BodySchema): string | null {
  if (!schema.properties) return difference('type of an entry', typeof entry, 'string');
  return typeof entry === 'object' && entry !== null ? checkMembers(entry, schema) : 'an entry is not an object';
}

/** An entry's members by name. Their types are unknown, because the site may be wrong. */
type Values = Readonly<Record<string, unknown>>;

/** The member that holds the value of a condition's column. It has the column's name, possibly with a unit (`sample_rate_kHz`). */
function findMember(condition: Condition, collection: string): string | undefined {
  if (!('column' in condition)) return undefined;
  const members = Object.keys(entrySchema(collection).properties ?? {});
  const { column } = condition;
  return members.find((name) => name === column) ?? members.find((name) => name.startsWith(`${column}_`));
}

/** The member that a filter compares, or undefined. */
function memberOf({ codec, match }: Filter, { name }: Collection): string | undefined {
  const sample = codec.parse(codec.allowed?.[0] ?? '0');
  return sample === undefined ? undefined : findMember(match(sample), name);
}

/** True if entries may have values that a finite filter does not accept: a few event strain files last 2048 s. */
export function hasOtherValues(filter: Filter, collection: Collection): boolean {
  const member = memberOf(filter, collection);
  const values = member === undefined ? [] : (entrySchema(collection.name).properties?.[member]?.enum ?? []);
  return values.some((value) => filter.codec.parse(String(value)) === undefined);
}

/** The spelling of a filter value that selects this entry; undefined if no member has the filtered value. */
export function textThatSelects(entry: unknown, filter: Filter, collection: Collection): string | undefined {
  const { codec } = filter;
  const member = memberOf(filter, collection);
  const value = member === undefined ? undefined : codec.parse(String((entry as Values)[member]));
  return value === undefined ? undefined : codec.format(value);
}

/** The interval that an entry covers, in GPS seconds. An entry that has no interval of its own is a strain file. */
export function intervalOf(entry: unknown, { isInterval }: Collection): Interval {
  const { start, stop, gps_start = 0 } = entry as { start: number; stop: number; gps_start?: number };
  return isInterval ? [start, stop] : [gps_start, gps_start + STRAIN_FILE_DURATION_S];
}

/** True if the filter may have selected the entry, or if no member shows whether it did. */
function isSelected(entry: unknown, { codec }: Filter, { condition, text }: AppliedFilter, collection: Collection) {
  const { test } = condition;
  if (test === 'intervalStart' || test === 'intervalStop') {
    const [from, to] = intervalOf(entry, collection);
    const { value } = condition;
    // Segments are clipped to the requested interval.
    if (collection.isInterval) return from < to && (test === 'intervalStart' ? from >= value : to <= value);
    return test === 'intervalStart' ? to > value : from <= value;
  }
  const member = findMember(condition, collection.name);
  // An event version in a cumulative catalog names its own catalog instead, and no entry shows whether it is the highest.
  if (member === undefined || test === 'isOneOf' || test === 'isHighest') return true;
  const value = (entry as Values)[member];
  if (test === 'atLeast') return Number(value) >= condition.value;
  if (test === 'atMost') return Number(value) <= condition.value;
  if (test === 'contains') return String(value).toLowerCase().includes(condition.value);
  const parsed = codec.parse(String(value));
  return parsed !== undefined && codec.format(parsed) === text;
}

/** Checks that a filter may have selected all entries. */
function checkFilter({ listing }: Query, name: string, applied: AppliedFilter, entries: readonly unknown[]) {
  const filter = listing.filters.get(name) as Filter;
  const isRight = entries.every((entry) => isSelected(entry, filter, applied, listing.collection));
  return isRight ? null : `entries that ${name}=${applied.text} does not select`;
}

/** Matches GPS times that are not written to one decimal place; parsing JSON would lose the decimal. */
const OTHER_GPS = /"gps":(?!-?\d+\.\d[,}])/;

/** True if the first entry may come before the second, according to their collection's definition. */
export function isInOrder({ sortedBy }: Collection, before: unknown, after: unknown): boolean {
  for (const key of sortedBy?.split(' ') ?? []) {
    const isDescending = key.startsWith('-');
    const [a, b] = [before, after].map((entry) => (entry as Values)[isDescending ? key.slice(1) : key] as number);
    if (a !== b) return (a as number) < (b as number) !== isDescending;
  }
  // No two entries have the same value for every key, so a tie is wrong. If there are no keys, the order cannot be checked.
  return sortedBy === undefined;
}

/** The expected number of selected entries. */
type Count = number | ((count: number) => boolean);

/** Expects a page of a listing: checks the envelope, links, length and every entry. */
export function isPage(query: Query, count?: Count): Expectation {
  const { pageSize, page } = query;
  const lines = entryLines(query);
  const schema = entrySchema(lines);
  const { collection } = query.listing;
  const isCount = (found: number): boolean => (typeof count === 'function' ? count(found) : found === count);
  const look: Expectation = (answer, { sample }) => {
    const body = bodyOf<Envelope<unknown>>(answer);
    const link = (number: number) =>
      `${sample.linkBaseUrl}/${queryLink({ ...query, page: number }, sample.linkFormat)}`;
    const pages = Math.ceil(body.results_count / pageSize);
    const expected = Math.max(0, Math.min(pageSize, body.results_count - (page - 1) * pageSize));
    const { results } = body;
    return firstFault(
      difference('members', Object.keys(body), Object.keys(pageSchema(lines).properties ?? {})),
      difference('next', body.next, page < pages ? link(page + 1) : null),
      difference('previous', body.previous, page > 1 ? link(page - 1) : null),
      difference('results_per_page', body.results_per_page, pageSize),
      difference('num_pages', body.num_pages, pages),
      difference('page_number', body.page_number, page),
      count === undefined || isCount(body.results_count) ? null : `results_count: ${body.results_count}`,
      difference('number of results', results.length, expected),
      ...results.map((entry) => checkEntry(entry, schema)),
      ...[...query.filters].map(([name, applied]) => checkFilter(query, name, applied, results)),
      results.slice(1).every((after, index) => isInOrder(collection, results[index], after))
        ? null
        : 'entries are out of order',
      OTHER_GPS.test(answer.body) ? 'a gps is not written with one decimal' : null,
    );
  };
  return allOf(isOk, look);
}

/** Expects a record with all its members, and with the same values as its entry. */
export function isRecordOf(entry: object, { collection }: Listing): Expectation {
  return hasJson<Values>((record) =>
    firstFault(
      checkEntry(record, recordSchema(collection.name)),
      ...Object.entries(entry)
        .filter(([name]) => name in record)
        .map(([name, value]) => difference(name, record[name], value)),
    ),
  );
}

/** Spellings of filter values, by filter name. */
export type FilterTexts = Readonly<Record<string, string>>;

export const spellQuery = (texts: FilterTexts): string =>
  Object.entries(texts)
    .map(([name, text]) => `${name}=${text}`)
    .join('&');

/** Creates cases for a listing. `id` and `query` are appended to the listing's own id and path. */
export type Ask = (id: string, query: string, expect: Expectation, needs?: readonly Need[]) => Case;

export const askAbout =
  ({ listing, path }: SampledListing): Ask =>
  (id, query, expect, needs = []) =>
    testCase(`${listing.path}${id}`, `${path}${query}`, expect, { needs });

/** A case for the first page of entries that filters select. */
export function selectCase(sampled: SampledListing, id: string, texts: FilterTexts, count?: Count): Case {
  return askAbout(sampled)(id, `?${spellQuery(texts)}`, isPage(queryFor(sampled, texts), count));
}

/** Checks pages and their entries against the collection's definition and expectations. */

import type { Collection, Filter, Listing } from '../core/contract/collection.ts';
import { queryLink } from '../core/contract/paths.ts';
import type { AppliedFilter, Query } from '../core/contract/query.ts';
import type { Envelope } from '../core/contract/wire.ts';
import { type BodySchema, entrySchema, pageSchema, recordSchema } from '../fs/response-schemas.ts';
import type { Expectation } from './case.ts';
import { expectationsOf } from './collections/registry.ts';
import { all, difference, first, hasJson, isOk } from './expect.ts';

type Interval = readonly [start: number, stop: number];

/** Checks names and order of an object's members, including nested objects. */
function checkMembers(value: object, { properties = {}, required = [] }: BodySchema): string | null {
  const given = Object.keys(properties).filter((name) => name in value || required.includes(name));
  const inner = Object.entries(value).flatMap(([name, list]) => {
    const item = properties[name]?.items;
    return item?.properties && Array.isArray(list) ? list.map((one: object) => checkMembers(one, item)) : [];
  });
  return first(difference('members', Object.keys(value), given), ...inner);
}

function checkEntry(entry: unknown, schema: BodySchema): string | null {
  if (!schema.properties) return difference('type of an entry', typeof entry, 'string');
  return typeof entry === 'object' && entry !== null ? checkMembers(entry, schema) : 'an entry is no object';
}

/** The line set that a query shows. */
function linesOf({ listing, filters }: Query): string {
  const variants = [...filters.values()].map(({ condition }) =>
    condition.test === 'variant' ? condition.lines : null,
  );
  return variants.find((lines) => lines !== null) ?? listing.collection.name;
}

/** The members of an entry by name: entries come from a site that may be wrong. */
type Values = Readonly<Record<string, unknown>>;

/** True if an entry with this value is among those that the filter selects. */
function isMatch({ codec }: Filter, { condition, text }: AppliedFilter, value: unknown): boolean {
  const { test } = condition;
  if (test === 'atLeast') return Number(value) >= condition.value;
  if (test === 'atMost') return Number(value) <= condition.value;
  if (test === 'contains') return String(value).toLowerCase().includes(condition.value);
  const parsed = codec.parse(String(value));
  return parsed !== undefined && codec.format(parsed) === text;
}

/** True if an interval is among those that the filter selects: what is clipped lies within the requested one. */
function isWithin(test: 'intervalStart' | 'intervalStop', value: number, isClipped: boolean, [from, to]: Interval) {
  if (test === 'intervalStart') return isClipped ? from >= value : to > value;
  return isClipped ? to <= value && from < to : from <= value;
}

/** Checks that a filter can have selected the entries. */
function checkFilter<Entry>({ listing }: Query, name: string, given: AppliedFilter, entries: readonly Entry[]) {
  const { collection, filters } = listing;
  const { isSelected, intervalOf, ...expected } = expectationsOf(collection);
  const shownBy: Readonly<Record<string, string>> = expected.shownBy ?? {};
  const { condition, text } = given;
  const [filter, member] = [filters.get(name), shownBy[name]];
  if (condition.test === 'variant') return null;
  const wrong = `entries that ${name}=${text} does not select`;
  if (condition.test === 'intervalStart' || condition.test === 'intervalStop') {
    if (!intervalOf) return `no expectation says what "${name}" selects`;
    const { test, value } = condition;
    return entries.every((entry) => isWithin(test, value, !!collection.isInterval, intervalOf(entry))) ? null : wrong;
  }
  if (filter && member && condition.test !== 'isOneOf') {
    return entries.every((entry) => isMatch(filter, given, (entry as Values)[member])) ? null : wrong;
  }
  if (!isSelected) return `no expectation says what "${name}" selects`;
  return isSelected(entries, name, text) ? null : wrong;
}

/** True if one entry may come before the other, by the definition of their collection. */
export function isInOrder({ sortedBy }: Collection, before: unknown, after: unknown): boolean {
  for (const key of sortedBy ?? []) {
    const isDescending = key.startsWith('-');
    const [a, b] = [before, after].map((entry) => (entry as Values)[isDescending ? key.slice(1) : key] as number);
    if (a !== b) return (a as number) < (b as number) !== isDescending;
  }
  // Entries that show their order differ.
  return sortedBy === undefined;
}

/** Expects a page of a listing: checks envelope, links, length and every entry. */
export function isPage(query: Query, count?: number | ((count: number) => boolean)): Expectation {
  const { pageSize, page } = query;
  const lines = linesOf(query);
  const schema = entrySchema(lines);
  const { collection } = query.listing;
  const isCount = (found: number): boolean => (typeof count === 'function' ? count(found) : found === count);
  const look: Expectation = (answer, tools) =>
    hasJson<Envelope<unknown>>((body) => {
      const link = (number: number) => `${tools.sample.linkBaseUrl}/${queryLink({ ...query, page: number })}`;
      const pages = Math.ceil(body.results_count / pageSize);
      const expected = Math.max(0, Math.min(pageSize, body.results_count - (page - 1) * pageSize));
      const { results } = body;
      return first(
        difference('members', Object.keys(body), Object.keys(pageSchema(lines).properties ?? {})),
        difference('next', body.next, page < pages ? link(page + 1) : null),
        difference('previous', body.previous, page > 1 ? link(page - 1) : null),
        difference('results_per_page', body.results_per_page, pageSize),
        difference('num_pages', body.num_pages, pages),
        difference('page_number', body.page_number, page),
        count === undefined || isCount(body.results_count) ? null : `results_count: ${body.results_count}`,
        difference('number of results', results.length, expected),
        ...results.map((entry) => checkEntry(entry, schema)),
        ...[...query.filters].map(([name, given]) => checkFilter(query, name, given, results)),
        results.slice(1).every((after, index) => isInOrder(collection, results[index], after))
          ? null
          : 'entries are not in order',
        expectationsOf(collection).lookAt?.(answer.body) ?? null,
      );
    })(answer, tools);
  return all(isOk, look);
}

/** Expects a record with all its members, and with the same values as its entry. */
export function isRecordOf(entry: object, { collection }: Listing): Expectation {
  return hasJson<object>((record) => {
    const shared = Object.entries(record).filter(([name]) => name in entry);
    return first(
      checkEntry(record, recordSchema(collection.name)),
      difference('members of the entry', Object.fromEntries(shared), pick(entry, Object.keys(record))),
    );
  });
}

/** Picks members of an object, in this order. */
function pick(object: object, names: readonly string[]): object {
  const given = object as Readonly<Record<string, unknown>>;
  return Object.fromEntries(names.filter((name) => name in given).map((name) => [name, given[name]]));
}

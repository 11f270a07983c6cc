/** Checks pages and their entries against the collection's definition and expectations. */

import { type Listing, recordLines } from '../core/contract/collection.ts';
import { queryLink } from '../core/contract/paths.ts';
import type { Query } from '../core/contract/query.ts';
import type { Envelope } from '../core/contract/wire.ts';
import type { Expectation } from './case.ts';
import { type Expectations, INNER_MEMBERS, OPTIONAL_MEMBERS } from './collections/expectations.ts';
import { all, difference, first, hasJson, isOk } from './expect.ts';

const ENVELOPE = ['next', 'previous', 'results_count', 'results_per_page', 'num_pages', 'page_number', 'results'];

/** Checks names and order of an object's members, including nested objects. */
function checkMembers(object: object, expected: readonly string[]): string | null {
  const given = expected.filter((name) => name in object || !OPTIONAL_MEMBERS.includes(name));
  const inner = Object.entries(object).flatMap(([name, value]) => {
    const members = INNER_MEMBERS[name];
    return members && Array.isArray(value) ? value.map((item: object) => checkMembers(item, members)) : [];
  });
  return first(difference('members', Object.keys(object), given), ...inner);
}

function checkEntry(entry: unknown, expected: readonly string[] | undefined): string | null {
  if (expected === undefined) return 'no expectation names the members of these entries';
  if (expected.length === 0) return difference('type of an entry', typeof entry, 'string');
  return typeof entry === 'object' && entry !== null ? checkMembers(entry, expected) : 'an entry is no object';
}

/** The line set that a query shows. */
function linesOf({ listing, filters }: Query): string {
  const shown = [...filters.values()].map(({ condition }) => (condition.test === 'shows' ? condition.lines : null));
  return shown.find((lines) => lines !== null) ?? listing.collection.name;
}

function checkFilters<Entry>(query: Query, expectations: Expectations<Entry>, entries: readonly Entry[]) {
  return [...query.filters].map(([name, { text, condition }]) => {
    if (condition.test === 'shows') return null;
    if (!expectations.isSelected) return `no expectation says what "${name}" selects`;
    return expectations.isSelected(entries, name, text) ? null : `entries that ${name}=${text} does not select`;
  });
}

/** Expects a page of a listing: checks envelope, links, length and every entry. */
export function isPage<Entry>(
  query: Query,
  expectations: Expectations<Entry>,
  count?: number | ((count: number) => boolean),
): Expectation {
  const { pageSize, page } = query;
  const isInOrder = (before: Entry, after: Entry): boolean => expectations.isInOrder?.(before, after) ?? true;
  const isCount = (found: number): boolean => (typeof count === 'function' ? count(found) : found === count);
  const look: Expectation = (answer, tools) =>
    hasJson<Envelope<Entry>>((body) => {
      const link = (number: number) => `${tools.sample.linkBaseUrl}/${queryLink({ ...query, page: number })}`;
      const pages = Math.ceil(body.results_count / pageSize);
      const expected = Math.max(0, Math.min(pageSize, body.results_count - (page - 1) * pageSize));
      const { results } = body;
      return first(
        difference('members', Object.keys(body), ENVELOPE),
        difference('next', body.next, page < pages ? link(page + 1) : null),
        difference('previous', body.previous, page > 1 ? link(page - 1) : null),
        difference('results_per_page', body.results_per_page, pageSize),
        difference('num_pages', body.num_pages, pages),
        difference('page_number', body.page_number, page),
        count === undefined || isCount(body.results_count) ? null : `results_count: ${body.results_count}`,
        difference('number of results', results.length, expected),
        ...results.map((entry) => checkEntry(entry, expectations.members[linesOf(query)])),
        ...checkFilters(query, expectations, results),
        results.slice(1).every((after, index) => isInOrder(results[index] as Entry, after))
          ? null
          : 'entries are not in order',
        expectations.lookAt?.(answer.body) ?? null,
      );
    })(answer, tools);
  return all(isOk, look);
}

/** Expects a record with all its members, and with the same values as its entry. */
export function isRecordOf(entry: object, { collection }: Listing, { members }: Expectations<unknown>): Expectation {
  return hasJson<object>((record) => {
    const shared = Object.entries(record).filter(([name]) => name in entry);
    return first(
      checkEntry(record, members[recordLines(collection) ?? '']),
      difference('members of the entry', Object.fromEntries(shared), pick(entry, Object.keys(record))),
    );
  });
}

/** Picks members of an object, in this order. */
function pick(object: object, names: readonly string[]): object {
  const given = object as Readonly<Record<string, unknown>>;
  return Object.fromEntries(names.filter((name) => name in given).map((name) => [name, given[name]]));
}

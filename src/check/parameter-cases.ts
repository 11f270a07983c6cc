/** Cases for one listing's parameters, by type: values, repetition, the order of failures, and decoding. Also cases for its CSV. */

import { parse } from 'csv-parse/sync';
import { FALSE_SPELLINGS, type Kind, TRUE_SPELLINGS } from '../core/contract/codecs.ts';
import type { Listing } from '../core/contract/collection.ts';
import { CSV_TYPE } from '../core/contract/headers.ts';
import {
  CSV_FORMAT,
  DEFAULT_PAGE_SIZE,
  MAX_PAGE_SIZE,
  PAGE_SIZE,
  type Parameter,
  RECORD_FORMAT,
} from '../core/contract/parameters.ts';
import { withFormat } from '../core/contract/paths.ts';
import { allParameters } from '../core/contract/query.ts';
import {
  INVALID_PAGE,
  invalidValue,
  malformedEncoding,
  NOT_FOUND,
  repeatedParameter,
  unknownRangeFilter,
} from '../core/contract/refusals.ts';
import { OK } from '../core/contract/statuses.ts';
import type { Envelope } from '../core/contract/wire.ts';
import type { Need } from '../hosts/host.ts';
import { bodyOf, type Case, type Expectation } from './case.ts';
import { type CatalogueSample, queryFor, type SampledListing } from './catalogue-sample.ts';
import { difference, firstFault, isRefusal, sameAs } from './expect.ts';
import { askAbout, isPage, selectCase } from './expect-page.ts';

/** Invalid values for each parameter type. Names in the data cannot be words such as `all` (docs/errors.md, D121). */
const BAD_TEXTS: Readonly<Record<Kind, readonly string[]>> = {
  'GPS second': ['', 'x', '1.', '1.5', '9007199254740992', '-9007199254740992'],
  integer: ['', '0', '000', '-1', '1.0', 'x'],
  enum: ['', '-', 'all', '_', '..', '8', '04', '4.0', 'h1', 'xml', '33'],
  list: ['', '-', 'all', '_', '..'],
  flag: ['TRUE', '2', 'yes', 'last', 'all', 'parameters', 'bare'],
  number: ['', 'x', '1e', '.', '1e400'],
  text: [],
};

/** Expects the refusal for an invalid value. `page` and `format` have their own refusals. */
const refusedValue = ({ name, codec }: Parameter): Expectation =>
  isRefusal(invalidValue(name, codec.expected, codec.allowed));

/** Creates a case whose id is its query. */
type AskQuery = (query: string, expectation: Expectation, needs?: readonly Need[]) => Case;

function badValueCases(listing: Listing, parameters: readonly Parameter[], ask: AskQuery): Case[] {
  return parameters.flatMap((parameter) => {
    const { name, codec } = parameter;
    const isRange = listing.rangeFilters.includes(name);
    const tooLong = codec.maxLength === undefined ? [] : ['x'.repeat(codec.maxLength + 1)];
    const texts = isRange ? BAD_TEXTS[codec.kind].slice(0, 2) : [...BAD_TEXTS[codec.kind], ...tooLong];
    return texts
      .filter((text) => codec.parse(text) === undefined)
      .map((text) => ask(`${name}=${text}`, refusedValue(parameter)));
  });
}

/** Cases with several failures. Only the first is reported, in this order: repeated parameter, format, page size, filters, page. */
function orderCases(listing: Listing, path: string, ask: AskQuery): Case[] {
  const finite = [...listing.filters.values()].filter(({ codec }) => codec.allowed);
  return [
    ask('page=1&page=1&format=xml', isRefusal(repeatedParameter('page'))),
    ask('format=xml&pagesize=0', isRefusal(NOT_FOUND)),
    ask('page=0&pagesize=0', refusedValue(PAGE_SIZE)),
    ...finite.flatMap((filter) => [
      ask(`${filter.name}=-&pagesize=0`, refusedValue(PAGE_SIZE)),
      ask(`${filter.name}=-&page=0`, refusedValue(filter)),
    ]),
    // Misspelt parameter names.
    ask('Page=2&page_=2&xpage=2&page%5B%5D=2', sameAs(path), ['decoding']),
    ask('Page=2&page_=2&xpage=2&constructor&__proto__=1', sameAs(path)),
  ];
}

function decodingCases(path: string, ask: AskQuery): Case[] {
  const needs = ['decoding'] as const;
  return [
    ask('page=%31', sameAs(path), needs),
    ask('p%61ge=1&format=%61pi', sameAs(path), needs),
    ask('x=%zz&y=%', sameAs(path), needs),
    ask('pagesize=+20', refusedValue(PAGE_SIZE), needs),
    ask('pagesize=%zz', isRefusal(malformedEncoding('pagesize')), needs),
  ];
}

/** Cases for spellings of flags and lists. */
function spellingCases(sampled: SampledListing): Case[] {
  const { listing, path } = sampled;
  const ask = askAbout(sampled);
  return [...listing.filters.values()].flatMap(({ name, codec }) => {
    const of = (label: string, query: string, same: string) => ask(`.${name}${label}`, `?${query}`, sameAs(same));
    if (codec.kind === 'flag') {
      const isTrue = `${path}?${name}=true`;
      return [
        of('.bare', name, isTrue),
        ...TRUE_SPELLINGS.map((text) => of(`=${text}`, `${name}=${text}`, isTrue)),
        ...FALSE_SPELLINGS.map((text) => of(`=${text}`, `${name}=${text}`, path)),
      ];
    }
    if (codec.kind === 'enum') {
      // Other spellings of a value, even in capitals, mean the same.
      const spellings = (codec.allowed ?? []).flatMap((text) => [text, text.toUpperCase()]);
      return spellings.flatMap((text) => {
        const value = codec.parse(text);
        const canonical = value === undefined ? text : codec.format(value);
        return canonical === text ? [] : [of(`=${text}`, `${name}=${text}`, `${path}?${name}=${canonical}`)];
      });
    }
    if (codec.kind === 'text') return [of('.empty', `${name}=`, path)];
    const [one, two] = codec.allowed ?? [];
    if (codec.kind !== 'list' || one === undefined || two === undefined) return [];
    const both = `${path}?${name}=${one},${two}`;
    return [
      selectCase(sampled, `.${name}.two`, { [name]: `${one},${two}` }),
      of('.comma-encoded', `${name}=${one}%2C${two}`, both),
      of('.other-order', `${name}=${two},${one},${two}`, both),
      ask(`.${name}.empty-element`, `?${name}=${one},`, isRefusal(invalidValue(name, codec.expected, codec.allowed))),
    ];
  });
}

/** Cases for unknown `min-` and `max-` names, which are refused in listings with range filters, and ignored elsewhere. */
function rangeCases(sampled: SampledListing): Case[] {
  const { listing, path } = sampled;
  const { rangeFilters } = listing;
  const ask = askAbout(sampled);
  if (rangeFilters.length === 0) return [ask('.range.ignored', '?min-what=1', sameAs(path))];
  const [least = '', most = ''] = rangeFilters;
  return [
    ask('.range.unknown', '?min-what=1', isRefusal(unknownRangeFilter('min-what', rangeFilters))),
    selectCase(sampled, '.range.empty', { [least]: '2', [most]: '1' }, 0),
  ];
}

export function parameterCases(sampled: SampledListing, { otherPageSize }: CatalogueSample): Case[] {
  const { listing, path } = sampled;
  const ask: AskQuery = (query, ...rest) => askAbout(sampled)(`?${query}`, `?${query}`, ...rest);
  const ofSize = (size: number) => isPage(queryFor(sampled, {}, { pageSize: size }));
  return [
    ...badValueCases(listing, [...listing.filters.values(), PAGE_SIZE], ask),
    ...allParameters(listing).map(({ name, codec }) =>
      ask(`${name}=1&x&${name}=1`, isRefusal(repeatedParameter(name, codec.allowed))),
    ),
    ...['0', '', 'x', '-1', '1.0', '1e0', '999999999', '9'.repeat(300)].map((text) =>
      ask(`page=${text}`, isRefusal(INVALID_PAGE)),
    ),
    ...['', 'xml', 'JSON', 'api,json'].map((text) => ask(`format=${text}`, isRefusal(NOT_FOUND))),
    ...(RECORD_FORMAT.codec.allowed ?? []).map((text) => ask(`format=${text}`, sameAs(path))),
    ask(`format=${CSV_FORMAT}&page=1`, isTableOf(path)),
    ask('page=01', sameAs(path)),
    ask(`pagesize=0${DEFAULT_PAGE_SIZE}`, sameAs(path)),
    ask(`pagesize=${MAX_PAGE_SIZE + 1}`, sameAs(`${path}?pagesize=${MAX_PAGE_SIZE}`)),
    ask('pagesize=7', ofSize(7)),
    ...(otherPageSize === null ? [] : [ask(`pagesize=${otherPageSize}&page=1`, ofSize(otherPageSize))]),
    ...orderCases(listing, path, ask),
    ...decodingCases(path, ask),
    ...spellingCases(sampled),
    ...rangeCases(sampled),
  ];
}

type Entry = string | Readonly<Record<string, unknown>>;

/** The expected text in a cell; null for lists of objects. */
function cellOf(value: unknown): string | null {
  if (value === null || value === undefined) return '';
  if (!Array.isArray(value)) return String(value);
  return value.some((item) => typeof item === 'object') ? null : value.join('|');
}

/** The difference between a row and an entry; the spelling of numbers may differ. */
function rowFault(row: Readonly<Record<string, string>>, entry: Entry): string | null {
  const members = typeof entry === 'string' ? { name: entry } : entry;
  for (const [name, value] of Object.entries(members)) {
    const cell = cellOf(value);
    if (cell === null) continue;
    const isSame = typeof value === 'number' ? Number(row[name]) === value : row[name] === cell;
    if (!isSame) return `${name}: ${row[name]}, expected ${cell}`;
  }
  return null;
}

/** Expects the first page of the listing at a path, as CSV. */
const isTableOf =
  (path: string): Expectation =>
  async (answer, { get, sample }) => {
    const page = bodyOf<Envelope<Entry>>(await get(path));
    const type = answer.headers['content-type']?.toLowerCase();
    const wrong = firstFault(difference('status', answer.status, OK), difference('Content-Type', type, CSV_TYPE));
    if (wrong !== null) return wrong;
    const links = answer.headers.link ?? '';
    const isLinked = links.includes(`<${withFormat(`${sample.linkBaseUrl}/${path}`, 'csv')}&page=1>; rel="first"`);
    const rows = parse(answer.body, { columns: true }) as Record<string, string>[];
    return firstFault(
      isLinked ? null : `Link: ${links}`,
      difference('next', links.includes('rel="next"'), page.next !== null),
      difference('rows', rows.length, page.results.length),
      ...page.results.map((entry, n) => rowFault(rows[n] ?? {}, entry)),
    );
  };

/**
 * How rewrite rules read a request: patterns for the text as the client wrote it, and the path segment that each makes.
 *
 * Whatever is not understood becomes a segment that begins with "!", a character that no file of a site has in its path: so
 * no spelling can lead to a file that does not answer it. Values are joined to paths only after a pattern has checked their
 * characters. Patterns need no look-around, and refer back to a group only where a host is said to be able to. Pure.
 */

import { FALSE_SPELLINGS, TRUE_SPELLINGS } from '../../contract/codecs.ts';
import type { Filter, Listing } from '../../contract/collection.ts';
import {
  FORMAT,
  looksLikeRangeFilter,
  PAGE,
  PAGE_SIZE,
  RANGE_BOUNDS,
  RECORD_FORMAT,
} from '../../contract/parameters.ts';
import { MAX_ID_LENGTH } from '../../contract/paths.ts';
import { ALLOWED_METHODS, NAMED_METHODS } from '../../contract/refusals.ts';

/** A value read from a request: that of the first pattern that matches. `$1` in it is the pattern's group. */
export interface Reading {
  readonly name: string;
  /** What is read: the request target or its query, both as they were sent, or the method. */
  readonly of: 'target' | 'query' | 'method';
  readonly rows: readonly { readonly pattern: string; readonly value: string }[];
  readonly otherwise: string;
}

export interface PatternOptions {
  /** True where patterns may refer back to a group, which finds range filters that are given twice. */
  readonly backreferences: boolean;
  /** Pattern of what stands before the target where it is read as part of a longer text. Default: nothing. */
  readonly beforeTarget?: string;
}

/** A path segment that is safe to join: no separator, no "..", not too long for a file system. */
export const SEGMENT = `[A-Za-z0-9_-][A-Za-z0-9._@-]{0,${MAX_ID_LENGTH - 1}}`;
const ARCHIVE_SEGMENT = '(?:[.]{0,2}[A-Za-z0-9_-][A-Za-z0-9._-]*|[.]{3}[A-Za-z0-9._-]*)';
/** Segments that are not "." or "..". */
export const ARCHIVE_PATH = `${ARCHIVE_SEGMENT}(?:/${ARCHIVE_SEGMENT})*`;

/** What stands in a path for a value that could not be read. */
export const INVALID = '!invalid';
export const NOT_ENUMERATED = '!other';
/** What is joined to a path to make it miss. */
export const ENCODED = '/!encoded';
export const UNTIDY = '/!untidy';
export const REFUSED = '/!refused';
/** A format that listings have and files have not. */
export const OTHER_FORMAT = '/!format';

/** Anything that needs decoding, but for %2C. */
export const ENCODED_QUERY = '%(?:[^2]|2[^Cc]|2?$)|[+]';

const START = '(?:^|&)';
const END = '(?:&|$)';
const AFTER_NAME = '(?:=|&|$)';

export const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const oneOf = (texts: readonly string[]): string => `(?:${texts.map(escapePattern).join('|')})`;

/** A parameter that is given, with or without a value. `name` is a pattern. */
export const given = (name: string): string => `${START}${name}${AFTER_NAME}`;
/** A parameter whose name begins so. */
export const givenAny = (beginning: string): string => `${START}${beginning}`;
export const givenTwice = (name: string, again = name): string =>
  `${START}${name}(?:=[^&]*)?&(?:.*&)?${again}${AFTER_NAME}`;
const hasValue = (name: string, value: string): string => `${START}${name}=${value}${END}`;

/** Usable as part of a variable's name in any host's language. */
export const readingName = (...names: readonly string[]): string => names.join('_').replace(/[-.]/g, '_');

type Rows = readonly (readonly [pattern: string, value: string])[];

function reading(name: string, of: Reading['of'], rows: Rows, otherwise: string): Reading {
  return { name, of, rows: rows.map(([pattern, value]) => ({ pattern, value })), otherwise };
}

/** Mark of a method that is not GET or HEAD. */
export const methodMark = (method: string): string => `/!${method}`;
export const OTHER_METHOD = methodMark('other');
const [GET, HEAD, OPTIONS] = ALLOWED_METHODS;
export const OPTIONS_METHOD = methodMark(OPTIONS);

export const METHOD_READING = reading(
  'method',
  'method',
  [
    [`^(?:${GET}|${HEAD})$`, ''],
    ...[OPTIONS, ...NAMED_METHODS].map((method) => [`^${method}$`, methodMark(method)] as const),
  ],
  OTHER_METHOD,
);

/** What may stand before the path in a target: scheme and authority of an absolute URL, which nobody looks at (RFC 9112, 3.2.2). */
export const TARGET_ORIGIN = '(?:[A-Za-z][A-Za-z0-9+.-]*://[^/? ]*)?';

/**
 * The path is tidy where a host's own normalising does not change it; of encodings all hosts decode that of "@" alike. `before`
 * is the pattern of what stands before the target in the text that the host reads, which ends at a blank.
 */
export function targetReading({ before }: { readonly before: string }): Reading {
  const path = `^${before}${TARGET_ORIGIN}/[^? ]*`;
  return reading(
    'target',
    'target',
    [
      [`${path}%(?:[^4]|4[^0]|4?$)`, ENCODED],
      // No target has a fragment; programs differ in what they make of one.
      [`^${before}[^ ]*#`, ENCODED],
      [`^${before}${TARGET_ORIGIN}(?:/[^? ]*)?/(?:/|[.][.]?(?:[/? ]|$))`, UNTIDY],
    ],
    '',
  );
}

/** For hosts that read the target alone. */
export const TARGET_READING = targetReading({ before: '' });

export const FORMAT_READING = reading(
  readingName(FORMAT.name),
  'query',
  [
    [hasValue(FORMAT.name, oneOf(RECORD_FORMAT.codec.allowed ?? [])), ''],
    [hasValue(FORMAT.name, oneOf(FORMAT.codec.allowed ?? [])), OTHER_FORMAT],
    [given(FORMAT.name), REFUSED],
  ],
  '',
);

/** Leading zeros do not change a number; one with more digits than these has no file. */
export const PAGE_SIZE_READING = reading(
  readingName(PAGE_SIZE.name),
  'query',
  [
    [hasValue(PAGE_SIZE.name, '0*([1-9][0-9]{0,3})'), '$1'],
    [hasValue(PAGE_SIZE.name, '0*[1-9][0-9]*'), NOT_ENUMERATED],
    [given(PAGE_SIZE.name), INVALID],
  ],
  String(PAGE_SIZE.default),
);

export const PAGE_READING = reading(
  readingName(PAGE.name),
  'query',
  [
    [hasValue(PAGE.name, '0*([1-9][0-9]{0,8})'), '$1'],
    [given(PAGE.name), INVALID],
  ],
  String(PAGE.default),
);

/** For records and the root: encoding, and the format given twice. */
export const RECORD_READING = reading(
  'record',
  'query',
  [[`${ENCODED_QUERY}|${givenTwice(FORMAT.name)}`, REFUSED]],
  '',
);

function flagRows({ name, default: preset, segment }: Filter, isConfigured: boolean): Rows {
  const spelled = (spellings: readonly string[]) => {
    const values = `=${oneOf(spellings)}`;
    return `${START}${name}${spellings.includes('') ? `(?:${values})?` : values}${END}`;
  };
  const folder = (value: boolean) => {
    if (value === preset) return segment?.absent ?? '';
    return isConfigured ? (segment?.present ?? String(value)) : NOT_ENUMERATED;
  };
  return [
    [spelled(TRUE_SPELLINGS), folder(true)],
    [spelled(FALSE_SPELLINGS), folder(false)],
    [given(name), INVALID],
  ];
}

/** Which names exist is for the files to say: a value that has no folder is invalid. */
function nameRows({ name, codec, segment }: Filter, isConfigured: boolean): Rows {
  const rows: Rows = [
    // The word that stands for "no filter" in paths is no value of a filter.
    [hasValue(name, escapePattern(segment?.absent ?? '')), INVALID],
    [hasValue(name, `(${SEGMENT})`), isConfigured ? '$1' : NOT_ENUMERATED],
    [given(name), INVALID],
  ];
  return codec.kind === 'list' ? [[hasValue(name, '[^&]*(?:,|%2[Cc])[^&]*'), NOT_ENUMERATED], ...rows] : rows;
}

/** Reads a filter into its folder. `key` names the listing. */
export function filterReading(key: string, filter: Filter, isConfigured: boolean): Reading {
  const rows = filter.codec.kind === 'flag' ? flagRows(filter, isConfigured) : nameRows(filter, isConfigured);
  return reading(readingName(key, filter.name), 'query', rows, filter.segment?.absent ?? '');
}

/** Names of range filters that begin with one bound; which of them exist is the data's affair. */
export const rangePattern = (bound: string): string => `${bound}-[a-z0-9-]*`;

/** What no file of a listing answers, whatever else the query says: encoding, names given twice, filters without a folder. */
export function guardReading(key: string, listing: Listing, { backreferences }: PatternOptions): Reading {
  const filters = [...listing.filters.values()].filter(({ name }) => !looksLikeRangeFilter(name));
  const unfoldered = filters.filter(({ segment }) => !segment).map(({ name }) => `${name}${AFTER_NAME}`);
  const ranges = listing.rangeFilters.length > 0 ? RANGE_BOUNDS.map((bound) => `${bound}-`) : [];
  const never = [...unfoldered, ...ranges];
  const unanswered = never.length > 0 ? `${ENCODED_QUERY}|${START}(?:${never.join('|')})` : ENCODED_QUERY;
  const foldered = filters.filter(({ segment }) => segment).map(({ name }) => name);
  const known = [...foldered, PAGE_SIZE.name, PAGE.name, FORMAT.name];
  const repeated = backreferences ? [givenTwice(`(${known.join('|')})`, '\\1')] : known.map((name) => givenTwice(name));
  const rows = [unanswered, ...repeated].map((pattern) => [pattern, REFUSED] as const);
  return reading(readingName(key), 'query', rows, '');
}

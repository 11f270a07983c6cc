/**
 * Request variables: how rewrite rules read a request. Each has patterns for the raw text and turns it into a path segment.
 *
 * Anything that is not understood becomes a segment that starts with "!". No path in a site contains this character, so unexpected input
 * can never select a file. Values only become part of paths after a pattern has checked their characters. Patterns use no look-around,
 * and back references only on hosts that support them. Pure.
 */

import { spellingsOf } from '../../core/contract/codec-patterns.ts';
import type { Filter, Listing } from '../../core/contract/collection.ts';
import { MAX_ID_LENGTH } from '../../core/contract/ids.ts';
import {
  FORMAT,
  looksLikeRangeFilter,
  nameRangeFilter,
  PAGE,
  PAGE_SIZE,
  type Parameter,
  RANGE_BOUNDS,
  type RangeBound,
  RECORD_FORMAT,
} from '../../core/contract/parameters.ts';
import { pathFilters } from '../../core/contract/paths.ts';
import { ALLOWED_METHODS, NAMED_METHODS, OTHER_METHOD_BODY } from '../../core/contract/refusals.ts';

/** A value read from a request: that of the first matching pattern. `$1` stands for the pattern's group. */
export interface RequestVariable {
  readonly name: string;
  /** The source: the raw request target, its query, or the method. */
  readonly of: 'target' | 'query' | 'method';
  readonly rows: readonly { readonly pattern: string; readonly value: string }[];
  readonly fallback: string;
}

/** What the patterns of a host can do. */
export interface PatternOptions {
  /** True if the host supports back references, which find repeated range filters. */
  readonly backreferences: boolean;
  /** Pattern for the text before the target if the host reads it as part of a longer text. Default: nothing. */
  readonly beforeTarget?: string;
}

/** A path segment that is safe to join: no separator, no "..", not too long for a file system. */
export const SEGMENT = `[A-Za-z0-9_-][A-Za-z0-9._@-]{0,${MAX_ID_LENGTH - 1}}`;
const ARCHIVE_SEGMENT = '(?:[.]{0,2}[A-Za-z0-9_-][A-Za-z0-9._-]*|[.]{3}[A-Za-z0-9._-]*)';
/** Segments that are not "." or "..". */
export const ARCHIVE_PATH = `${ARCHIVE_SEGMENT}(?:/${ARCHIVE_SEGMENT})*`;

/** Path segments for values that could not be read. */
export const INVALID = '!invalid';
export const NOT_ENUMERATED = '!other';
/** Miss markers: parts of a path that no file has, so that a refusal is chosen. */
export const ENCODED = '/!encoded';
export const UNTIDY = '/!untidy';
export const REFUSED = '/!refused';
/** A format of listings that no file has. */
export const OTHER_FORMAT = '/!format';

/** Anything that needs decoding, except %2C. */
export const ENCODED_QUERY = '%(?:[^2]|2[^Cc]|2?$)|[+]';

const START = '(?:^|&)';
const END = '(?:&|$)';
const AFTER_NAME = '(?:=|&|$)';

/** Matches a parameter, with or without a value. `name` is a pattern. */
export const given = (name: string): string => `${START}${name}${AFTER_NAME}`;
/** Matches a parameter whose name starts with the pattern `beginning`. */
export const givenAny = (beginning: string): string => `${START}${beginning}`;
/** Matches a parameter that is given twice. `again` is the pattern of the second name, such as a back reference. */
export const givenTwice = (name: string, again = name): string =>
  `${START}${name}(?:=[^&]*)?&(?:.*&)?${again}${AFTER_NAME}`;
/** Matches a parameter with a value; without "=" its value is empty. `value` is a pattern. */
function hasValue(name: string, value: string): string {
  const mayBeEmpty = new RegExp(`^(?:${value})$`).test('');
  return `${START}${name}${mayBeEmpty ? `(?:=${value})?` : `=${value}`}${END}`;
}

/** Turns a name into one that can be part of a variable name on all hosts. */
export const variableName = (...names: readonly string[]): string => names.join('_').replace(/[-.]/g, '_');

type Rows = readonly (readonly [pattern: string, value: string])[];

function variable(name: string, of: RequestVariable['of'], rows: Rows, fallback: string): RequestVariable {
  return { name, of, rows: rows.map(([pattern, value]) => ({ pattern, value })), fallback };
}

/** A row for each spelling of a parameter's values. `valueFor` turns the canonical spelling into the variable's value. */
function valueRows<T>(
  { name, codec }: Pick<Parameter<T>, 'name' | 'codec'>,
  valueFor: (canonical: string) => string,
): [pattern: string, value: string][] {
  return spellingsOf(codec).map(({ pattern, canonical }) => [hasValue(name, pattern), valueFor(canonical)]);
}

const [GET, HEAD, OPTIONS] = ALLOWED_METHODS;
/** Markers of methods that are not GET or HEAD. */
export const OPTIONS_METHOD = `/!${OPTIONS}`;
export const OTHER_METHOD = '/!method';

/** Empty for GET and HEAD; a miss marker for any other method. */
export const METHOD_VARIABLE = variable(
  'method',
  'method',
  [
    [`^(?:${GET}|${HEAD})$`, ''],
    [`^${OPTIONS}$`, OPTIONS_METHOD],
  ],
  OTHER_METHOD,
);

/** The name of the body that refuses the method. */
export const METHOD_BODY_VARIABLE = variable(
  'method_body',
  'method',
  NAMED_METHODS.map((method) => [`^${method}$`, method] as const),
  OTHER_METHOD_BODY,
);

/** Optional scheme and authority of an absolute URL before the path; they are ignored (RFC 9112, 3.2.2). */
export const TARGET_ORIGIN = '(?:[A-Za-z][A-Za-z0-9+.-]*://[^/? ]*)?';

/**
 * The path is `tidy` if normalising does not change it. The only encoding accepted is that of "@", which all hosts decode alike. `before`
 * is the pattern for the text before the target, which ends at a space.
 */
export function targetVariable({ before }: { readonly before: string }): RequestVariable {
  const path = `^${before}${TARGET_ORIGIN}/[^? ]*`;
  return variable(
    'target',
    'target',
    [
      [`${path}%(?:[^4]|4[^0]|4?$)`, ENCODED],
      // Targets must not have a fragment, and programs treat one differently.
      [`^${before}[^ ]*#`, ENCODED],
      [`^${before}${TARGET_ORIGIN}(?:/[^? ]*)?/(?:/|[.][.]?(?:[/? ]|$))`, UNTIDY],
    ],
    '',
  );
}

/** For hosts that read just the target. */
export const TARGET_VARIABLE = targetVariable({ before: '' });

/** Empty for JSON; a miss marker for CSV and for formats that do not exist. */
export const FORMAT_VARIABLE = variable(
  variableName(FORMAT.name),
  'query',
  [...valueRows(RECORD_FORMAT, () => ''), ...valueRows(FORMAT, () => OTHER_FORMAT), [given(FORMAT.name), REFUSED]],
  '',
);

/** The folder of the page size. */
export const PAGE_SIZE_VARIABLE = variable(
  variableName(PAGE_SIZE.name),
  'query',
  [
    ...valueRows(PAGE_SIZE, (canonical) => canonical),
    // More digits than any enumerated page size.
    [hasValue(PAGE_SIZE.name, '0*[1-9][0-9]*'), NOT_ENUMERATED],
    [given(PAGE_SIZE.name), INVALID],
  ],
  String(PAGE_SIZE.default),
);

/** The name of the page file, without its extension. */
export const PAGE_VARIABLE = variable(
  variableName(PAGE.name),
  'query',
  [...valueRows(PAGE, (canonical) => canonical), [given(PAGE.name), INVALID]],
  String(PAGE.default),
);

/** For records and the root: detects encoding and a repeated format. */
export const RECORD_VARIABLE = variable(
  'record',
  'query',
  [[`${ENCODED_QUERY}|${givenTwice(FORMAT.name)}`, REFUSED]],
  '',
);

function flagRows(filter: Filter, isConfigured: boolean): Rows {
  const { name, codec, default: preset } = filter;
  const part = (canonical: string) => {
    if (preset !== null && canonical === codec.format(preset)) return '';
    return isConfigured ? `.${name}` : NOT_ENUMERATED;
  };
  return [...valueRows({ name, codec }, part), [given(name), INVALID]];
}

/** Existing files decide which values exist: one without a file is invalid. */
function nameRows({ name, codec }: Filter, isConfigured: boolean): Rows {
  const rows: Rows = [
    // Until the rules know every filter's name, no value with a dot before a lower-case letter is looked for.
    [
      hasValue(name, '([A-Za-z0-9@_-]+(?:[.][A-Z0-9@_-][A-Za-z0-9@_-]*)*)'),
      isConfigured ? `.${name}-$1` : NOT_ENUMERATED,
    ],
    [hasValue(name, SEGMENT), NOT_ENUMERATED],
    [given(name), INVALID],
  ];
  return codec.kind === 'list' ? [[hasValue(name, '[^&]*(?:,|%2[Cc])[^&]*'), NOT_ENUMERATED], ...rows] : rows;
}

/** Maps a filter to its folder name. `key` names the listing. */
export function filterVariable(key: string, filter: Filter, isConfigured: boolean): RequestVariable {
  const rows = filter.codec.kind === 'flag' ? flagRows(filter, isConfigured) : nameRows(filter, isConfigured);
  return variable(variableName(key, filter.name), 'query', rows, '');
}

/** Matches names of range filters with one bound, whether the data have such a parameter or not. */
export const rangePattern = (bound: RangeBound): string => nameRangeFilter(bound, '[a-z0-9-]*');

/** Detects queries that no file of a listing answers: with encoding, repeated names, or filters without a folder. */
export function unanswerableVariable(
  key: string,
  listing: Listing,
  { backreferences }: PatternOptions,
): RequestVariable {
  const filters = [...listing.filters.values()].filter(({ name }) => !looksLikeRangeFilter(name));
  const possible = pathFilters(listing).map(({ name }) => name);
  const withoutFolder = filters
    .filter(({ name }) => !possible.includes(name))
    .map(({ name }) => `${name}${AFTER_NAME}`);
  const ranges = listing.rangeFilters.length > 0 ? RANGE_BOUNDS.map((bound) => nameRangeFilter(bound, '')) : [];
  const never = [...withoutFolder, ...ranges];
  const unanswered = never.length > 0 ? `${ENCODED_QUERY}|${START}(?:${never.join('|')})` : ENCODED_QUERY;
  const known = [...possible, PAGE_SIZE.name, PAGE.name, FORMAT.name];
  const repeated = backreferences ? [givenTwice(`(${known.join('|')})`, '\\1')] : known.map((name) => givenTwice(name));
  const rows = [unanswered, ...repeated].map((pattern) => [pattern, REFUSED] as const);
  return variable(variableName(key), 'query', rows, '');
}

/**
 * Defines how hosts with rewrite rules answer a request, for the emitters, which write these rules in the host's syntax:
 *
 * 1. Regular expressions read the request into variables, which are the same for every listing. They contain no listing names and no
 *    values. A variable is "/~", which never occurs in a site's paths, if no file can answer the request.
 * 2. The variables are joined to the paths of files (`ANSWERS`), and the first existing file is sent. `{method}` and `{odd}` come before
 *    each path, so that requests with another method and odd targets get no file.
 * 3. If there is no such file, an upstream answers. Without an upstream, the first matching line applies:
 *    - odd target: 400
 *    - no file or folder of `KNOWN` exists: 400 if there may be an answer (`FOR_HANDLERS`), otherwise 404
 *    - OPTIONS: 204; any method but GET and HEAD: 405
 *    - path of the data archive: 302
 *    - the folder for this page size exists, so the page does not: 404
 *    - any other query: 400
 */

import { ARCHIVE_ROOTS, ARCHIVED_ENDING } from '../../core/contract/archive-paths.ts';
import { pathOfUrl } from '../../core/contract/base-url.ts';
import { FALSE_WORDS, TRUE_WORDS } from '../../core/contract/codecs.ts';
import { DOWNLOAD_FOLDER } from '../../core/contract/downloads.ts';
import { FILES, isFolder } from '../../core/contract/files.ts';
import type { Filter } from '../../core/contract/filters.ts';
import { EVENT_ROOT, LEGACY_ROOTS } from '../../core/contract/legacy-paths.ts';
import { looksLikeRangeFilter, RANGE_BOUNDS } from '../../core/contract/parameter-forms.ts';
import { FORMAT, PAGE, PAGE_SIZE, type PresetParameter, RECORD_FORMAT } from '../../core/contract/parameters.ts';
import { API_ROOT, DOCS_NAME, OPENAPI_NAMES, OPENAPI_PATH } from '../../core/contract/paths.ts';
import { HOME_BODY_PATH, HOME_PATH, PATH_VALUE, ROOT_BODY_PATH } from '../../core/contract/site-paths.ts';
import { LEGACY_ROWS } from '../../core/legacy/legacy.ts';
import type { HostSettings } from '../host.ts';
import { HASHED_FOLDERS } from './own-paths.ts';
import { anyOf, escapePattern } from './patterns.ts';
import { splitFilters } from './split-filters.ts';
import { type Dialect, NO_FILE, type PatternRow, type RequestRules, type Variable } from './variables.ts';

/** Matches any of these parameters, with or without a value. */
const given = (...names: readonly string[]): string => `&${anyOf(names)}[=&]`;
const isFlag = ({ codec }: Filter): boolean => codec.kind === 'flag';

/** The name of the variable for a filter. */
export const variableName = (filter: string): string => filter.replaceAll('-', '_');

/** The variable for a filter. A boolean has many spellings; any other value has one spelling, and is valid if page files exist for it. */
function filterVariable(filter: Filter, dialect: Dialect): Variable {
  const { name } = filter;
  const plain: PatternRow = isFlag(filter)
    ? [`&${name}(=(${TRUE_WORDS.join('|')})?)?&`, `.${name}`]
    : [`&${name}=(${PATH_VALUE})&`, `.${name}-$1`];
  const isFalse: readonly PatternRow[] = isFlag(filter) ? [[`&${name}=${anyOf(FALSE_WORDS)}&`, '']] : [];
  return {
    name: variableName(name),
    source: 'query',
    about: isFlag(filter) ? '".NAME" if it is true' : '".NAME-VALUE"',
    rows: dialect === 'PCRE' ? [plain] : [plain, ...isFalse, [given(name), NO_FILE]],
    otherwise: '',
  };
}

/** Patterns for values that have no files. They need lookahead; RE2 has none, so in RE2 each variable has its own row for such values. */
function misspelled(filters: readonly Filter[]): string[] {
  const flags = filters.filter(isFlag).map(({ name }) => name);
  const valued = filters.filter((filter) => !isFlag(filter)).map(({ name }) => name);
  const boolean = `(?:=${anyOf([...TRUE_WORDS, ...FALSE_WORDS])}?)?`;
  return [
    ...(valued.length === 0 ? [] : [`&${anyOf(valued)}(?!=${PATH_VALUE}&)[=&]`]),
    ...(flags.length === 0 ? [] : [`&${anyOf(flags)}(?!${boolean}&)[=&]`]),
  ];
}

/** Divides alternatives among patterns. `maxLength` leaves room on a line for the rest of the pattern and for its value. */
function divide(alternatives: readonly string[], maxLength: number): string[][] {
  const patterns: string[][] = [];
  for (const one of alternatives) {
    const fitting = patterns.find((some) => [...some, one].join('|').length <= maxLength);
    if (fitting === undefined) patterns.push([one]);
    else fitting.push(one);
  }
  return patterns;
}

/** Patterns for parameters that are given twice. */
function repeated(names: readonly string[], dialect: Dialect): string[] {
  const twice = names.map((name) => (dialect === 'PCRE' ? name : `${name}[=&](?:.*&)?${name}`));
  const patterns = divide(twice, dialect === 'PCRE' ? 70 : 85);
  if (dialect === 'PCRE') return patterns.map((some) => `&(${some.join('|')})[=&](?:.*&)?\\1[=&]`);
  return patterns.map((some) => `&${anyOf(some)}[=&]`);
}

/** The variable for a page size or a page. Other values need a row, because the default would replace them. */
function numberVariable({ name, default: preset }: Pick<PresetParameter<number>, 'name' | 'default'>): Variable {
  return {
    name,
    source: 'query',
    about: `the number, without leading zeros, or "${NO_FILE}"`,
    rows: [
      [`&${name}=0*([1-9]\\d*)&`, '$1'],
      [given(name), NO_FILE],
    ],
    otherwise: String(preset),
  };
}

/** The variable for queries that no file can answer. `others`: filters that have no page files. */
function unreadVariable(filters: readonly Filter[], others: readonly string[], dialect: Dialect): Variable {
  const names = filters.map(({ name }) => name);
  const formats = anyOf(RECORD_FORMAT.codec.allowed ?? []);
  const patterns = [
    '[%+#]|[^!-~]',
    ...repeated([...names, PAGE_SIZE.name, PAGE.name, FORMAT.name], dialect),
    `${given(...others.filter((name) => !looksLikeRangeFilter(name)))}|&${anyOf(RANGE_BOUNDS)}-`,
    ...(dialect === 'PCRE' ? [...misspelled(filters), `&${FORMAT.name}(?!=${formats}&)[=&]`] : []),
  ];
  const isJson: readonly PatternRow[] = [
    [`&${FORMAT.name}=${formats}&`, ''],
    [given(FORMAT.name), NO_FILE],
  ];
  return {
    name: 'unread',
    source: 'query',
    about: `"${NO_FILE}" for escapes, filters without files, repetitions, other formats`,
    rows: [...patterns.map((pattern): PatternRow => [pattern, NO_FILE]), ...(dialect === 'RE2' ? isJson : [])],
    otherwise: '',
  };
}

const ABOUT_FILES = 'files at the path, for what a request handler may know, outside the API';
const SEGMENT = '/\\w[\\w.@-]*';

/** Patterns for the beginnings of the older interfaces' paths that have no files. Unlike a name, a time begins with a digit. */
function legacyComputed(): string[] {
  const computed = LEGACY_ROWS.filter(({ hasFiles }) => !hasFiles);
  const starts = new Set(computed.map(({ pattern }) => pattern.replace(/\{start\}.*/, '-?\\d').replace(/\{.*/, '')));
  return [...starts].filter((start) => ![...starts].some((other) => other !== start && start.startsWith(other)));
}

/** Match paths that only request handlers answer: the documentation, and computed responses of the older interfaces. */
const computedPaths = (base: string, isLegacy: boolean): string[] =>
  divide([`${API_ROOT}/${DOCS_NAME}`, ...(isLegacy ? legacyComputed() : [])], 80).map(
    (some) => `^${escapePattern(base)}/${anyOf(some)}`,
  );

/** Documents, records and the older interfaces' responses are single files; everything else in the API is a listing. */
function pathVariables(base: string, isLegacy: boolean): Variable[] {
  const at = `^${escapePattern(base)}`;
  const api = `/${API_ROOT}`;
  const single = FILES.filter((row) => !isFolder(row)).map(({ path }) => escapePattern(path));
  const variable = (name: string, about: string, ...rows: readonly PatternRow[]): Variable => {
    return { name, source: 'path', about, rows, otherwise: '' };
  };
  return [
    variable('path', 'the path in the API, without a final slash', [`${at}(${api}(?:${SEGMENT})*)/?$`, '$1']),
    variable(
      'record',
      ABOUT_FILES,
      [`${at}${api}/?$`, `/${ROOT_BODY_PATH}`],
      [`${at}${api}/${anyOf(OPENAPI_NAMES.map(escapePattern))}/?$`, `/${OPENAPI_PATH}`],
      [`${at}(${api}${SEGMENT}${SEGMENT})/?$`, '$1.json'],
      ...(isLegacy ? [[`${at}(/${anyOf(LEGACY_ROOTS)}(?:${SEGMENT})+)/?$`, '$1.json'] as const] : []),
    ),
    variable(
      'handler',
      ABOUT_FILES,
      // Every site has a home page.
      ...computedPaths(base, isLegacy).map((pattern): PatternRow => [pattern, `/${HOME_PATH}`]),
      // A record below it may exist under another id, and a catalog's name may be short for another one's.
      [`${at}(${anyOf(isLegacy ? [api, `/${EVENT_ROOT}`] : [api])}${SEGMENT}${SEGMENT})/.`, '$1.json'],
    ),
    variable(
      'file',
      ABOUT_FILES,
      [`${at}/${base === '' ? '?' : ''}$`, `/${HOME_BODY_PATH}`],
      [`${at}(/${anyOf(HASHED_FOLDERS)}/[\\w-]+[.][a-z]+|/${DOWNLOAD_FOLDER}/[a-z.-]+)$`, '$1'],
      [`${at}(/${anyOf(single)})$`, '$1'],
    ),
  ];
}

/**
 * Matches targets that no path of a file has; only "@" may be percent-encoded. A method may precede the target, and an origin, which is
 * ignored (RFC 9112, 3.2.2).
 */
export const ODD_TARGET = '^(?:[^ /]+ )?[^? ]*(?:%(?:[^4]|4[^0]|4?$)|^//|[^:]//|/[.]|#)';

/** Matches the methods for which files are served. */
export const FILE_METHODS = '(?:GET|HEAD)';

const ABOUT_REFUSED = `"${NO_FILE}" for a path that no file has, and for methods other than GET and HEAD`;

const ODD: Variable = {
  name: 'odd',
  source: 'target',
  about: ABOUT_REFUSED,
  rows: [[ODD_TARGET, NO_FILE]],
  otherwise: '',
};

const METHOD: Variable = {
  name: 'method',
  source: 'method',
  about: ABOUT_REFUSED,
  rows: [[`^${FILE_METHODS}$`, '']],
  otherwise: NO_FILE,
};

function archiveVariable(base: string): Variable {
  const archived = `/${anyOf(ARCHIVE_ROOTS)}(?:/[\\w-][\\w.-]*)+${ARCHIVED_ENDING}/?`;
  const rows: readonly PatternRow[] = [[`^${escapePattern(base)}(${archived})$`, '$1']];
  return { name: 'archive', source: 'path', about: 'the path of a file in the data archive', rows, otherwise: '' };
}

/** The files that can answer a request, tried in this order: a page, a record, and a file outside the API. */
export const ANSWERS = { page: '{pages}/{page}.json', record: '{unread}{record}', file: '{file}' } as const;
/** If one of these exists, the path exists for any query; so do the paths of the data archive. */
export const KNOWN = { files: ['{record}', '{file}'], folder: '{path}/_' } as const;
/** If this file exists, the path may exist for a request handler. */
export const FOR_HANDLERS = '{handler}';

/** Creates the rules for a site. */
export function requestRules(settings: HostSettings, dialect: Dialect): RequestRules {
  const { enumerate, archiveUrl, upstream, legacyInterfaces } = settings;
  const base = pathOfUrl(settings.baseUrl);
  const { filters: enumerated, others } = splitFilters(enumerate);
  const filters = enumerated.map((filter) => filterVariable(filter, dialect));
  return {
    filters,
    variables: [
      ...filters,
      numberVariable(PAGE_SIZE),
      numberVariable(PAGE),
      unreadVariable(enumerated, others, dialect),
      ...pathVariables(base, legacyInterfaces),
      ...(upstream === null && archiveUrl !== null ? [archiveVariable(base)] : []),
      ODD,
      METHOD,
    ],
    pages: `{unread}{path}/_${filters.map(({ name }) => `{${name}}`).join('')}/{${PAGE_SIZE.name}}`,
  };
}

/**
 * How hosts with rewrite rules read a request: with regular expressions, the same ones for every listing. A host joins what they give to
 * the path of a file; if there is none, it refuses the request or passes it on.
 *
 * So the rules know no listing and no value: filters that have files, page size and page become parts of a path, and whatever is not
 * understood becomes "~", which no path in a site contains. Patterns are in the common part of PCRE and RE2. Pure.
 */

import { createCollections } from '../../core/collections/registry.ts';
import { ARCHIVE_ROOTS } from '../../core/contract/archive-paths.ts';
import { ASSET_FOLDER, ASSET_TYPES } from '../../core/contract/assets.ts';
import { FALSE_SPELLINGS, TRUE_SPELLINGS } from '../../core/contract/codecs.ts';
import { allListings, type Filter } from '../../core/contract/collection.ts';
import { DOWNLOAD_FOLDER, DOWNLOAD_TYPES } from '../../core/contract/downloads.ts';
import {
  HTML_TYPE,
  PACK_CACHE_CONTROL,
  PACK_TYPE,
  POINTER_CACHE_CONTROL,
  TEXT_TYPE,
} from '../../core/contract/headers.ts';
import { byCodeUnit } from '../../core/contract/order.ts';
import {
  FORMAT,
  looksLikeRangeFilter,
  PAGE,
  PAGE_SIZE,
  type PresetParameter,
  RANGE_BOUNDS,
  RECORD_FORMAT,
} from '../../core/contract/parameters.ts';
import {
  API_ROOT,
  DOCUMENT_NAMES,
  HOME_BODY_PATH,
  MANIFEST_PATH,
  OPENAPI_PATH,
  PACK_FOLDER,
  PART_FOLDER,
  pathFilters,
  RELEASE_PATH,
  ROBOTS_PATH,
  ROOT_BODY_PATH,
} from '../../core/contract/paths.ts';
import { pathOfUrl } from '../../core/handler/release.ts';
import type { HostSettings } from '../host.ts';

/** What no file's path contains. */
const NO_FILE = '~';

/** A part of a path: the value of the first row whose pattern matches, else `fallback`. `$1` stands for a group of the pattern. */
export interface Variable {
  readonly name: string;
  /** The raw query, the decoded path, or the raw target, before which the method may stand. */
  readonly of: 'query' | 'path' | 'target';
  readonly rows: readonly (readonly [pattern: string, value: string])[];
  readonly fallback: string;
}

/** What emitters write in the syntax of their hosts. In paths, `{name}` stands for a variable. */
export interface RequestRules {
  /** Variables of the query, then of the target, then of the path. */
  readonly variables: readonly Variable[];
  /** Files that answer API requests, in this order, and the one outside the API. */
  readonly answers: readonly string[];
  readonly file: string;
  /** If this folder exists, the path is a listing; if that one does, it has pages of this size. */
  readonly listing: string;
  readonly pageSize: string;
  /** If one of these files exists, so does the path, whatever the query. */
  readonly known: readonly string[];
  /** If this file exists, the path is that of a record, or below one: perhaps under another of its ids. */
  readonly parent: string;
}

const START = '(?:^|&)';
const END = '(?:&|$)';
/** A parameter, with or without a value. */
const given = (name: string): string => `${START}${name}(?:=|&|$)`;
const oneOf = (texts: readonly string[]): string => (texts.length === 1 ? String(texts[0]) : `(?:${texts.join('|')})`);
const variableName = (name: string): string => name.replaceAll('-', '_');
const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '[$&]');

/** Booleans have many spellings; other values have one, and whether there is such a value, its files tell. */
function filterVariable({ name, codec }: Filter): Variable {
  const [, ...spelled] = TRUE_SPELLINGS;
  const rows =
    codec.kind === 'flag'
      ? ([
          [`${START}${name}(?:=${oneOf(spelled)}?)?${END}`, `.${name}`],
          [`${START}${name}=${oneOf(FALSE_SPELLINGS)}${END}`, ''],
          [given(name), NO_FILE],
        ] as const)
      : ([[`${START}${name}=([\\w.@-]+)${END}`, `.${name}-$1`]] as const);
  return { name: variableName(name), of: 'query', rows, fallback: '' };
}

function numberVariable({ name, default: preset }: PresetParameter<number>): Variable {
  const rows = [
    [`${START}${name}=0*([1-9][0-9]{0,8})${END}`, '$1'],
    [given(name), NO_FILE],
  ] as const;
  return { name: variableName(name), of: 'query', rows, fallback: String(preset) };
}

/** A parameter that is given twice. Without back references (RE2) there is a pattern for each name. */
function repeated(names: readonly string[], hasBackReferences: boolean): string[] {
  const twice = (name: string, again: string) => `${START}${name}(?:=[^&]*)?&(?:.*&)?${again}(?:=|&|$)`;
  return hasBackReferences ? [twice(`(${names.join('|')})`, '\\1')] : names.map((name) => twice(name, name));
}

/** Queries that need decoding, repeat a parameter, or have one that no file answers. */
function unreadVariable(filters: readonly Filter[], others: readonly string[], hasBackReferences: boolean): Variable {
  const names = filters.map(({ name }) => name);
  const valued = filters.filter(({ codec }) => codec.kind !== 'flag').map(({ name }) => name);
  const refused = [
    '[%+#]|[^!-~]',
    ...repeated([...names, PAGE_SIZE.name, PAGE.name, FORMAT.name], hasBackReferences),
    given(oneOf(others.filter((name) => !looksLikeRangeFilter(name)))),
    `${START}${oneOf(RANGE_BOUNDS)}-`,
    // No value, or one with other characters; and values that read like another filter.
    ...(valued.length === 0 ? [] : [`${START}${oneOf(valued)}=?(?:&|$|[^&]*[^&\\w.@=-]|[^&]*=[^&]*=)`]),
    ...(names.length === 0 ? [] : [`=[^&]*[.]${oneOf(names)}`]),
  ].map((pattern) => [pattern, NO_FILE] as const);
  const json = `${START}${FORMAT.name}=${oneOf(RECORD_FORMAT.codec.allowed ?? [])}${END}`;
  return { name: 'unread', of: 'query', rows: [...refused, [json, ''], [given(FORMAT.name), NO_FILE]], fallback: '' };
}

const SEGMENT = '/[A-Za-z0-9][\\w.@-]*';

/** Paths are read decoded, if the target shows that nothing but "@" was encoded and nothing was normalised. */
function pathVariables(base: string, archiveUrl: string | null): Variable[] {
  const variable = (name: string, rows: Variable['rows']): Variable => ({ name, of: 'path', rows, fallback: '' });
  const at = `^${escapePattern(base)}`;
  const api = `${at}/${API_ROOT}`;
  const files = [
    `${oneOf(HASHED_FOLDERS)}/[\\w-]+[.][a-z]+`,
    `${DOWNLOAD_FOLDER}/[a-z.-]+`,
    ...[RELEASE_PATH, MANIFEST_PATH, ROBOTS_PATH].map(escapePattern),
  ];
  const archived = `(/${oneOf(ARCHIVE_ROOTS)}(?:/[\\w-][\\w.-]*)+/?)`;
  return [
    { name: 'odd', of: 'target', rows: [[ODD_TARGET, NO_FILE]], fallback: '' },
    variable('record', [[`${api}((?:${SEGMENT}${SEGMENT})?)(?:${SEGMENT})*/?$`, '$1']]),
    variable('below', [[`${api}(?:${SEGMENT}${SEGMENT})?((?:${SEGMENT})*)/?$`, '$1']]),
    variable('document', [
      [`${api}/?$`, `/${ROOT_BODY_PATH}`],
      [`${api}/${oneOf(DOCUMENT_NAMES.map(escapePattern))}/?$`, `/${OPENAPI_PATH}`],
    ]),
    variable('file', [
      [`${at}/?$`, `/${HOME_BODY_PATH}`],
      [`${at}(/${oneOf(files)})$`, '$1'],
    ]),
    ...(archiveUrl === null ? [] : [variable('archive', [[`${at}${archived}$`, '$1']])]),
  ];
}

/** Targets whose path needs decoding, except of "@", or could be normalised. An origin is ignored (RFC 9112, 3.2.2). */
const ODD_TARGET = '^(?:[^ /]+ )?[^? ]*(?:%(?:[^4]|4[^0]|4?$)|^//|[^:]//|/[.]|#)';

/** Creates the rules for one site. */
export function requestRules(settings: HostSettings, hasBackReferences: boolean): RequestRules {
  const { baseUrl, enumerate, archiveUrl, upstream } = settings;
  const enumerated = new Map<string, Filter>();
  const others = new Set<string>();
  for (const listing of allListings(createCollections())) {
    for (const filter of pathFilters(listing)) {
      if (enumerate.filters[listing.collection.name]?.includes(filter.name)) enumerated.set(filter.name, filter);
    }
    for (const name of listing.filters.keys()) others.add(name);
  }
  const filters = [...enumerated.values()].sort((a, b) => byCodeUnit(a.name, b.name));
  const unread = unreadVariable(
    filters,
    [...others].filter((name) => !enumerated.has(name)).sort(byCodeUnit),
    hasBackReferences,
  );
  const parts = filters.map(({ name }) => `{${variableName(name)}}`).join('');
  const pageSize = `/${API_ROOT}{odd}{unread}{record}{below}/_${parts}/{pagesize}`;
  return {
    // An upstream redirects too.
    variables: [
      ...filters.map(filterVariable),
      numberVariable(PAGE_SIZE),
      numberVariable(PAGE),
      unread,
      ...pathVariables(pathOfUrl(baseUrl), upstream === null ? archiveUrl : null),
    ],
    // A path that goes on below a record is that of no file.
    answers: [`${pageSize}/{page}.json`, `{odd}{unread}/${API_ROOT}{record}.json{below}`, '{odd}{unread}{document}'],
    file: '{odd}{file}',
    listing: `/${API_ROOT}{odd}{record}{below}/_`,
    pageSize,
    known: [`/${API_ROOT}{odd}{record}.json{below}`, '{odd}{document}', '{odd}{file}'],
    parent: `/${API_ROOT}{record}.json`,
  };
}

const HASHED_FOLDERS = [ASSET_FOLDER, PACK_FOLDER, PART_FOLDER];
/** Content types of files outside the API that are not JSON, by file extension. */
export const FILE_TYPES: Readonly<Record<string, string>> = {
  html: HTML_TYPE,
  txt: TEXT_TYPE,
  ndjson: PACK_TYPE,
  ...ASSET_TYPES,
  ...DOWNLOAD_TYPES,
};
/** Files outside the API that are not cached like listings: a pattern of their path in the site, and the header. */
export const FILE_CACHE: readonly (readonly [pattern: string, cacheControl: string])[] = [
  [`^/${oneOf(HASHED_FOLDERS)}/`, PACK_CACHE_CONTROL],
  [`^/${oneOf([RELEASE_PATH, MANIFEST_PATH].map(escapePattern))}$`, POINTER_CACHE_CONTROL],
];

/**
 * How hosts with rewrite rules read a request: with regular expressions, the same ones for every listing. A host joins what they give to
 * the path of a file; if there is none, it refuses the request or passes it on.
 *
 * So the rules know no listing and no value: filters that have files, page size and page become parts of a path, and whatever is not
 * understood becomes "/~", a step that no path in a site has. Pure.
 */

import { createCollections } from '../../core/collections/registry.ts';
import { ARCHIVE_ROOTS, ARCHIVED_ENDING } from '../../core/contract/archive-paths.ts';
import { FALSE_SPELLINGS, TRUE_SPELLINGS } from '../../core/contract/codecs.ts';
import { allListings, type Filter } from '../../core/contract/collection.ts';
import { DOWNLOAD_FOLDER } from '../../core/contract/downloads.ts';
import { OLDER_ROOTS, UNENUMERATED } from '../../core/contract/older-paths.ts';
import { byCodeUnit } from '../../core/contract/order.ts';
import {
  FORMAT,
  looksLikeRangeFilter,
  PAGE,
  PAGE_SIZE,
  RANGE_BOUNDS,
  RECORD_FORMAT,
} from '../../core/contract/parameters.ts';
import {
  API_ROOT,
  DOCS_NAME,
  DOCUMENT_NAMES,
  HOME_BODY_PATH,
  MANIFEST_PATH,
  OPENAPI_PATH,
  pathFilters,
  RELEASE_ID_PATH,
  RELEASE_PATH,
  ROBOTS_PATH,
  ROOT_BODY_PATH,
} from '../../core/contract/paths.ts';
import { pathOfUrl } from '../../core/handler/release.ts';
import type { HostSettings } from '../host.ts';
import { HASHED_FOLDERS } from './files.ts';
import { escapePattern, oneOf } from './patterns.ts';

/** A step that no path has. */
const NO_FILE = '/~';

/** Gives variables their values if the pattern matches. `$1` stands for a group. For each variable, the first row that matches counts. */
export interface Row {
  readonly pattern: string;
  readonly values: Readonly<Record<string, string>>;
}

/** The syntax of patterns: RE2 has no back references and does not look ahead. */
export type Dialect = 'PCRE' | 'RE2';

/** What emitters write in the syntax of their hosts. In paths, `{name}` stands for a variable. */
export interface RequestRules {
  /** Patterns of the raw query between two "&". */
  readonly query: readonly Row[];
  /** Patterns of the decoded path. */
  readonly path: readonly Row[];
  /** What variables are if no row matches. */
  readonly defaults: Readonly<Record<string, string>>;
  /** Matches a raw target, before which the method may stand, whose path needs decoding, could be normalised, or has no files. */
  readonly oddTarget: string;
  /**
   * Matches the decoded path of an archive URL, whose group follows `archiveUrl`; or the raw target, with the query in the group. Null if
   * there is none, or an upstream redirects.
   */
  readonly archivePath: string | null;
  readonly archiveTarget: string | null;
  /** The folder of the page files with these filters and this page size. */
  readonly pages: string;
  /** Files that answer: a page, a record, and a file outside the API. They exist whatever the query says if it is left out. */
  readonly page: string;
  readonly record: string;
  readonly file: string;
  /** If one of these files or the folder exists, so does the path, whatever the query. */
  readonly known: readonly string[];
  readonly listing: string;
  /** If this file exists, the path is that of a record, or below one: perhaps under another of its ids. */
  readonly parent: string;
}

/** A parameter, with or without a value. */
const given = (...names: readonly string[]): string => `&${oneOf(names)}[=&]`;
const variableName = (name: string): string => name.replaceAll('-', '_');

/** Values that files may have, which is most of the characters that need no encoding. */
const VALUE = '\\w[\\w.@-]*';
const [, ...TRUE_WORDS] = TRUE_SPELLINGS;
const BOOLEAN = `(?:=${oneOf([...TRUE_WORDS, ...FALSE_SPELLINGS])}?)?`;
const JSON_FORMAT = `=${oneOf(RECORD_FORMAT.codec.allowed ?? [])}`;

/** Booleans have many spellings; other values have one, and whether there is such a value, its files tell. */
function filterRows({ name, codec }: Filter, dialect: Dialect): Row[] {
  const row = (pattern: string, value: string): Row => ({ pattern, values: { [variableName(name)]: value } });
  if (codec.kind !== 'flag') return [row(`&${name}=(${VALUE})&`, `.${name}-$1`)];
  const isTrue = row(`&${name}(?:=${oneOf(TRUE_WORDS)}?)?&`, `.${name}`);
  if (dialect === 'PCRE') return [isTrue];
  return [isTrue, row(`&${name}=${oneOf(FALSE_SPELLINGS)}&`, ''), row(given(name), NO_FILE)];
}

/** At most so many names are in one pattern, which should fit a screen. */
const NAMES_A_LINE = 4;

/** Parameters that are given twice. */
function repeated(names: readonly string[], dialect: Dialect): string[] {
  if (dialect === 'PCRE') return [`&(${names.join('|')})[=&](?:.*&)?\\1[=&]`];
  const twice = names.map((name) => `${name}[=&](?:.*&)?${name}`);
  const lines = Array.from({ length: Math.ceil(twice.length / NAMES_A_LINE) }, (_, line) =>
    twice.slice(line * NAMES_A_LINE, (line + 1) * NAMES_A_LINE),
  );
  return lines.map((line) => `&${oneOf(line)}[=&]`);
}

/** Values of which no file knows whether they are valid. A page that is none must not become the first one: that is its own row. */
function misspelled(valued: readonly string[], flags: readonly string[], dialect: Dialect): Row[] {
  const row = (pattern: string, unread = NO_FILE): Row => ({ pattern, values: { unread } });
  const other = (names: readonly string[], right: string) => row(`&${oneOf(names)}(?!${right}&)[=&]`);
  if (dialect === 'PCRE') {
    const ofFlags = flags.length === 0 ? [] : [other(flags, BOOLEAN)];
    return [other(valued, `=${VALUE}`), ...ofFlags, other([FORMAT.name], JSON_FORMAT)];
  }
  const isJson = row(`&${FORMAT.name}${JSON_FORMAT}&`, '');
  return [row(`&${oneOf(valued)}(?:&|=\\W|=[^&]*[^&\\w.@-])`), isJson, row(given(FORMAT.name))];
}

/** The parts of a query that say which file answers it. */
function queryRows(filters: readonly Filter[], others: readonly string[], dialect: Dialect): Row[] {
  const names = filters.map(({ name }) => name);
  const isFlag = ({ codec }: Filter) => codec.kind === 'flag';
  const flags = filters.filter(isFlag).map(({ name }) => name);
  const valued = [...names.filter((name) => !flags.includes(name)), PAGE_SIZE.name];
  const unread = (pattern: string): Row => ({ pattern, values: { unread: NO_FILE } });
  return [
    ...filters.flatMap((filter) => filterRows(filter, dialect)),
    { pattern: `&${PAGE_SIZE.name}=0*(${VALUE})&`, values: { pagesize: '$1' } },
    { pattern: `&${PAGE.name}=0*(${VALUE})&`, values: { page: '$1' } },
    { pattern: given(PAGE.name), values: { page: NO_FILE } },
    // What needs decoding, and values that read like another filter.
    unread(`[%+#]|[^!-~]${names.length === 0 ? '' : `|=[^&]*[.]${oneOf(names)}`}`),
    ...repeated([...names, PAGE_SIZE.name, PAGE.name, FORMAT.name], dialect).map(unread),
    unread(`${given(...others.filter((name) => !looksLikeRangeFilter(name)))}|&${oneOf(RANGE_BOUNDS)}-`),
    ...misspelled(valued, flags, dialect),
  ];
}

const SEGMENT = '/[A-Za-z0-9][\\w.@-]*';
const ARCHIVED = `/${oneOf(ARCHIVE_ROOTS)}(?:/[\\w-][\\w.-]*)+${ARCHIVED_ENDING}/?`;

/**
 * The path below the base URL, up to a record and below it; answers of the older interfaces count as records. Paths are read decoded, if the
 * target is not odd.
 */
function pathRows(base: string): Row[] {
  const at = `^${escapePattern(base)}`;
  const api = `/${API_ROOT}`;
  const files = [
    `${oneOf(HASHED_FOLDERS)}/[\\w-]+[.][a-z]+`,
    `${DOWNLOAD_FOLDER}/[a-z.-]+`,
    ...[RELEASE_PATH, RELEASE_ID_PATH, MANIFEST_PATH, ROBOTS_PATH].map(escapePattern),
  ];
  const document = (path: string): string => `/${path.replace(/[.]json$/, '')}`;
  return [
    { pattern: `${at}${api}/?$`, values: { record: document(ROOT_BODY_PATH) } },
    {
      pattern: `${at}${api}/${oneOf(DOCUMENT_NAMES.map(escapePattern))}/?$`,
      values: { record: document(OPENAPI_PATH), below: '' },
    },
    {
      pattern: `${at}(${api}(?:${SEGMENT}${SEGMENT})?|/${oneOf(OLDER_ROOTS)}(?:${SEGMENT})+)((?:${SEGMENT})*)/?$`,
      values: { record: '$1', below: '$2' },
    },
    { pattern: `${at}/?$`, values: { file: `/${HOME_BODY_PATH}` } },
    { pattern: `${at}(/${oneOf(files)})$`, values: { file: '$1' } },
  ];
}

/** The method that may stand before a target, and the origin, which is ignored (RFC 9112, 3.2.2). */
const BEFORE_PATH = '^(?:[^ /]+ )?(?:[A-Za-z][\\w+.-]*://[^/? ]*)?';
/** Only "@" may be encoded, and some paths have no files. */
const ODD_TARGET = `^(?:[^ /]+ )?[^? ]*(?:%(?:[^4]|4[^0]|4?$)|^//|[^:]//|/[.]|#|/${API_ROOT}/${DOCS_NAME}|${UNENUMERATED})`;

/** Creates the rules for one site. */
export function requestRules(settings: HostSettings, dialect: Dialect): RequestRules {
  const { enumerate, archiveUrl, upstream } = settings;
  const base = pathOfUrl(settings.baseUrl);
  const enumerated = new Map<string, Filter>();
  const others = new Set<string>();
  for (const listing of allListings(createCollections())) {
    for (const filter of pathFilters(listing)) {
      if (enumerate.filters[listing.collection.name]?.includes(filter.name)) enumerated.set(filter.name, filter);
    }
    for (const name of listing.filters.keys()) others.add(name);
  }
  const filters = [...enumerated.values()].sort((a, b) => byCodeUnit(a.name, b.name));
  const unenumerated = [...others].filter((name) => !enumerated.has(name)).sort(byCodeUnit);
  const parts = filters.map(({ name }) => `{${variableName(name)}}`).join('');
  const hasArchive = upstream === null && archiveUrl !== null;
  const archived = `${BEFORE_PATH}${escapePattern(base)}(${ARCHIVED}(?:[?][^ ]+)?)[?]?(?: |$)`;
  return {
    query: queryRows(filters, unenumerated, dialect),
    path: pathRows(base),
    defaults: { pagesize: String(PAGE_SIZE.default), page: String(PAGE.default) },
    oddTarget: ODD_TARGET,
    archiveTarget: hasArchive ? archived : null,
    archivePath: hasArchive ? `^${escapePattern(base)}(${ARCHIVED})$` : null,
    // A path that goes on below a record is that of no file.
    pages: `{record}{odd}{unread}{below}/_${parts}/{pagesize}`,
    page: '{pages}/{page}.json',
    record: '{record}{odd}{unread}.json{below}',
    file: '{odd}{file}',
    known: ['{record}.json{below}', '{file}'],
    listing: '{record}{below}/_',
    parent: '{record}.json',
  };
}

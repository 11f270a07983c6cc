/** The variables in rewrite rules, their patterns, and the comments that describe them. */

import { groupBy } from '../../core/base/group-by.ts';
import { sha256 } from '../../fs/hash.ts';

/** A path segment that never occurs in a site. */
export const NO_FILE = '/~';

/**
 * The first part of a site's names in a server's configuration, where names are global: another site in the same server has other names.
 * Derived from the base URL.
 */
export const namePrefix = (baseUrl: string): string => `sw${sha256(baseUrl).slice(0, 4)}`;

/**
 * The text that a variable's patterns match: the raw query between two "&", the decoded path, the raw target with its query (after the
 * method on some hosts), or the method.
 */
export type Source = 'query' | 'path' | 'target' | 'method';

/** A pattern, and the variable's value if the pattern matches. `$1` is the first group. */
export type PatternRow = readonly [pattern: string, value: string];

/** The first row that matches sets the variable. */
export interface Variable {
  readonly name: string;
  readonly source: Source;
  /** A description of the variable's value, for readers of the emitted file. */
  readonly about: string;
  readonly rows: readonly PatternRow[];
  /** The variable's value if no row matches. */
  readonly otherwise: string;
}

/** The syntax of patterns: RE2 has no backreferences and no lookahead. */
export type Dialect = 'PCRE' | 'RE2';

/** Groups variables that have the same meaning, so that one comment describes each group. */
export function groupByMeaning<V extends Pick<Variable, 'about'>>(variables: readonly V[]): V[][] {
  return [...groupBy(variables, ({ about }) => about).values()];
}

/** The comment for a group of variables: `detector, release: ".NAME-VALUE"`. */
export const describeGroup = (group: readonly Pick<Variable, 'name' | 'about'>[]): string =>
  `${group.map(({ name }) => name).join(', ')}: ${group[0]?.about}`;

/** Replaces each `{name}` in a path of `RequestRules`. */
export const fillTemplate = (path: string, toText: (name: string) => string): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => toText(name));

/** The rules that emitters write in their host's syntax. In paths, `{name}` is a variable. */
export interface RequestRules {
  /** Every variable below. */
  readonly variables: readonly Variable[];
  /** The variables for filters, in the order in which the path contains them. */
  readonly filters: readonly Variable[];
  /** Page size and page. */
  readonly numbers: readonly Variable[];
  readonly unread: Variable;
  /** Variables read from the decoded path. */
  readonly paths: readonly Variable[];
  /** The path of an archive URL: one variable, or none if there is no archive or if an upstream redirects. */
  readonly archive: readonly Variable[];
  readonly odd: Variable;
  /** The two patterns of `odd`, for hosts that match them against different texts: the first needs the raw target. */
  readonly oddTarget: string;
  readonly handlerPaths: string;
  readonly method: Variable;
  /** The part of a page's path that names its filters, which `{filters}` stands for: one variable for each filter. */
  readonly filterParts: string;
  /** The folder with the page files for these filters and this page size, which `{pages}` stands for. */
  readonly pages: string;
  /** Files that can answer a request: a page, a record, and a file outside the API. */
  readonly page: string;
  readonly record: string;
  readonly file: string;
  /** If one of these files, or the folder `listing`, exists, the path exists for any query. */
  readonly known: readonly string[];
  readonly listing: string;
  /** If this file exists, the path is below a record: the listing may exist under another id of the record. */
  readonly above: string;
}

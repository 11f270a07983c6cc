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

/** Replaces each `{name}`. */
export const fillTemplate = (path: string, toText: (name: string) => string): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => toText(name));

/** The rules that depend on the site. In paths, `{name}` is a variable. */
export interface RequestRules {
  readonly variables: readonly Variable[];
  /** The variables for filters, in the order in which paths contain them. */
  readonly filters: readonly Variable[];
  /** The folder with the page files for these filters and this page size, which `{pages}` stands for. Hosts make it a variable. */
  readonly pages: string;
}

/** The variables that are read from one part of the request. */
export const variablesOf = ({ variables }: RequestRules, source: Source): Variable[] =>
  variables.filter((variable) => variable.source === source);

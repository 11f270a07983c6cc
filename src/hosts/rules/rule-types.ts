/** Types for rewrite rules, independent of any host's syntax: `rules.ts` creates them and emitters format them. */

import type { Headers } from '../../core/contract/headers.ts';
import type { RequestVariable } from './request-variables.ts';

/** Text with placeholders: `{name}` stands for a request variable, or a group of the path or the condition. */
export type Template = string;

/** A regular expression in pieces, because each host has its own syntax for named groups. */
export type Pattern = readonly (string | Group)[];

interface Group {
  readonly name: string;
  readonly matches: string;
}

/** Creates a pattern from a text with placeholders; `groups` has the expression for each `{name}`. */
export function patternOf(text: string, groups: Readonly<Record<string, string>> = {}): Pattern {
  // Every second piece is the name of a group. Quantifiers are not matched because they start with a digit.
  return text.split(/\{([a-z]\w*)\}/).map((piece, n) => {
    if (n % 2 === 0) return piece;
    return { name: piece, matches: groups[piece] ?? '' };
  });
}

/** The text of a pattern; `open` writes the start of a named group. */
export function patternText(pattern: Pattern, open: (group: string) => string = () => '('): string {
  return pattern.map((piece) => (typeof piece === 'string' ? piece : `${open(piece.name)}${piece.matches})`)).join('');
}

/** Names of a pattern's groups, in order. */
export function groupsOf(pattern: Pattern): string[] {
  return pattern.flatMap((piece) => (typeof piece === 'string' ? [] : [piece.name]));
}

/** The response if no file answers the request. */
export interface Outcome {
  readonly status: number;
  /** The fixed body. */
  readonly body: Template;
  readonly headers: Headers;
  /** False if a request handler could answer the query. */
  readonly isFinal: boolean;
}

/** When a refusal applies. */
export type Condition =
  /** The raw query matches. */
  | { readonly kind: 'query'; readonly matches: Pattern }
  /** A request variable has this value. */
  | { readonly kind: 'variable'; readonly name: string; readonly is: string }
  /** A file does not exist. */
  | { readonly kind: 'missing'; readonly file: Template }
  | { readonly kind: 'always' };

/** A refusal and when it applies. */
export interface Rule {
  readonly when: Condition;
  /** The rule only applies if this file exists. */
  readonly exists?: Template;
  readonly outcome: Outcome;
}

/** How requests for one type of path are answered. */
export interface Answer {
  readonly name: string;
  /** Pattern of the whole path. */
  readonly path: Pattern;
  readonly success: /** `hasRanges` if requests can ask for parts of the file. */
    | { readonly kind: 'file'; readonly file: Template; readonly headers: Headers; readonly hasRanges?: true }
    /** Sent if no refusal applies. The query is passed on. */
    | { readonly kind: 'redirect'; readonly status: number; readonly location: Template; readonly headers: Headers };
  /** For a file, the last one always applies. */
  readonly refusals: readonly Rule[];
}

/** The rules of a site. */
export interface Rules {
  readonly variables: readonly RequestVariable[];
  readonly answers: readonly Answer[];
  /** For any other path. */
  readonly notFound: Outcome;
}

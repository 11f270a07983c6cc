/** What rewrite rules are made of, before any host's syntax: the shapes that `rules.ts` fills and emitters write down. */

import type { Headers } from '../../contract/headers.ts';
import type { RequestVariable } from './request-variables.ts';

/** Text in which `{name}` stands for the value of a request variable, or of a group of the path or the condition. */
export type Template = string;

/** A regular expression in pieces, as each host's language names groups in its own way. */
export type Pattern = readonly (string | Group)[];

interface Group {
  readonly name: string;
  readonly matches: string;
}

/** Makes a pattern of a text in which `{name}` stands for a group; `groups` has what each of them matches. */
export function patternOf(text: string, groups: Readonly<Record<string, string>> = {}): Pattern {
  // Every other piece is the name of a group; a quantifier begins with a digit.
  return text.split(/\{([a-z]\w*)\}/).map((piece, n) => {
    if (n % 2 === 0) return piece;
    return { name: piece, matches: groups[piece] ?? '' };
  });
}

/** The text of a pattern; `open` writes how a group begins. */
export function patternText(pattern: Pattern, open: (group: string) => string = () => '('): string {
  return pattern.map((piece) => (typeof piece === 'string' ? piece : `${open(piece.name)}${piece.matches})`)).join('');
}

/** Names of a pattern's groups, in order. */
export function groupsOf(pattern: Pattern): string[] {
  return pattern.flatMap((piece) => (typeof piece === 'string' ? [] : [piece.name]));
}

export interface Outcome {
  readonly status: number;
  /** The fixed body. */
  readonly body: Template;
  readonly headers: Headers;
  /** False where a request handler might answer the query. */
  readonly isFinal: boolean;
}

export type Condition =
  /** The query, as it was sent, matches. */
  | { readonly kind: 'query'; readonly matches: Pattern }
  | { readonly kind: 'variable'; readonly name: string; readonly is: string }
  | { readonly kind: 'missing'; readonly file: Template }
  | { readonly kind: 'always' };

export interface Rule {
  readonly when: Condition;
  /** The rule applies only where this is a file. */
  readonly exists?: Template;
  readonly outcome: Outcome;
}

/** How the requests for one kind of path are answered. */
export interface Answer {
  readonly name: string;
  /** Pattern of the whole path. */
  readonly path: Pattern;
  readonly success: /** `hasRanges` where parts of the file can be asked for. */
    | { readonly kind: 'file'; readonly file: Template; readonly headers: Headers; readonly hasRanges?: true }
    /** Where no refusal applies. */
    | { readonly kind: 'redirect'; readonly status: number; readonly location: Template; readonly headers: Headers };
  /** Of a file, the last one always applies. */
  readonly refusals: readonly Rule[];
}

export interface Rules {
  readonly variables: readonly RequestVariable[];
  readonly answers: readonly Answer[];
  /** For any other path. */
  readonly notFound: Outcome;
}

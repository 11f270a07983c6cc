/** What rewrite rules are made of, before any host's syntax: the shapes that `rules.ts` fills and emitters write down. */

import type { Headers } from '../../contract/headers.ts';
import type { Reading } from './rule-readings.ts';

/** `{name}` stands for the value of a reading, or of a group of the path or the condition. */
export type Template = string;

export interface Outcome {
  readonly status: number;
  /** The fixed body. */
  readonly body: Template;
  readonly headers: Headers;
  /** False where a request handler might answer the query. */
  readonly isCertain: boolean;
}

export type Condition =
  /** `group` names what the pattern's group captures. */
  | { readonly kind: 'query'; readonly matches: string; readonly group?: string }
  | { readonly kind: 'reading'; readonly name: string; readonly is: string }
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
  readonly path: string;
  /** Names of the pattern's groups. */
  readonly groups: readonly string[];
  readonly success: /** `hasRanges` where parts of the file can be asked for. */
    | { readonly kind: 'file'; readonly file: Template; readonly headers: Headers; readonly hasRanges?: true }
    /** Where no refusal applies. */
    | { readonly kind: 'redirect'; readonly status: number; readonly location: Template; readonly headers: Headers };
  /** Of a file, the last one always applies. */
  readonly refusals: readonly Rule[];
}

export interface Rules {
  readonly readings: readonly Reading[];
  readonly answers: readonly Answer[];
  /** For any other path. */
  readonly notFound: Outcome;
}

/** The type of a conformance case: a request, and a check of its response. */

import type { Need } from '../hosts/host.ts';
import type { CatalogueSample } from './catalogue-sample.ts';
import type { Send, TestAnswer, TestRequest } from './send.ts';

/** Checks a response. Describes the fault, or returns null if there is none. */
export type Expectation = (answer: TestAnswer, context: CaseContext) => string | null | Promise<string | null>;

/** The additional requests that expectations can send. */
export interface CaseContext {
  readonly sample: CatalogueSample;
  readonly send: Send;
  /** Sends a GET request for a target below the base URL. */
  get(target: string): Promise<TestAnswer>;
  /** Sends a GET request for a link, which must start with the base URL. */
  follow(link: string): Promise<TestAnswer>;
}

export interface Case {
  /** Begins with the name of its listing or subject, as in `strain-files.last-page` and `strain-files?start=`. */
  readonly id: string;
  /** The heading that reports count it under. */
  readonly group: string;
  readonly needs: readonly Need[];
  /** `target` is below the base URL. */
  readonly request: TestRequest;
  readonly expect: Expectation;
}

export interface CaseOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly needs?: readonly Need[];
}

/** Groups by the first word of their cases' ids, for words that need explaining. */
const GROUPS: Readonly<Record<string, string>> = {
  '304': 'validators',
  POST: 'other methods',
  PUT: 'other methods',
  PATCH: 'other methods',
  DELETE: 'other methods',
  accept: 'Accept header',
  origin: 'Origin header',
  walk: 'walks page by page',
  file: 'page files',
  'not-found': 'paths not found',
};

function groupOf(id: string): string {
  const [word = id] = /^[^ .?]+/.exec(id) ?? [];
  return GROUPS[word] ?? word;
}

/** Creates a case. Every case needs `rewriting`, unless it needs `page-files`. */
export function testCase(id: string, target: string, expect: Expectation, options: CaseOptions = {}): Case {
  const { method = 'GET', headers = {}, needs = [] } = options;
  return {
    id,
    group: groupOf(id),
    needs: needs.includes('page-files') ? needs : ['rewriting', ...needs],
    request: { method, target, headers },
    expect,
  };
}

/** Parses a body as the type that it should have. The type is not checked, and the site may be wrong. */
export function bodyOf<T>({ body }: Pick<TestAnswer, 'body'>): T {
  return JSON.parse(body) as T;
}

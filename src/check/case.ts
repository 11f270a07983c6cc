/** The type of a conformance case: a request, and a check of its response. */

import type { CatalogueSample } from './catalogue-sample.ts';
import type { Send, TestAnswer, TestRequest } from './send.ts';

/**
 * An ability that a host needs to pass a case. `rewriting`: answer any queries at all. `decoding`: decode percent-encoding and "+".
 * `options-body`: send a body for OPTIONS. `redirects`: let the client see redirects. `file-names`: answer paths that end like file names.
 * `page-files`: serve page files at their own paths. `existence`: find out whether a path exists, whatever the method. `release-header`:
 * name the release in API responses.
 */
export type Need =
  | 'rewriting'
  | 'decoding'
  | 'options-body'
  | 'redirects'
  | 'file-names'
  | 'page-files'
  | 'existence'
  | 'release-header';

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
  readonly id: string;
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

/** Creates a case. Every case needs `rewriting`, unless it needs `page-files`. */
export function testCase(id: string, target: string, expect: Expectation, options: CaseOptions = {}): Case {
  const { method = 'GET', headers = {}, needs = [] } = options;
  return {
    id,
    needs: needs.includes('page-files') ? needs : ['rewriting', ...needs],
    request: { method, target, headers },
    expect,
  };
}

/** Parses a body as the type that it should have. The type is not checked, and the site may be wrong. */
export function bodyOf<T>({ body }: Pick<TestAnswer, 'body'>): T {
  return JSON.parse(body) as T;
}

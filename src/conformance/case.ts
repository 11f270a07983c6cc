/** What a conformance case is: a request, and what its answer must be. */

import type { CatalogueSample } from './catalogue-sample.ts';
import type { Send, TestAnswer, TestRequest } from './send.ts';

/**
 * What a case asks of a host beyond answering enumerated queries. `rewriting`: queries at all. `any-query`: what no page file
 * answers. `other-ids`: listings below an id of a record that links do not carry. `decoding`: percent-encoding and "+".
 * `echo`: naming what the client wrote. `options-body`: a body for OPTIONS. `repeated-range`: noticing a range filter given
 * twice. `redirects`: redirects that the client sees. `file-names`: paths that end like those of files. `page-files`: page files
 * at their own paths.
 */
export const NEEDS = [
  'rewriting',
  'any-query',
  'other-ids',
  'decoding',
  'echo',
  'options-body',
  'repeated-range',
  'redirects',
  'file-names',
  'page-files',
] as const;
export type Need = (typeof NEEDS)[number];

/** Looks at an answer: what is wrong with it, or null. */
export type Expectation = (answer: TestAnswer, tools: Tools) => string | null | Promise<string | null>;

export interface Tools {
  readonly sample: CatalogueSample;
  readonly send: Send;
  /** GET of a target below the base URL. */
  get(target: string): Promise<TestAnswer>;
  /** GET of a link, which must begin with the base URL. */
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

/** A case; it needs rewriting unless it is about files. */
export function testCase(id: string, target: string, expect: Expectation, options: CaseOptions = {}): Case {
  const { method = 'GET', headers = {}, needs = [] } = options;
  return {
    id,
    needs: needs.includes('page-files') ? needs : ['rewriting', ...needs],
    request: { method, target, headers },
    expect,
  };
}

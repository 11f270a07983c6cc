/** Runs the conformance cases against a live site, except the cases that its host skips. */

import { NOT_ENUMERATED } from '../core/contract/refusals.ts';
import type { Host, Skips } from '../hosts/host.ts';
import type { Case, CaseContext } from './case.ts';
import { type CatalogueSample, OtherSiteError, sampleSite } from './catalogue-sample.ts';
import { fileCases } from './file-cases.ts';
import { legacyCases } from './legacy-cases.ts';
import { listingCases } from './listing-cases.ts';
import { methodCases, validatorCases } from './method-cases.ts';
import { fileListCases } from './parent-cases.ts';
import { addressCases, pathCases } from './path-cases.ts';
import { recordCases } from './record-cases.ts';
import { type Budget, NoAnswerError, type Send, type TestAnswer, type TestRequest, withinBudget } from './send.ts';

export interface CaseResult {
  readonly id: string;
  readonly group: string;
  readonly request: string;
  readonly outcome: 'passed' | 'failed' | 'skipped';
  /** The failure, or the reason for skipping. */
  readonly reason: string | null;
}

const BUDGET: Budget = { requests: 50_000, ms: 30 * 60_000 };

/** All cases for a sampled site. */
function conformanceCases(sample: CatalogueSample): Case[] {
  return [
    ...addressCases(sample),
    ...listingCases(sample),
    ...pathCases(sample),
    ...fileListCases(sample),
    ...legacyCases(sample),
    ...methodCases(sample),
    ...recordCases(sample),
    ...validatorCases(sample),
    ...fileCases(sample),
  ];
}

const NO_PAGE_FILES = { 'page-files': 'page files have no URL of their own' };

/**
 * For each tier, the reasons why its hosts cannot pass a case, by need. A host's own reasons are added to these. Hosts with rewrite rules
 * may also answer any request with 400.
 */
const TIER_SKIPS: Record<Host['tier'], Skips> = {
  'no logic': { rewriting: 'only sends files' },
  'rewrite rules': {
    ...NO_PAGE_FILES,
    decoding: 'does not decode URLs; paths above the root are rejected before the rules run',
    'options-body': 'answers OPTIONS without a body',
    'release-header': 'only names its release in release.txt',
  },
  'request handler': NO_PAGE_FILES,
};

function skipReason({ needs }: Case, skips: Skips): string | null {
  return needs.map((name) => skips[name]).find((reason) => reason !== undefined) ?? null;
}

/** Describes an error that an expectation throws because it could not read the response. */
function describeMalformed(error: unknown): string {
  return `the response is malformed (${(error as Error).message})`;
}

/** Hosts with rewrite rules may refuse any request, because they cannot tell whether a request that matches no file is valid. */
export const UNANSWERED = 'no file for this request (400)';

function saysNoFile({ status, body }: TestAnswer, { method }: TestRequest): boolean {
  return status === NOT_ENUMERATED.status && (method === 'HEAD' || body === JSON.stringify(NOT_ENUMERATED.body));
}

/** Thrown by an additional request in a case if the host has no file for it. */
class NoFileError extends Error {
  override readonly name = 'NoFileError';
}

type Verdict = Pick<CaseResult, 'outcome' | 'reason'>;

const HAS_NO_FILE: Verdict = { outcome: 'skipped', reason: UNANSWERED };
const failed = (reason: string): Verdict => ({ outcome: 'failed', reason });

/**
 * Runs a case. The case is skipped if the host has no file for its request, or for an additional request that is needed to decide the case.
 * A fault that is found before that remains a fault.
 */
async function runCase(
  { request, expect }: Case,
  context: CaseContext,
  send: Send,
  mayRefuse: boolean,
): Promise<Verdict> {
  try {
    const answer = await send(request);
    const fault = await expect(answer, context);
    if (fault === null) return { outcome: 'passed', reason: null };
    return mayRefuse && saysNoFile(answer, request) ? HAS_NO_FILE : failed(fault);
  } catch (error) {
    if (error instanceof NoFileError) return HAS_NO_FILE;
    return failed(error instanceof NoAnswerError ? `no answer: ${error.message}` : describeMalformed(error));
  }
}

/** Takes the sample and creates the cases. If the site's responses are malformed, throws OtherSiteError with the last request. */
async function prepare(baseUrl: string, send: Send, host: Host | null) {
  let last = '';
  const remember: Send = (request) => {
    last = `${request.method} ${request.target}`;
    return send(request);
  };
  try {
    const sample = await sampleSite(baseUrl, remember, host?.tier === 'no logic');
    return { sample, cases: conformanceCases(sample) };
  } catch (error) {
    if (error instanceof OtherSiteError || error instanceof NoAnswerError) throw error;
    throw new OtherSiteError(
      `${baseUrl} does not answer like a GWOSC API v2; the last request was ${last}: ${describeMalformed(error)}`,
      { cause: error },
    );
  }
}

/**
 * Runs all cases, or one in `every`, one after the other. If no host is given, assumes a request handler. Throws OtherSiteError if the site
 * does not behave like this API at all, and NoAnswerError if it does not answer.
 */
export async function runConformance(
  baseUrl: string,
  send: Send,
  host: Host | null,
  { budget = BUDGET, every = 1 }: { readonly budget?: Budget; readonly every?: number } = {},
): Promise<CaseResult[]> {
  const mayRefuse = host?.tier === 'rewrite rules';
  const sendOne = withinBudget(send, budget);
  const sendMore: Send = async (request) => {
    const answer = await sendOne(request);
    if (mayRefuse && saysNoFile(answer, request)) throw new NoFileError();
    return answer;
  };
  const { sample, cases } = await prepare(baseUrl, sendOne, host);
  const { basePath } = sample;
  const skips = { ...TIER_SKIPS[host?.tier ?? 'request handler'], ...host?.skips };
  const get = (target: string) => sendMore({ method: 'GET', target: `${basePath}/${target}`, headers: {} });
  const follow = (link: string) => get(link.slice(sample.linkBaseUrl.length + 1));
  const context: CaseContext = { sample, send: sendMore, get, follow };
  const results: CaseResult[] = [];
  for (const testCase of cases.filter((_, index) => index % every === 0)) {
    const { id, group, request } = testCase;
    const result = { id, group, request: `${request.method} ${basePath}/${request.target}` };
    const skipped = skipReason(testCase, skips);
    if (skipped !== null) {
      results.push({ ...result, outcome: 'skipped', reason: skipped });
      continue;
    }
    const placed = { ...testCase, request: { ...request, target: `${basePath}/${request.target}` } };
    results.push({ ...result, ...(await runCase(placed, context, sendOne, mayRefuse)) });
  }
  return results;
}

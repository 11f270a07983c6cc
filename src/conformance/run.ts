/** Runs the conformance cases against a live site. In: its base URL, what the host skips. Out: a result for each case. */

import type { Host } from '../hosts/host.ts';
import { type Case, NEEDS, type Tools } from './case.ts';
import { type CatalogueSample, discover } from './catalogue-sample.ts';
import { fileCases } from './file-cases.ts';
import { listingCases } from './listing-cases.ts';
import { methodCases, validatorCases } from './method-cases.ts';
import { pathCases } from './path-cases.ts';
import { recordCases } from './record-cases.ts';
import type { Send } from './send.ts';

export interface CaseResult {
  readonly id: string;
  readonly request: string;
  readonly outcome: 'passed' | 'failed' | 'skipped';
  /** What is wrong, or why the case is skipped. */
  readonly reason: string | null;
}

/** The table of cases, made for what the site tells of its catalogue. */
export function conformanceCases(sample: CatalogueSample): Case[] {
  return [
    ...listingCases(sample),
    ...pathCases(sample),
    ...methodCases(sample),
    ...recordCases(sample),
    ...validatorCases(sample),
    ...fileCases(sample),
  ];
}

/** What the tier of a host says about every case, before its own skips. */
const TIER_SKIPS: Record<Host['tier'], Readonly<Record<string, string>>> = {
  'no logic': { rewriting: 'only sends files' },
  'rewrite rules': { 'page-files': 'page files have no URL of their own' },
  'request handler': { 'page-files': 'page files have no URL of their own' },
};

/** Keys of a host's skips that are neither a need nor a case. */
export function unknownSkips({ skips = {} }: Host, sample: CatalogueSample): string[] {
  const known = new Set<string>([...NEEDS, ...conformanceCases(sample).map(({ id }) => id)]);
  return Object.keys(skips).filter((key) => !known.has(key));
}

function skipReason({ id, needs }: Case, skips: Readonly<Record<string, string>>): string | null {
  const key = [id, ...needs].find((name) => skips[name] !== undefined);
  return key === undefined ? null : (skips[key] as string);
}

/**
 * Runs all cases, one after the other. Without a host, it is taken for a request handler. Throws NoSiteError where the site
 * does not answer at all.
 */
export async function runConformance(baseUrl: string, send: Send, host: Host | null): Promise<CaseResult[]> {
  const sample = await discover(baseUrl, send, host?.tier === 'no logic');
  const skips = { ...TIER_SKIPS[host?.tier ?? 'request handler'], ...host?.skips };
  const get = (target: string) => send({ method: 'GET', target: `${sample.basePath}/${target}`, headers: {} });
  const tools: Tools = { sample, send, get, follow: (link) => get(link.slice(sample.baseUrl.length + 1)) };
  const results: CaseResult[] = [];
  for (const testCase of conformanceCases(sample)) {
    const { id, request, expect } = testCase;
    const sent = { ...request, target: `${sample.basePath}/${request.target}` };
    const result = { id, request: `${sent.method} ${sent.target}` };
    const skipped = skipReason(testCase, skips);
    if (skipped !== null) {
      results.push({ ...result, outcome: 'skipped', reason: skipped });
      continue;
    }
    const reason = await Promise.resolve(send(sent))
      .then((answer) => expect(answer, tools))
      .catch((error: Error) => `no answer: ${error.message}`);
    results.push({ ...result, outcome: reason === null ? 'passed' : 'failed', reason });
  }
  return results;
}

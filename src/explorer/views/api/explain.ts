/** Answers a request and says how: how it was understood, which files were read, and how long it took. */

import { explainRequest, filesOfAnswer, findIgnored, type IgnoredParameter } from '../../../core/handler/explain.ts';
import type { HandlerResponse } from '../../../core/handler/ports.ts';
import { type ResolvedRequest, splitUrl } from '../../../core/handler/resolve-request.ts';
import type { Core } from '../../host/core.ts';
import { suggest } from '../../parts/suggest.ts';

export interface FileRead {
  readonly path: string;
  /** Null if it could not be read. */
  readonly bytes: number | null;
  /** False if it was already in memory. */
  readonly isNew: boolean;
}

export interface ExplainedAnswer {
  readonly request: string;
  readonly answer: HandlerResponse;
  /** From the request to the response. */
  readonly ms: number;
  readonly files: readonly FileRead[];
  /** How the request was understood; empty if the site could not be read. */
  readonly facts: ReturnType<typeof explainRequest>;
  readonly ignored: readonly IgnoredParameter[];
}

export async function explainAnswer(core: Core, request: string, method: string): Promise<ExplainedAnswer> {
  const target = request.replace(/^\//, '');
  const before = new Set(core.sizes.keys());
  let resolved = null as ResolvedRequest | null;
  const start = performance.now();
  const answer = await core.answer(target, method, (understood) => {
    resolved = understood;
  });
  return {
    request,
    answer,
    ms: performance.now() - start,
    files: filesOfAnswer(resolved, core.release).map((path) => ({
      path,
      bytes: core.sizes.get(path) ?? null,
      isNew: !before.has(path),
    })),
    facts: resolved === null ? {} : explainRequest(resolved, core.release),
    ignored: findIgnored(splitUrl(`/${target}`).query, resolved?.found ?? null, suggest),
  };
}

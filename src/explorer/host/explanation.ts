/** Describes how a request was answered: how it was understood, which files were read, and how long it took. */

import { filesOfAnswer } from '../../core/handler/explain.ts';
import type { HandlerRequest, HandlerResponse } from '../../core/handler/ports.ts';
import type { Release } from '../../core/handler/release.ts';
import type { ResolvedRequest } from '../../core/handler/resolve-request.ts';
import type { Site } from '../../core/handler/site.ts';

export interface FileRead {
  readonly path: string;
  /** Null if it could not be read. */
  readonly bytes: number | null;
  /** False if it was already in memory. */
  readonly isNew: boolean;
}

export interface Explanation {
  readonly answer: HandlerResponse;
  /** From the request to the response. */
  readonly ms: number;
  readonly files: readonly FileRead[];
  /** The resolved request; null if the site could not be read. */
  readonly understood: ResolvedRequest | null;
}

/** Answers a request and explains the response. `sizes` contains the files read so far. */
export async function explanationOf(
  site: Site,
  request: HandlerRequest,
  release: Release,
  sizes: ReadonlyMap<string, number>,
): Promise<Explanation> {
  const before = new Set(sizes.keys());
  let asked = null as ResolvedRequest | null;
  const start = performance.now();
  const answer = await site.respond(request, (understood) => {
    asked = understood;
  });
  const ms = performance.now() - start;
  return {
    answer,
    ms,
    understood: asked,
    files: filesOfAnswer(asked, site.release ?? release).map((path) => ({
      path,
      bytes: sizes.get(path) ?? null,
      isNew: !before.has(path),
    })),
  };
}

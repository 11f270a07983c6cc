/** How a request was answered: what it was understood as, the files that the answer is made of, and the time it took. */

import { filesOfAnswer } from '../handler/explain.ts';
import type { HandlerRequest, HandlerResponse } from '../handler/ports.ts';
import type { Release } from '../handler/release.ts';
import type { Site } from '../handler/site.ts';
import type { Understood } from '../handler/understand.ts';

export interface FileRead {
  readonly path: string;
  /** Null where it could not be read. */
  readonly bytes: number | null;
  /** False where it had been read before. */
  readonly isNew: boolean;
}

export interface Explanation {
  readonly answer: HandlerResponse;
  /** From the request to the answer. */
  readonly ms: number;
  readonly files: readonly FileRead[];
  /** What the request was understood as; null where the site could not be read. */
  readonly understood: Understood | null;
}

/** Answers a request and tells how. `sizes` has the files that were read so far. */
export async function explanationOf(
  site: Site,
  request: HandlerRequest,
  release: Release,
  sizes: ReadonlyMap<string, number>,
): Promise<Explanation> {
  const before = new Set(sizes.keys());
  let asked = null as Understood | null;
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

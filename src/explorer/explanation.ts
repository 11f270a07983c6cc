/** How a request was answered: its canonical form, what it matches, the files that the answer is made of, and the time it took. */

import { queryUrl } from '../contract/paths.ts';
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
  /** The request in its one spelling, below the base URL; null where it is no listing that could be understood. */
  readonly canonical: string | null;
  /** Entries on all pages; null where it is no listing. */
  readonly count: number | null;
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
  const query = asked?.kind === 'page' || asked?.kind === 'refusal' ? asked.query : null;
  return {
    answer,
    ms,
    understood: asked,
    canonical: query === null ? null : queryUrl(query),
    count: asked?.kind === 'page' ? asked.selection.count : null,
    files: filesOfAnswer(asked, site.release ?? release).map((path) => ({
      path,
      bytes: sizes.get(path) ?? null,
      isNew: !before.has(path),
    })),
  };
}

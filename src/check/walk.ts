/** Reads a listing to the end, page by page, like a client. */

import type { Query } from '../core/contract/query.ts';
import type { Envelope } from '../core/contract/wire.ts';
import { bodyOf, type CaseContext, type Expectation } from './case.ts';
import { difference } from './expect.ts';
import { isInOrder, isPage } from './expect-page.ts';

/** Follows `next` to the last page and checks each page. No entry may be on two pages. */
export function isWalk(query: Query): Expectation {
  return async (first, context) => {
    const count = bodyOf<Envelope<unknown>>(first).results_count;
    const seen = new Set<string>();
    let answer = first;
    let last: unknown;
    for (let page = 1; ; page++) {
      const finding = await isPage({ ...query, page }, count)(answer, context);
      if (finding !== null) return `page ${page}: ${finding}`;
      const { next, num_pages, results } = bodyOf<Envelope<unknown>>(answer);
      for (const entry of results) seen.add(JSON.stringify(entry));
      const isRising = page === 1 || isInOrder(query.listing.collection, last, results[0]);
      if (!isRising) return `page ${page} does not go on where the page before ends`;
      last = results.at(-1);
      if (next === null) break;
      if (page >= num_pages) return `page ${page} of ${num_pages} has a next page`;
      const before = answer;
      answer = await context.follow(next);
      if (page === 1 && (await leadsBack(answer, context)) !== before.body) return 'previous does not lead back';
    }
    return difference('different entries on all pages', seen.size, count);
  };
}

async function leadsBack(answer: { body: string }, { follow }: CaseContext): Promise<string | null> {
  const { previous } = bodyOf<Envelope<unknown>>(answer);
  return previous === null ? null : (await follow(previous)).body;
}

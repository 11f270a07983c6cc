/**
 * Keeps answers for requests that come again, for hosts with memory to spare: composing a page and hashing it takes several times as long
 * as sending it. Bounded in bytes; the least recently used answers go first. Pure.
 *
 * An answer depends on the release, the URL and Accept-Encoding alone, so it is the same whether it was kept or not. Kept are responses
 * with status 200 to GET without a condition; the site answers all other requests.
 */

import { OK } from '../contract/statuses.ts';
import { createByteCache } from './byte-cache.ts';
import type { HandlerResponse } from './ports.ts';
import type { Site } from './site.ts';

/** Overhead of an entry in bytes: the headers, and the key besides its text. */
const ENTRY_BYTES = 2048;
const BYTES_PER_CHARACTER = 2;

/** A site that keeps answers of up to `maxBytes`, and none of a release that has been replaced. */
export function keepAnswers(site: Pick<Site, 'respond' | 'release'>, maxBytes: number): typeof site {
  let kept = createByteCache<HandlerResponse>(maxBytes);
  let keptOf = site.release;
  return {
    get release() {
      return site.release;
    },
    async respond(request) {
      const { release } = site;
      if (request.method !== 'GET' || request.header('if-none-match') !== undefined) return site.respond(request);
      if (keptOf !== release) {
        kept = createByteCache(maxBytes);
        keptOf = release;
      }
      const key = `${request.header('accept-encoding')} ${request.url}`;
      const known = kept.get(key);
      if (known) return known;
      const answer = await site.respond(request);
      // A release that came meanwhile may have given the answer.
      if (answer.status === OK && release === site.release && release === keptOf) {
        kept.set(key, answer, answer.body.length + key.length * BYTES_PER_CHARACTER + ENTRY_BYTES);
      }
      return answer;
    },
  };
}

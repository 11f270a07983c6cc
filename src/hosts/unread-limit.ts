/**
 * Limits the memory of responses that clients have not read yet, over all connections of a server. One client could otherwise open
 * thousands of connections and hold a large response on each. Beyond the limit, the connections that have waited longest are closed.
 */

import type { ServerResponse } from 'node:http';

/** Fraction of the limit that may be added before the memory of closed connections is released, at the end of a round of the event loop. */
const PER_ROUND = 1 / 8;

export interface UnreadLimit {
  /** Call it with each response after its end. */
  add(response: ServerResponse): void;
  /** True if new responses have to wait for the next round of the event loop. */
  isBusy(): boolean;
}

export function createUnreadLimit(maxBytes: number): UnreadLimit {
  /** Bytes that could not be passed to the operating system at once; the oldest response comes first. */
  const unread = new Map<ServerResponse, number>();
  let total = 0;
  let addedInRound = 0;
  const forget = (response: ServerResponse): void => {
    total -= unread.get(response) ?? 0;
    unread.delete(response);
  };
  const endRound = (): void => {
    addedInRound = 0;
  };
  return {
    add(response) {
      const bytes = response.writableLength;
      if (bytes === 0) return;
      if (addedInRound === 0) setImmediate(endRound);
      addedInRound += bytes;
      unread.set(response, bytes);
      total += bytes;
      response.once('close', () => forget(response));
      for (const oldest of unread.keys()) {
        if (total <= maxBytes) return;
        forget(oldest);
        oldest.destroy();
      }
    },
    isBusy: () => addedInRound > maxBytes * PER_ROUND,
  };
}

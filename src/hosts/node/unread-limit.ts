/**
 * Limits the memory of responses that clients have not read yet, over all connections of a server. One client could otherwise open
 * thousands of connections and hold a large response on each.
 */

import type { ServerResponse } from 'node:http';

/** The responses of one server. */
export interface UnreadLimit {
  /** Adds a response after its end. Beyond the limit, the connections that have waited longest are closed. */
  add(response: ServerResponse): void;
  /**
   * True if new requests must be refused. The memory of a closed connection is only released at the end of the round of the event loop,
   * and thousands of requests can arrive in one round.
   */
  isExhausted(): boolean;
}

/** `maxBytes`: of connections that stay open. Those that are being closed may take as much again. */
export function createUnreadLimit(maxBytes: number): UnreadLimit {
  /** Bytes that could not be passed to the operating system at once; the oldest response comes first. */
  const unread = new Map<ServerResponse, number>();
  let unreadBytes = 0;
  let closingBytes = 0;
  return {
    add(response) {
      const bytes = response.writableLength;
      if (bytes === 0) return;
      unread.set(response, bytes);
      unreadBytes += bytes;
      response.once('close', () => {
        if (unread.delete(response)) unreadBytes -= bytes;
        else closingBytes -= bytes;
      });
      for (const [oldest, held] of unread) {
        if (unreadBytes <= maxBytes) return;
        unread.delete(oldest);
        unreadBytes -= held;
        closingBytes += held;
        oldest.destroy();
      }
    },
    isExhausted: () => closingBytes > maxBytes,
  };
}

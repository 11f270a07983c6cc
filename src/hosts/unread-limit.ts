/**
 * Limits the memory of responses that clients have not read yet, over all connections of a server. One client could otherwise open
 * thousands of connections and hold a large response on each. Beyond the limit, the connections that have waited longest are closed.
 */

import type { ServerResponse } from 'node:http';

/** Returns a function to call with each response after its end. */
export function createUnreadLimit(maxBytes: number): (response: ServerResponse) => void {
  /** Bytes that could not be passed to the operating system at once; the oldest response comes first. */
  const unread = new Map<ServerResponse, number>();
  let total = 0;
  const forget = (response: ServerResponse): void => {
    total -= unread.get(response) ?? 0;
    unread.delete(response);
  };
  return (response) => {
    const bytes = response.writableLength;
    if (bytes === 0) return;
    unread.set(response, bytes);
    total += bytes;
    response.once('close', () => forget(response));
    for (const oldest of unread.keys()) {
      if (total <= maxBytes) return;
      forget(oldest);
      oldest.destroy();
    }
  };
}

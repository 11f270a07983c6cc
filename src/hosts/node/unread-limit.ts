/**
 * Limits the memory for responses that clients have not read yet, across all of a server's connections. One client could otherwise open
 * thousands of connections and hold a large response on each.
 */

import type { ServerResponse } from 'node:http';

/**
 * Returns a function to call with each response after its `end`. Beyond `maxBytes`, the connections that have waited longest are closed.
 * Their memory is released at the end of the event-loop round; long responses are composed one after the other (`turns.ts`), so no more
 * than one long response is added per round.
 */
export function createUnreadLimit(maxBytes: number): (response: ServerResponse) => void {
  /** Bytes that could not be passed to the operating system immediately; the oldest response comes first. */
  const unread = new Map<ServerResponse, number>();
  let unreadBytes = 0;
  const remove = (response: ServerResponse): void => {
    unreadBytes -= unread.get(response) ?? 0;
    unread.delete(response);
  };
  return (response) => {
    const bytes = response.writableLength;
    if (bytes === 0) return;
    unread.set(response, bytes);
    unreadBytes += bytes;
    response.once('close', () => remove(response));
    for (const oldest of unread.keys()) {
      if (unreadBytes <= maxBytes) return;
      remove(oldest);
      oldest.destroy();
    }
  };
}

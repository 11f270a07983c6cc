/**
 * Takes turns on a connection of Node's http server: one response at a time, and only while the client reads it.
 *
 * Node emits every pipelined request as soon as it arrives, even if the client has not read earlier responses. All of these responses
 * would be in memory at once. Here the next request is answered once the last byte of the previous response has been passed to the
 * operating system, and nothing more is read while requests wait. At most the requests of a single 64 KB read can wait. A connection with
 * too many of them is closed, because each takes 2 KB of memory.
 */

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The connection is closed if a response makes no progress for this long. */
export const STALLED_MS = 30_000;

/** Maximum number of waiting requests per connection. */
const MAX_WAITING = 1000;

export type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

interface Line {
  isAnswering: boolean;
  isWatched: boolean;
  readonly waiting: [IncomingMessage, ServerResponse][];
}

export interface Turns {
  /** For the 'request' event. */
  readonly take: (request: IncomingMessage, response: ServerResponse) => void;
  /** True if a response is in progress on the connection. */
  isAnswering(socket: Socket): boolean;
}

export function createTurns(answer: Answer): Turns {
  const lines = new WeakMap<Socket, Line>();

  function lineOf(socket: Socket): Line {
    const known = lines.get(socket);
    if (known) return known;
    const line: Line = { isAnswering: false, isWatched: false, waiting: [] };
    lines.set(socket, line);
    return line;
  }

  function begin(line: Line, request: IncomingMessage, response: ServerResponse): void {
    line.isAnswering = true;
    response.once('finish', () => end(line));
    answer(request, response).catch((error) => response.destroy(error));
  }

  function end(line: Line): void {
    // Yields to other connections: responses without a pause in between would keep the process from serving them.
    if (line.waiting.length > 0) setImmediate(goOn, line);
    else line.isAnswering = false;
  }

  function goOn(line: Line): void {
    const next = line.waiting.shift();
    // The connection may be gone, and the waiting requests with it.
    if (!next || next[0].socket.destroyed) return;
    if (line.waiting.length === 0) next[0].socket.resume();
    begin(line, ...next);
  }

  function wait(line: Line, request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    if (line.waiting.length >= MAX_WAITING) {
      line.waiting.length = 0;
      socket.destroy();
    }
    // The rest of the data already read still arrives.
    if (socket.destroyed) return;
    line.waiting.push([request, response]);
    if (!line.isWatched) {
      line.isWatched = true;
      // Node resumes reading after each response.
      socket.on('resume', () => {
        if (line.waiting.length > 0) socket.pause();
      });
    }
    socket.pause();
  }

  return {
    take(request, response) {
      const line = lineOf(request.socket);
      if (line.isAnswering) wait(line, request, response);
      else begin(line, request, response);
    },
    isAnswering: (socket) => lines.get(socket)?.isAnswering ?? false,
  };
}

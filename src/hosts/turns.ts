/**
 * Turns on a connection of Node's http server: one answer at a time, and no longer than its client takes it.
 *
 * Node hands over every request of a pipeline as soon as it has arrived, whether the answers before are taken or not; then the
 * memory of one connection is that of all its answers. Here the next request is answered when the last byte of the answer before
 * is with the operating system, and nothing more is read until no request waits: what waits is at most what one read brought,
 * 64 KB. A connection whose read brought more requests than anybody has use for is closed, as each weighs 2 KB.
 */

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** An answer that moves no byte for so long is given up, and its connection closed. */
export const STALLED_MS = 30_000;

/** Requests that may wait on a connection. */
const MAX_WAITING = 1000;

export type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

interface Line {
  isAnswering: boolean;
  isWatched: boolean;
  readonly waiting: [IncomingMessage, ServerResponse][];
}

export interface Turns {
  /** For 'request'. */
  readonly take: (request: IncomingMessage, response: ServerResponse) => void;
  /** True where a connection has an answer in hand. */
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
    // Whoever waits behind the requests of others lets these come first: answers that follow each other without a pause would
    // keep the process from looking at any other connection.
    if (line.waiting.length > 0) setImmediate(goOn, line);
    else line.isAnswering = false;
  }

  function goOn(line: Line): void {
    const next = line.waiting.shift();
    // The connection may be gone, and with it what waited.
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
    // What else the read has brought still arrives.
    if (socket.destroyed) return;
    line.waiting.push([request, response]);
    if (!line.isWatched) {
      line.isWatched = true;
      // Node itself goes on reading after each answer.
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

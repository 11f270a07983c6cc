/**
 * Queues the requests of each connection of Node's http server: one response at a time, and only while the client reads it.
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

/** Answers one request, or leaves it to `next`. */
export type Answer = (request: IncomingMessage, response: ServerResponse, next?: () => void) => Promise<void>;

type Waiting = Parameters<Answer>;

/** A request that is being answered. */
interface Answering {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

interface Queue {
  current: Answering | null;
  readonly waiting: Waiting[];
}

/** The queues of all connections of a server. */
export interface ResponseQueue {
  /** For the 'request' event. */
  readonly add: (...waiting: Waiting) => void;
  /** The request of the connection that is being answered, or null. */
  current(socket: Socket): Answering | null;
}

/**
 * Creates a function whose promise resolves at the end of the current round of the event loop: after all input that has arrived is handled,
 * before waiting for more. Responses to requests that arrived together are then sent together, and a single request does not wait longer.
 * Sending wakes a client or proxy that waits on the same machine, which can cost more than composing a response; while it is awake, further
 * responses reach it without that cost. Callers continue in the order of their calls.
 */
export function createBatchEnd(): () => Promise<void> {
  let end: Promise<void> | null = null;
  return () => {
    end ??= new Promise((resolve) =>
      setImmediate(() => {
        end = null;
        resolve();
      }),
    );
    return end;
  };
}

/** Creates the queues of a server. `answer` sends one response; if it rejects, the connection is closed. */
export function createResponseQueue(answer: Answer): ResponseQueue {
  const queues = new WeakMap<Socket, Queue>();

  function queueOf(socket: Socket): Queue {
    const known = queues.get(socket);
    if (known) return known;
    const queue: Queue = { current: null, waiting: [] };
    queues.set(socket, queue);
    // Node resumes reading after each response.
    socket.on('resume', () => {
      if (queue.waiting.length > 0) socket.pause();
    });
    return queue;
  }

  function begin(queue: Queue, ...[request, response, next]: Waiting): void {
    queue.current = { request, response };
    response.once('finish', () => end(queue));
    answer(request, response, next).catch((error) => response.destroy(error));
  }

  function end(queue: Queue): void {
    // Yields to other connections: responses without a pause in between would keep the process from serving them.
    if (queue.waiting.length > 0) setImmediate(answerNext, queue);
    else queue.current = null;
  }

  function answerNext(queue: Queue): void {
    const next = queue.waiting.shift();
    // The connection may be gone, and the waiting requests with it.
    if (!next || next[0].socket.destroyed) return;
    if (queue.waiting.length === 0) next[0].socket.resume();
    begin(queue, ...next);
  }

  function wait(queue: Queue, ...waiting: Waiting): void {
    const { socket } = waiting[0];
    if (queue.waiting.length >= MAX_WAITING) {
      queue.waiting.length = 0;
      socket.destroy();
    }
    // The rest of the data already read still arrives.
    if (socket.destroyed) return;
    queue.waiting.push(waiting);
    socket.pause();
  }

  return {
    add(...waiting) {
      const queue = queueOf(waiting[0].socket);
      if (queue.current) wait(queue, ...waiting);
      else begin(queue, ...waiting);
    },
    current: (socket) => queues.get(socket)?.current ?? null,
  };
}

/**
 * Queues the requests on each connection of Node's http server: responses are sent one at a time, and only while the client reads them.
 *
 * Node emits every pipelined request as soon as it arrives, even if the client has not read earlier responses. All of these responses would
 * then be in memory at once. Here, the next request is answered once the last byte of the previous response has been passed to the
 * operating system, and nothing more is read while requests wait. No more requests can wait than arrive in a single 64 KB read. A
 * connection with too many waiting requests is closed, because each takes 2 KB of memory.
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

/** The queues for all of a server's connections. */
export interface ResponseQueue {
  /** The listener for the 'request' event. */
  readonly add: (...waiting: Waiting) => void;
  /** The connection's request that is being answered, or null. */
  current(socket: Socket): Answering | null;
}

/**
 * Creates a function whose promise resolves at the end of the current round of the event loop: after all input that has arrived has been
 * handled, and before waiting for more. Responses to requests that arrived together are then sent together, and a single request does not
 * wait longer. Sending wakes up a client or proxy that is waiting on the same machine, and waking it can cost more than composing a
 * response. While the client is awake, further responses reach it without that cost. Callers continue in the order in which they called.
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

/** Creates a server's queues. `answer` sends one response; if it rejects, the connection is closed. */
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
    // Yields to other connections: without a pause between responses, the process could not serve them.
    if (queue.waiting.length > 0) setImmediate(answerNext, queue);
    else queue.current = null;
  }

  function answerNext(queue: Queue): void {
    const next = queue.waiting.shift();
    // The connection may be gone, along with its waiting requests.
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
    // Requests from data that has already been read arrive even while the connection is paused.
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

/** Answers the requests on each connection of Node's http server one after the other, and reads no more requests while some wait. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';

/** The connection is closed if more requests wait, because each takes 2 KB or more. */
const MAX_WAITING = 1000;

/** Answers one request, or leaves it to `next`. */
export type AnswerRequest = (request: IncomingMessage, response: ServerResponse, next?: () => void) => Promise<void>;

/**
 * Creates a 'request' listener. Node emits every pipelined request as soon as it arrives, even if the client has not read earlier responses:
 * five clients that request the largest page would otherwise take gigabytes. If `answer` rejects, the connection is closed.
 */
export function answerInOrder(answer: AnswerRequest): (...request: Parameters<AnswerRequest>) => void {
  /** The requests of each connection: the one that is being answered, and those that wait. */
  const queues = new WeakMap<Socket, Parameters<AnswerRequest>[]>();

  function queueOf(socket: Socket): Parameters<AnswerRequest>[] {
    const known = queues.get(socket);
    if (known) return known;
    const queue: Parameters<AnswerRequest>[] = [];
    queues.set(socket, queue);
    // Node resumes reading after each request and each response.
    socket.on('resume', () => {
      if (queue.length > 1) socket.pause();
    });
    return queue;
  }

  async function answerAll(queue: Parameters<AnswerRequest>[], socket: Socket): Promise<void> {
    for (let one = queue[0]; one && !socket.destroyed; one = queue[0]) {
      const [, response] = one;
      const closed = new Promise<void>((resolve) => response.once('close', resolve));
      await answer(...one).catch((error) => response.destroy(error));
      await closed;
      queue.shift();
      if (queue.length === 1) socket.resume();
      // Yields to other connections.
      if (queue.length > 0) await setImmediate();
    }
  }

  return (...one) => {
    const { socket } = one[0];
    const queue = queueOf(socket);
    if (queue.push(one) === 1) void answerAll(queue, socket);
    // The requests of one read arrive even while the connection is paused.
    else if (queue.length <= MAX_WAITING) socket.pause();
    else {
      queue.length = 1;
      socket.destroy();
    }
  };
}

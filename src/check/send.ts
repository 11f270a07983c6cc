/** Sends requests unchanged: paths are not normalised, redirects are not followed, and any method works. */

import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest, Agent as TlsAgent } from 'node:https';
import { ExpectedError } from '../report/expected-error.ts';

export interface TestRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface TestAnswer {
  readonly status: number;
  /** Headers by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Sends a request to the host under test. Rejects if there is no response. */
export type Send = (request: TestRequest) => Promise<TestAnswer>;

/** Limits for one response, because the host under test is not trusted: for the time until its last byte, and for the size of its body. */
const LIMITS = { timeoutMs: 10_000, maxBytes: 64 * 2 ** 20 };

/** The host answers a request for a file with another status than 200. */
class StatusError extends ExpectedError {
  override readonly name = 'StatusError';
}

/** There is no response within the limits. */
export class NoAnswerError extends ExpectedError {
  override readonly name = 'NoAnswerError';
}

/** An answer whose body is not text. */
interface RawAnswer extends Omit<TestAnswer, 'body'> {
  readonly body: Buffer;
}

async function receiveAnswer(message: IncomingMessage, maxBytes: number): Promise<RawAnswer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of message) {
    size += (chunk as Buffer).length;
    if (size > maxBytes) throw new NoAnswerError(`the answer is longer than ${maxBytes} bytes`);
    chunks.push(chunk as Buffer);
  }
  const headers = Object.entries(message.headers).map(([name, value]) => [name, String(value)]);
  return { status: message.statusCode ?? 0, headers: Object.fromEntries(headers), body: Buffer.concat(chunks) };
}

/** Requests to a host, as text and as bytes. */
export interface Connection {
  readonly send: Send;
  /** Reads a file by its path and query. Rejects unless the status is 200. */
  read(target: string): Promise<Uint8Array>;
  /** Closes idle connections. */
  close(): void;
}

/** Connects to a URL's origin. */
export function sendTo(origin: string, limits: Partial<typeof LIMITS> = {}): Connection {
  const { timeoutMs, maxBytes } = { ...LIMITS, ...limits };
  const { protocol, hostname: bracketed, port } = new URL(origin);
  // An IPv6 address is in brackets in a URL, but not for a socket.
  const hostname = bracketed.replace(/^\[(.*)\]$/, '$1');
  const isTls = protocol === 'https:';
  const agent = isTls ? new TlsAgent({ keepAlive: true }) : new Agent({ keepAlive: true });
  const start = isTls ? httpsRequest : httpRequest;
  const sendOnce = (request: TestRequest): Promise<RawAnswer> =>
    new Promise((resolve, reject) => {
      const { method, target, headers } = request;
      // `path` is sent as given; the URL class would normalise it.
      const options = { agent, hostname, port, method, path: target, headers };
      const sent = start(options, (message) => {
        receiveAnswer(message, maxBytes)
          .then(resolve, fail)
          .finally(() => clearTimeout(timer));
      });
      const fail = (error: Error) => {
        clearTimeout(timer);
        sent.destroy();
        reject(error instanceof NoAnswerError ? error : new NoAnswerError(error.message, { cause: error }));
      };
      // The limit covers informational responses too, because they could go on forever.
      const timer = setTimeout(() => fail(new NoAnswerError(`no complete answer after ${timeoutMs} ms`)), timeoutMs);
      sent.once('error', (error: NodeJS.ErrnoException) => {
        // The host closed an idle connection, so the request may be sent again (RFC 9112, 9.3.1).
        if (!sent.reusedSocket || error.code !== 'ECONNRESET') return fail(error);
        clearTimeout(timer);
        resolve(sendOnce(request));
      });
      sent.end();
    });
  return {
    async send(request) {
      const answer = await sendOnce(request);
      return { ...answer, body: answer.body.toString('utf8') };
    },
    async read(target) {
      const { status, headers, body } = await sendOnce({ method: 'GET', target, headers: {} });
      if (status === 200) return body;
      const { location } = headers;
      throw new StatusError(`the host answers ${status}${location === undefined ? '' : `, and leads to ${location}`}`);
    },
    close: () => agent.destroy(),
  };
}

/**
 * Limits for the requests that a check compares, ten times what an honest site needs. They do not cover the files of the site, which the check
 * reads to know the expected answers: only each of these files has limits.
 */
export interface Budget {
  readonly requests: number;
  readonly ms: number;
}

/** Rejects requests once the budget is used up. */
export function withinBudget(send: Send, { requests, ms }: Budget): Send {
  const end = performance.now() + ms;
  let left = requests;
  return (request) => {
    if (left-- <= 0) return Promise.reject(new NoAnswerError(`skipped after ${requests} requests`));
    if (performance.now() > end) return Promise.reject(new NoAnswerError(`skipped after ${ms / 1000} s`));
    return send(request);
  };
}

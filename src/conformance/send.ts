/** Requests for conformance cases, sent as they are written: no tidying of paths, any method, no redirects followed. */

import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest, Agent as TlsAgent } from 'node:https';

export interface TestRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface TestAnswer {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Sends a request to the host under test. Rejects where there is no answer. */
export type Send = (request: TestRequest) => Promise<TestAnswer>;

const TIMEOUT_MS = 10_000;

async function readAnswer(message: IncomingMessage): Promise<TestAnswer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  const headers = Object.entries(message.headers).map(([name, value]) => [name, String(value)]);
  return {
    status: message.statusCode ?? 0,
    headers: Object.fromEntries(headers),
    body: Buffer.concat(chunks).toString('utf8'),
  };
}

/** Sends to the origin of a URL. `close` ends the connections that are kept for the next request. */
export function sendTo(origin: string): { send: Send; close(): void } {
  const { protocol, hostname, port } = new URL(origin);
  const isTls = protocol === 'https:';
  const agent = isTls ? new TlsAgent({ keepAlive: true }) : new Agent({ keepAlive: true });
  const start = isTls ? httpsRequest : httpRequest;
  const send: Send = ({ method, target, headers }) =>
    new Promise((resolve, reject) => {
      // `path` is sent as given; the URL class would tidy it up.
      const options = { agent, hostname, port, method, path: target, headers, timeout: TIMEOUT_MS };
      const sent = start(options, (message) => readAnswer(message).then(resolve, reject));
      sent.once('timeout', () => sent.destroy(new Error(`no answer after ${TIMEOUT_MS} ms`)));
      sent.once('error', reject);
      sent.end();
    });
  return { send, close: () => agent.destroy() };
}

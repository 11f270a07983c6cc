/**
 * Answers requests that are rejected because of their headers, and requests that Node's http server rejects, such as those with an unknown
 * method. Node itself would send a bare status without a body, but the contract defines a body.
 */

import { IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import {
  EXPECTATION_FAILED,
  MALFORMED,
  MISSING_HOST,
  methodNotAllowed,
  REPEATED_HOST,
  REQUEST_TOO_SLOW,
  type Refusal,
  TOO_MANY_HEADERS,
} from '../../core/contract/refusals.ts';
import type { HandlerResponse } from '../../core/handler/ports.ts';
import type { ResponseQueue } from './response-queue.ts';

/** The error passed to a 'clientError' listener; `rawPacket` contains the bytes that were being parsed. */
interface ClientError extends Error {
  readonly code?: string;
  readonly bytesParsed?: number;
  readonly rawPacket?: Uint8Array;
}

const REFUSALS: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: TOO_MANY_HEADERS,
  ERR_HTTP_REQUEST_TIMEOUT: REQUEST_TOO_SLOW,
};

/** A request line whose method is a token (RFC 9110, 5.6.2) and whose target is ASCII. */
const REQUEST_LINE = /^([!#$%&'*+.^_`|~\w-]+) ([!-~]+) HTTP\/1\.\d\r?\n/;

/** The text of the rejected request, or of its last part. Earlier requests in the same packet may have been answered already. */
function textOf({ bytesParsed = 0, rawPacket = new Uint8Array() }: ClientError): string {
  const text = Buffer.from(rawPacket).toString('latin1');
  return text.slice(bytesParsed === 0 ? 0 : text.lastIndexOf('\n', bytesParsed - 1) + 1);
}

/** Method and target of a request that was rejected because Node does not know the method; null if there was another reason. */
function findUnknownMethod(error: ClientError): { readonly method: string; readonly url: string } | null {
  if (error.code !== 'HPE_INVALID_METHOD') return null;
  const [, method, url] = REQUEST_LINE.exec(textOf(error)) ?? [];
  return method === undefined || url === undefined ? null : { method, url };
}

/** The request that was rejected, as far as it is known. A request line that cannot be parsed is the target. */
function describeRequest(error: ClientError, socket: Socket): IncomingMessage {
  const { method = '', url = textOf(error).replace(/[\r\n].*/s, '') } = findUnknownMethod(error) ?? {};
  return Object.assign(new IncomingMessage(socket), { method, url });
}

/** The refusal for a request that was rejected for any other reason. */
function refusalFor({ code = '' }: ClientError): Refusal {
  return REFUSALS[code] ?? MALFORMED;
}

/** Counts Host headers, because Node looks only at the first. */
function countHosts({ rawHeaders }: IncomingMessage): number {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  return hosts;
}

/** The refusal for a request with unacceptable headers, whose connection is then closed; null for nearly every request. */
export function refuseHeaders(request: IncomingMessage): Refusal | null {
  const hosts = countHosts(request);
  if (hosts > 1) return REPEATED_HOST;
  if (hosts === 0 && request.httpVersion !== '1.0') return MISSING_HOST;
  const { expect } = request.headers;
  return expect === undefined || expect.toLowerCase() === '100-continue' ? null : EXPECTATION_FAILED;
}

/** How rejected requests are answered. */
interface RejectedOptions {
  readonly queue: ResponseQueue;
  /** Called before the response to a request for which the server emits no 'request' event. */
  onRequest(request: IncomingMessage, response: ServerResponse): void;
  refused(refusal: Refusal, method: string): HandlerResponse;
  /** The site's response to a request without headers. */
  respond(method: string, url: string): Promise<HandlerResponse>;
  send(response: ServerResponse, answer: HandlerResponse): void;
}

/** Makes a server send complete responses to requests that Node rejects: CONNECT, unknown expectations, and parser errors. */
export function answerRejected(server: Server, { queue, onRequest, refused, respond, send }: RejectedOptions): void {
  const rejected = new WeakSet<Duplex>();

  /** Sends the only response on a connection that Node no longer handles, and closes the connection. */
  function answerLast(request: IncomingMessage, duplex: Duplex, answer: HandlerResponse): void {
    const socket = duplex as Socket;
    socket.on('error', () => socket.destroy()).on('timeout', () => socket.destroy());
    const current = queue.current(socket);
    // The request's body is malformed, but its response has not begun.
    const isOfCurrent = current !== null && !current.request.complete && !current.response.headersSent;
    if (current !== null && !isOfCurrent) {
      socket.destroy();
      return;
    }
    const response = current?.response ?? new ServerResponse(request);
    response.shouldKeepAlive = false;
    if (current === null) {
      response.assignSocket(socket);
      onRequest(request, response);
    }
    response.once('finish', () => socket.destroySoon());
    send(response, answer);
  }

  async function answerClientError(error: ClientError, socket: Duplex): Promise<void> {
    // Further data on the connection cause more errors.
    if (rejected.has(socket)) return;
    rejected.add(socket);
    const unknown = findUnknownMethod(error);
    const answer = unknown ? await respond(unknown.method, unknown.url) : refused(refusalFor(error), '');
    if (socket.writable) answerLast(describeRequest(error, socket as Socket), socket, answer);
    else socket.destroy();
  }

  server
    .on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
      onRequest(request, response);
      queue.add(request, response);
    })
    .on('connect', (request: IncomingMessage, socket: Duplex) =>
      answerLast(request, socket, refused(methodNotAllowed(request.method ?? ''), '')),
    )
    .on('clientError', answerClientError);
}

/**
 * Node host: answers from packs in a folder, as a handler for `http.createServer` or as `(Request) => Promise<Response>`.
 *
 * A new release in the folder is noticed within half a second; requests in progress finish on the old one.
 */

import { stat } from 'node:fs/promises';
import { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { type Duplex, pipeline, type Readable } from 'node:stream';
import { RELEASE_PATH } from '../core/contract/paths.ts';
import { methodNotAllowed, REPEATED_HOST, type Refusal, UNAVAILABLE } from '../core/contract/refusals.ts';
import { type FileResponse, withFiles, withOpenedFiles } from '../core/handler/files.ts';
import { createGate } from '../core/handler/gate.ts';
import type { HandlerResponse } from '../core/handler/ports.ts';
import { refusalResponse } from '../core/handler/response.ts';
import { createSite, type Site, type SiteOptions } from '../core/handler/site.ts';
import { sha256 } from '../fs/hash.ts';
import { type ClientError, findUnknownMethod, refusalFor } from './client-error.ts';
import { type FetchHandler, toFetchHandler } from './fetch.ts';
import { createFileOpener, describeState, readSiteFile } from './files.ts';
import { createGzip } from './gzip.ts';
import { createBatchEnd, createResponseQueue, STALLED_MS } from './response-queue.ts';
import { createUnreadLimit } from './unread-limit.ts';

/** Options of a handler; only `root` is required. */
export interface HandlerOptions extends Pick<SiteOptions, 'baseUrl' | 'cacheBytes' | 'readTimeoutMs' | 'onDamage'> {
  /** Folder of the site: the output of `stillwave build`. */
  readonly root: string;
  /** Maximum bytes of compressed bodies in memory. Default 32 MiB. */
  readonly codedBytes?: number | undefined;
  /** Closes a connection if the client reads nothing of its response for this many ms. Default 30,000. */
  readonly stalledMs?: number | undefined;
  /** Maximum bytes of responses that clients have not read yet; beyond it, the longest waiting are closed. Default 256 MiB. */
  readonly unreadBytes?: number | undefined;
  /** Called once per change: with null for a usable release, otherwise with the error. */
  readonly onRelease?: (problem: Error | null) => void;
}

/** A site in a folder that answers requests. */
export interface Handler {
  /** For `http.createServer`. Answers one request at a time per connection. */
  readonly node: (request: IncomingMessage, response: ServerResponse) => void;
  /** For the server's 'connect' event. Without a listener Node closes the connection without a response. */
  readonly connect: (request: IncomingMessage, socket: Duplex) => void;
  /** For the server's 'clientError' event. Without a listener Node sends a status without a body. */
  readonly clientError: (error: ClientError, socket: Duplex) => void;
  readonly fetch: FetchHandler;
  readonly site: Site;
  /** Stops watching for new releases. */
  close(): void;
}

const POLL_MS = 500;
const DEFAULT_CODED_BYTES = 32 * 2 ** 20;
const DEFAULT_UNREAD_BYTES = 256 * 2 ** 20;
/**
 * Responses that are composed at the same time. More would not be faster, because all of them share one thread, and thousands of requests
 * that wait for the same pack would otherwise all be composed before the first response is sent.
 */
const MAX_COMPOSING = 64;
/** Larger responses are sent at once: waiting would take memory, and saves little compared with what they cost. */
const MAX_WAITING_BYTES = 64 * 2 ** 10;

/** Changes whenever release.json is replaced. */
async function pointerState(root: string): Promise<string> {
  const found = await stat(join(root, RELEASE_PATH), { bigint: true }).catch(() => null);
  return found === null ? '' : describeState(found);
}

/** Calls `reload` whenever release.json is replaced, until the returned function is called. */
async function watchPointer(root: string, reload: () => Promise<void>): Promise<() => void> {
  let seen = await pointerState(root);
  await reload();
  const timer = setInterval(async () => {
    const now = await pointerState(root);
    if (now === seen) return;
    seen = now;
    await reload();
  }, POLL_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** Counted here because Node only looks at the first one. */
function hasManyHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  return hosts > 1;
}

/** Creates a handler and reads the current release. Errors go to `onRelease` and are never thrown. */
export async function createHandler({ root, onRelease = () => {}, ...options }: HandlerOptions): Promise<Handler> {
  const { codedBytes = DEFAULT_CODED_BYTES, unreadBytes = DEFAULT_UNREAD_BYTES, ...rest } = options;
  const { stalledMs = STALLED_MS, ...siteOptions } = rest;
  const unread = createUnreadLimit(unreadBytes);
  const gate = createGate(MAX_COMPOSING);
  const batchEnd = createBatchEnd();
  const rejected = new WeakSet<Duplex>();
  const ports = {
    readFile: (path: string) => readSiteFile(join(root, path)),
    sha256,
    codings: { gzip: createGzip(codedBytes) },
  };
  const site = createSite({ ...siteOptions, ...ports });
  const files = withOpenedFiles(site, ports, createFileOpener(root));
  const close = await watchPointer(root, async () => onRelease(await site.reload()));

  const refused = (refusal: Refusal, method: string): HandlerResponse => refusalResponse(refusal, site.release, method);

  function send(response: ServerResponse, { status, headers, body }: FileResponse<Readable>): void {
    response.writeHead(status, headers);
    if (body instanceof Uint8Array) response.end(body);
    // Closes the file, or the connection if the file cannot be read to its end.
    else pipeline(body, response, () => {});
    // Node resets this timeout whenever bytes move, and limits the time between two requests separately.
    response.socket?.setTimeout(stalledMs);
    unread.add(response);
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request;
    if (hasManyHosts(request)) {
      response.shouldKeepAlive = false;
      send(response, refused(REPEATED_HOST, method));
      return;
    }
    const converted = { method, url, header: (name: string) => headers[name]?.toString() };
    await gate(async () => {
      const answer = unread.isExhausted() ? refused(UNAVAILABLE, method) : await files.respond(converted);
      if (answer.body instanceof Uint8Array && answer.body.length <= MAX_WAITING_BYTES) await batchEnd();
      send(response, answer);
    });
  }

  /** Unexpected errors, such as a pointer with a missing member, also give a 503, which is more useful than a closed connection. */
  const queue = createResponseQueue((request, response) =>
    answer(request, response).catch((error) => {
      if (response.headersSent) throw error;
      send(response, refused(UNAVAILABLE, request.method ?? ''));
    }),
  );

  /** Sends the only response of a connection that Node no longer handles, and closes it. */
  function answerLast(request: IncomingMessage, duplex: Duplex, answer: FileResponse<Readable>): void {
    const socket = duplex as Socket;
    socket.on('error', () => socket.destroy()).on('timeout', () => socket.destroy());
    if (queue.isAnswering(socket)) {
      socket.destroy();
      return;
    }
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(socket);
    response.once('finish', () => socket.destroySoon());
    send(response, answer);
  }

  return {
    node: queue.add,
    connect: (request, socket) => answerLast(request, socket, refused(methodNotAllowed(request.method ?? ''), '')),
    async clientError(error, socket) {
      // Whatever else arrives on the connection is another error.
      if (rejected.has(socket)) return;
      rejected.add(socket);
      const unknown = findUnknownMethod(error);
      const answer = unknown
        ? await files.respond({ ...unknown, header: () => undefined })
        : refused(refusalFor(error), '');
      if (socket.writable) answerLast(new IncomingMessage(socket as Socket), socket, answer);
      else socket.destroy();
    },
    fetch: toFetchHandler(withFiles(site, ports)),
    site,
    close,
  };
}

/**
 * Node host: answers from packs in a folder, as a handler for `http.createServer` or as `(Request) => Promise<Response>`.
 *
 * A new release in the folder is detected within half a second; requests in progress finish on the old release.
 */

import { stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pipeline, type Readable } from 'node:stream';
import { API_ROOTS, HEALTH_PATH } from '../../core/contract/paths.ts';
import { NOT_FOUND, type Refusal, UNAVAILABLE } from '../../core/contract/refusals.ts';
import { RELEASE_ID_PATH, RELEASE_PATH } from '../../core/contract/site-paths.ts';
import { type ResolvedRequest, splitUrl } from '../../core/handler/resolve-request.ts';
import { countRows, type RespondOptions } from '../../core/handler/respond.ts';
import { respondWhole } from '../../core/handler/respond-whole.ts';
import { refusalResponse } from '../../core/handler/response.ts';
import { createSite, type Site, type SiteOptions } from '../../core/handler/site.ts';
import type { HandlerRequest, HandlerResponse } from '../../core/release/ports.ts';
import { sha256 } from '../../fs/hash.ts';
import { type FetchHandler, toFetchHandler } from '../fetch.ts';
import { createCompression } from './compression.ts';
import { createHealthCheck } from './health.ts';
import { answerInOrder } from './in-order.ts';
import { createSliceOpener, describeState, readSiteFile } from './open-files.ts';
import { createBatchEnd, createTurns } from './turns.ts';

/** A response, with the open file that replaces its body if it has a slice. */
interface Answer extends HandlerResponse {
  readonly file?: Readable | undefined;
}

/** Options for a handler; only `root` is required. */
export interface HandlerOptions extends Pick<SiteOptions, 'baseUrl' | 'cacheBytes' | 'readTimeoutMs' | 'onDamage'> {
  /** The site's folder: the output of `stillwave build`. */
  readonly root: string;
  /** Maximum bytes of compressed bodies in memory. Default 32 MiB. */
  readonly codedBytes?: number | undefined;
  /** Closes a connection if the client reads none of its response for this many ms. Default 30,000. */
  readonly stalledMs?: number | undefined;
  /** Called once per change: with null for a usable release, otherwise with the error. */
  readonly onRelease?: (problem: Error | null) => void;
}

/** Answers requests from a site in a folder. */
export interface Handler {
  /**
   * For `http.createServer`. Answers one request at a time per connection. If `next` is given, as it is by Express and Connect, it is
   * called for requests that are for neither the API nor one of the site's files. The base URL's path must be the path where Express or
   * Connect mounts the handler.
   */
  readonly node: (request: IncomingMessage, response: ServerResponse, next?: () => void) => void;
  /** For hosts with the Fetch API. Unlike `node`, takes no turns, does not answer `/health`, and reads downloads whole into memory. */
  readonly fetch: FetchHandler;
  readonly site: Site;
  /** Stops watching for new releases. */
  close(): void;
}

const POLL_MS = 500;
const DEFAULT_CODED_BYTES = 32 * 2 ** 20;
/** The connection is closed if the client reads none of a response for this long. */
const STALLED_MS = 30_000;
/** Larger responses are sent immediately: waiting would take memory, and would save little compared with the cost of the response. */
const MAX_WAITING_BYTES = 64 * 2 ** 10;

/** A string that changes whenever release.json is replaced. */
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

/** Sends a response; closes the connection if the client reads nothing for `stalledMs`. */
function send(response: ServerResponse, { status, headers, body, file }: Answer, stalledMs: number): void {
  response.writeHead(status, headers);
  if (file === undefined) response.end(body);
  // Closes the file, or the connection if the file cannot be read to the end.
  else pipeline(file, response, () => {});
  // Node resets this timeout whenever bytes move, and limits the time between two requests separately.
  response.socket?.setTimeout(stalledMs);
}

/**
 * Creates the function that gets a response from the site when it is the request's turn. It rejects if the client disconnects before its
 * turn, because composing its response would only keep others waiting.
 */
function createResponder(site: Site, root: string, compress: ReturnType<typeof createCompression>) {
  const takeTurn = createTurns();
  const openSlice = createSliceOpener(root);
  return async (request: HandlerRequest, to: ServerResponse): Promise<Answer> => {
    let endTurn = () => {};
    let file: Readable | undefined;
    const onResolved = async (resolved: ResolvedRequest) => {
      // Called again if the request is retried on a newer release.
      endTurn();
      endTurn = await takeTurn(countRows(resolved));
      if (to.destroyed) throw new Error('the client has gone');
    };
    const options: RespondOptions = {
      onResolved,
      async openSlice(slice, etag) {
        file = await openSlice(slice, etag);
      },
    };
    const answer = await compress(request, (plain) => site.respond(plain, options)).finally(() => endTurn());
    return { ...answer, file };
  };
}

/** True for a path in the API or the older interfaces, below the base URL. */
function isOfApi(path: string, release: Site['release']): boolean {
  return API_ROOTS.some((root) => `${path}/`.startsWith(`${release?.basePath ?? ''}/${root}/`));
}

/** Creates a handler and reads the current release. Errors go to `onRelease` and are never thrown. */
export async function createHandler({ root, onRelease = () => {}, ...options }: HandlerOptions): Promise<Handler> {
  const { codedBytes = DEFAULT_CODED_BYTES, stalledMs = STALLED_MS, ...siteOptions } = options;
  const ports = {
    readFile: (path: string) => readSiteFile(root, path),
    sha256,
    readTimeoutMs: siteOptions.readTimeoutMs,
  };
  const site = createSite({ ...siteOptions, ...ports });
  const close = await watchPointer(root, async () => onRelease(await site.reload()));
  const batchEnd = createBatchEnd();
  const compress = createCompression(codedBytes);
  const isHealthy = createHealthCheck(ports);
  const respond = createResponder(site, root, compress);
  const refused = (refusal: Refusal, method: string) => refusalResponse(refusal, site.release, method);

  async function answer(request: IncomingMessage, response: ServerResponse, next?: () => void): Promise<void> {
    const { method = '', headers } = request;
    // Express and Connect remove the mount path from `url`.
    const { originalUrl: url = request.url ?? '' } = request as { originalUrl?: string };
    const header = (name: string) => headers[name]?.toString();
    const base = site.release?.basePath ?? '';
    if (url === `${base}/${HEALTH_PATH}`) {
      const asked = { method, url: `${base}/${RELEASE_ID_PATH}`, header };
      const answered = (await isHealthy()) ? await site.respond(asked) : refused(UNAVAILABLE, method);
      send(response, answered, stalledMs);
      return;
    }
    const composed = await respond({ method, url, header }, response);
    // Without a release, nothing is known about the site's other files.
    const isMissing = composed.status === NOT_FOUND.status || site.release === null;
    if (next && isMissing && !isOfApi(splitUrl(url).path, site.release)) {
      next();
      return;
    }
    if (composed.file === undefined && composed.body.length <= MAX_WAITING_BYTES) await batchEnd();
    send(response, composed, stalledMs);
  }

  /** Unexpected errors, such as a pointer with a missing member, also return 503, which is more useful than a closed connection. */
  const node = answerInOrder((request, response, next) =>
    answer(request, response, next).catch((error) => {
      if (response.headersSent) throw error;
      // The client has gone.
      if (response.destroyed) return;
      siteOptions.onDamage?.(error);
      send(response, refused(UNAVAILABLE, request.method ?? ''), stalledMs);
    }),
  );

  return {
    node,
    fetch: toFetchHandler((request) => compress(request, (plain) => respondWhole(site, plain, ports))),
    site,
    close,
  };
}

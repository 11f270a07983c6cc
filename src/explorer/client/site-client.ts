/**
 * The request handler in the visitor's browser: the same core as on Node, but it reads packs with fetch. Views send it API requests and
 * get the same responses as any client, without a server.
 */

import { sha256 } from '../../core/base/sha256.ts';
import { FORMAT } from '../../core/contract/parameters.ts';
import { API_ROOT } from '../../core/contract/paths.ts';
import type { Refused } from '../../core/contract/query.ts';
import { INVALID_PAGE, NOT_FOUND } from '../../core/contract/refusals.ts';
import type { Envelope, ErrorBody } from '../../core/contract/wire.ts';
import { resolveRequest } from '../../core/handler/resolve-request.ts';
import { createSite } from '../../core/handler/site.ts';
import type { HandlerResponse, Sha256 } from '../../core/release/ports.ts';
import type { Release } from '../../core/release/release.ts';
import { resolveTarget, withParameters } from '../address/address.ts';
import { readEntries } from './pages.ts';

/**
 * What the API refuses: `unknown` paths and records, `unlisted` files or segments, whose list the data do not have, or something else that
 * the body explains.
 */
type RefusalKind = 'unknown' | 'unlisted' | 'other';

function kindOf({ refusal, query }: Refused): RefusalKind {
  if (refusal === NOT_FOUND) return 'unknown';
  // With a valid query, a 404 is about the entries, not about the path.
  const isUnlisted = query !== null && refusal.status === NOT_FOUND.status && refusal !== INVALID_PAGE;
  return isUnlisted ? 'unlisted' : 'other';
}

/** Thrown when the API refuses a request because the resource does not exist (404) or a value is invalid (400). */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly kind: RefusalKind;
  readonly status: number;
  /** The body names the invalid query parameter, and its allowed values if the set is finite. */
  readonly body: ErrorBody;

  constructor(kind: RefusalKind, status: number, body: ErrorBody) {
    super(body.detail);
    this.kind = kind;
    this.status = status;
    this.body = body;
  }
}

/** Null for the refusal of entries that the catalogue does not list; other errors are thrown again. */
export function nullIfUnlisted(error: unknown): null {
  if (error instanceof RefusedError && error.kind === 'unlisted') return null;
  throw error;
}

/** Thrown for a site without packs, which the explorer cannot show. */
export class NoPacksError extends Error {
  override readonly name = 'NoPacksError';
}

/** Thrown when files in the site are damaged or cannot be read; `cause` has the details. */
export class DamagedError extends Error {
  override readonly name = 'DamagedError';
}

/** Thrown if a script cannot be loaded. Browsers do not retry failed imports, so only loading the page again helps. */
export class MissingScriptError extends DamagedError {
  constructor() {
    // A cached page may request scripts from an old release that no longer exist.
    const why = navigator.onLine ? 'it may be older than the site' : 'there is no network';
    super(`A script of this page cannot be loaded: ${why}. Load the page again`);
  }
}

/** Waits for a script that the page needs only now: `loadScript(import('./parquet.ts'))`. Rejects with MissingScriptError. */
export const loadScript = <Module>(script: Promise<Module>): Promise<Module> =>
  script.catch(() => {
    throw new MissingScriptError();
  });

export interface Client {
  /** The release that the next request will be answered from. */
  readonly release: Release;
  /**
   * Answers a request such as `event-versions?release=GWTC-5.0` as a host would, and calls `onRefused` if it is refused. Never rejects
   * because of the request or the site.
   */
  answer(target: string, onRefused?: (refused: Refused) => void): Promise<HandlerResponse>;
  /** The body of a successful response, as JSON whatever format the request asks for. Rejects with RefusedError or DamagedError. */
  json<T>(target: string): Promise<T>;
  /**
   * The number of entries in a listing; null if the catalogue does not list them. Reads no packs if the indexes in release.json are enough.
   * Rejects as `json` does.
   */
  count(target: string): Promise<number | null>;
  /** The entries on all pages of a listing, from a single release. Rejects as `json` does. */
  entries<T>(target: string): Promise<readonly T[]>;
  /** Checks for a new release. If that fails, rejects with DamagedError and keeps the old release. */
  reload(): Promise<void>;
  /** Calls `listener` when the release changes. Returns a function that unsubscribes it. */
  onRelease(listener: () => void): () => void;
}

/** Number of digits shown for a release id. */
const SHORT_DIGITS = 8;

/** The start of the release's id: `d11f82b4`. */
export const shortRelease = ({ release: { data } }: Pick<Client, 'release'>): string => data.id.slice(0, SHORT_DIGITS);

/** The release that was read never expires: the page checks for new releases itself, and a failed check does not affect the page. */
const NEVER_MS = Number.MAX_SAFE_INTEGER;
const decoder = new TextDecoder();

/** The error for a site that cannot be read. */
function explainDamage(problem: Error | null): DamagedError {
  const cause = problem?.cause instanceof Error ? ` (${problem.cause.message})` : '';
  return new DamagedError(problem === null ? 'The site cannot be read' : `${problem.message}${cause}`, {
    cause: problem,
  });
}

/** Web Crypto is available only over HTTPS and on localhost; otherwise, a library is used. */
async function chooseSha256(): Promise<Sha256> {
  if (isSecureContext) return sha256;
  const library = await loadScript(import('./sha256-library.ts'));
  return (bytes) => library.bytesToHex(library.sha256(bytes));
}

/** Creates the function that reads the site's files. */
function createFileReader(base: URL) {
  return async (path: string, fresh: boolean): Promise<Uint8Array> => {
    const url = new URL(path, base);
    // Packs never change, so a cached copy is fine, unless it is an error response.
    const kept = fresh ? null : await fetch(url, { cache: 'force-cache' });
    const response = kept?.ok ? kept : await fetch(url, { cache: 'no-cache' });
    if (!response.ok) throw new Error(`the host answers ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  };
}

/** The number of entries in a listing, if the indexes in release.json are enough to tell; otherwise null. */
async function countAtHand(release: Release, target: string): Promise<number | null> {
  const route = resolveTarget(target, release);
  if (route?.kind !== 'listing') return null;
  const { collection, parentNames } = route.listing;
  if (![collection.name, ...parentNames].every((name) => release.loaded(name))) return null;
  const url = `${release.basePath}/${API_ROOT}/${target}`;
  const resolved = await resolveRequest({ method: 'GET', url }, release).catch(() => null);
  return resolved?.kind === 'page' ? resolved.selection.count : null;
}

/** Opens the site at `base` with a usable release. Rejects as `openCore` does. */
async function openSite(base: URL, onDamage: (found: Error) => void) {
  const site = createSite({
    readFile: createFileReader(base),
    sha256: await chooseSha256(),
    baseUrl: base.href.replace(/\/$/, ''),
    releaseTtlMs: NEVER_MS,
    onDamage,
  });
  const opened = await site.reload();
  const { release } = site;
  if (opened !== null || release === null) throw explainDamage(opened);
  if (release.data.layout === 'pages') {
    throw new NoPacksError('This site was built without packs (layout: pages), which the explorer reads');
  }
  return { site, release };
}

/** Opens the site at `base`, whose path ends with a slash. Rejects with DamagedError if it has no usable release, and with NoPacksError. */
export async function openClient(base: URL): Promise<Client> {
  const listeners = new Set<() => void>();
  let problem: Error | null = null;
  const { site, release: first } = await openSite(base, (found) => {
    problem = found;
  });
  let release: Release = first;

  function noticeRelease(): void {
    const now = site.release ?? release;
    if (now === release) return;
    release = now;
    for (const listener of listeners) listener();
  }

  const answer: Client['answer'] = async (target, onRefused) => {
    const url = `${release.basePath}/${API_ROOT}/${target}`;
    const response = await site.respond({ method: 'GET', url, header: () => undefined }, { onRefused });
    noticeRelease();
    return response;
  };

  const text = async (target: string): Promise<string> => {
    let kind: RefusalKind = 'other';
    const { status, body } = await answer(target, (refused) => {
      kind = kindOf(refused);
    });
    if (status === 503) throw explainDamage(problem);
    const content = decoder.decode(body);
    if (status >= 400) throw new RefusedError(kind, status, JSON.parse(content) as ErrorBody);
    return content;
  };

  const json = async <T>(target: string): Promise<T> =>
    JSON.parse(await text(withParameters(target, { [FORMAT.name]: null }))) as T;

  const client: Client = {
    get release() {
      return release;
    },
    answer,
    json,
    async count(target) {
      const count = await countAtHand(release, target);
      if (count !== null) return count;
      return json<Envelope<unknown>>(target).then(({ results_count }) => results_count, nullIfUnlisted);
    },
    entries: (target) => readEntries(client, target),
    async reload() {
      const found = await site.reload();
      if (found !== null) throw explainDamage(found);
      noticeRelease();
    },
    onRelease(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return client;
}

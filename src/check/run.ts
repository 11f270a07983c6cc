/**
 * Checks a live site. Reads the release and the packs from the site, as the explorer does, or from a local copy; answers requests with the
 * request handler in this process; and compares each answer with the site's.
 */

import { pathOfUrl } from '../core/contract/base-url.ts';
import { API_ROOT } from '../core/contract/paths.ts';
import { RELEASE_PATH } from '../core/contract/site-paths.ts';
import type { ResolvedRequest } from '../core/handler/resolve-request.ts';
import { createSite, type Site } from '../core/handler/site.ts';
import type { ReadFile } from '../core/release/ports.ts';
import type { Release } from '../core/release/release.ts';
import { sha256 } from '../fs/hash.ts';
import type { HostTier } from '../hosts/host.ts';
import { handlerFault, ruleFault, saysNoFile } from './compare.ts';
import { mapConcurrently } from './map-concurrently.ts';
import { type CheckRequest, requestFor } from './request.ts';
import { listRequests } from './requests.ts';
import { addressResult, type CheckResult, outcomeOf, UnreadableSiteError } from './result.ts';
import { type Budget, type Connection, NoAnswerError, type Send, type TestAnswer, withinBudget } from './send.ts';
import { checkFileHost } from './site-files.ts';

export interface CheckOptions {
  /** How the host answers. Default: with a request handler. */
  readonly tier?: HostTier | undefined;
  /** Reads the site's files. Default: from the live site. */
  readonly readFile?: ReadFile | undefined;
  readonly budget?: Budget;
  /** Sends one request in this many. Default: all. */
  readonly every?: number;
}

const BUDGET: Budget = { requests: 50_000, ms: 30 * 60_000 };
/** Requests that a host with rewrite rules cannot answer are skipped. */
const NO_FILE = { outcome: 'skipped', reason: 'no file for this request (400)' } as const;

const NAME_COPY = '. If the host does not serve its packs, name a copy of the site that has them: --site <folder>';

const decoder = new TextDecoder();

/** A message with its cause. */
const explain = ({ message, cause }: Error): string =>
  cause instanceof Error ? `${message}: ${cause.message}` : message;

/** The base URL in the links of the site; undefined if the root has none. Rejects with UnreadableSiteError if there is no API. */
async function findLinkBaseUrl(send: Send, basePath: string): Promise<string | undefined> {
  const target = `${basePath}/${API_ROOT}/`;
  const { status, headers, body } = await send({ method: 'GET', target, headers: {} });
  if (status === 200) return new RegExp(`"(https?://[^"]*?)/${API_ROOT}/`).exec(body)?.[1];
  const { location } = headers;
  const more = location === undefined ? '' : `, which leads to ${location}`;
  throw new UnreadableSiteError(`GET ${target}: expected status 200, got ${status}${more}`);
}

/** The request handler in this process, with the files of the site. */
interface Replay {
  readonly site: Site;
  readonly release: Release;
  /** Answers a request below the base URL. `resolved` is how it was understood. */
  answer(request: CheckRequest, etag?: string): Promise<{ answer: TestAnswer; resolved: ResolvedRequest | null }>;
}

/** Opens the site. Rejects with UnreadableSiteError if its release cannot be read. */
async function openReplay(readFile: ReadFile, baseUrl: string | undefined): Promise<Replay> {
  let damage: Error | null = null;
  const onDamage = (problem: Error) => (damage = problem);
  const site = createSite({ readFile, sha256, onDamage, baseUrl });
  const problem = await site.reload();
  const { release } = site;
  if (release === null)
    throw new UnreadableSiteError(explain(problem ?? new Error(`${RELEASE_PATH} cannot be read`)) + NAME_COPY);
  if (release.data.layout === 'pages') {
    throw new UnreadableSiteError(`the site has no packs (layout: pages)${NAME_COPY}`);
  }
  return {
    site,
    release,
    async answer({ method, target, headers }, etag) {
      let resolved: ResolvedRequest | null = null;
      const all: Readonly<Record<string, string>> =
        etag === undefined ? headers : { ...headers, 'if-none-match': etag };
      const { status, body, ...rest } = await site.respond(
        { method, url: `${release.basePath}/${target}`, header: (name) => all[name] },
        { onResolved: (found) => (resolved = found) },
      );
      if (status === 503 && damage !== null) throw new UnreadableSiteError(explain(damage));
      return { answer: { status, headers: rest.headers, body: decoder.decode(body) }, resolved };
    },
  };
}

/** Compares one answer of the host. */
async function checkRequest(
  request: CheckRequest,
  replay: Replay,
  ask: (request: CheckRequest, etag?: string) => Promise<TestAnswer>,
  tier: HostTier,
) {
  const { ifNoneMatch, expected: fixed } = request;
  const tags: (string | undefined)[] = [undefined, undefined];
  if (ifNoneMatch) {
    const plain = requestFor(request.group, request.target);
    const [ours, theirs] = [(await replay.answer(plain)).answer, await ask(plain)];
    for (const [n, { headers }] of [ours, theirs].entries()) tags[n] = ifNoneMatch(headers.etag ?? '"none"');
  }
  const { answer: expected, resolved } = fixed
    ? { answer: fixed, resolved: null }
    : await replay.answer(request, tags[0]);
  const got = await ask(request, tags[1]);
  if (tier === 'request handler') return outcomeOf(handlerFault(expected, got, fixed !== undefined));
  const fault = ruleFault(expected, got, request, fixed !== undefined);
  return fault !== null && saysNoFile(request, got, resolved, replay.release) ? NO_FILE : outcomeOf(fault);
}

/** The request as it is reported. */
function showRequest({ method, target, headers, ifNoneMatch }: CheckRequest, basePath: string): string {
  const named = [...Object.entries(headers), ...(ifNoneMatch ? [['if-none-match', ifNoneMatch('ETAG')]] : [])];
  const more = named.map(([name, value]) => `${name}: ${value}`).join(', ');
  return `${method} ${basePath}/${target}${more === '' ? '' : ` (${more})`}`;
}

/**
 * Checks a site. Rejects with UnreadableSiteError if the files of the site cannot be read, and with NoAnswerError if it does not answer.
 */
export async function checkSite(
  baseUrl: string,
  connection: Pick<Connection, 'send' | 'read'>,
  options: CheckOptions = {},
): Promise<CheckResult[]> {
  const { tier = 'request handler', budget = BUDGET, every = 1 } = options;
  const basePath = pathOfUrl(baseUrl);
  const send = withinBudget(connection.send, budget);
  const readFile = options.readFile ?? ((path: string) => connection.read(`${basePath}/${path}`));
  if (tier === 'no logic') return checkFileHost(baseUrl, send, readFile);
  const replay = await openReplay(readFile, await findLinkBaseUrl(send, basePath));
  const readText = async (target: string) => {
    const { answer } = await replay.answer(requestFor('', target));
    return answer.status === 200 ? answer.body : null;
  };
  // Requests that need an unreadable file fail one by one.
  const requests = await listRequests(replay.release, (target) =>
    readText(target).catch((error) => {
      if (error instanceof UnreadableSiteError) return null;
      throw error;
    }),
  );
  const ask = ({ method, target, headers }: CheckRequest, etag?: string) =>
    send({
      method,
      target: `${basePath}/${target}`,
      headers: etag === undefined ? headers : { ...headers, 'if-none-match': etag },
    });
  const sent = requests.filter((_, n) => n % every === 0);
  const results = await mapConcurrently(sent, async (request): Promise<CheckResult> => {
    const outcome = await checkRequest(request, replay, ask, tier).catch((error) => {
      if (error instanceof UnreadableSiteError)
        return outcomeOf(`expected an answer from the files of the site: ${error.message}`);
      if (error instanceof NoAnswerError) return outcomeOf(`no answer: ${error.message}`);
      throw error;
    });
    return { group: request.group, request: showRequest(request, basePath), ...outcome };
  });
  return [addressResult(baseUrl, replay.release.baseUrl), ...results];
}

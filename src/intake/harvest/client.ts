/**
 * A polite HTTP client: it limits the requests per second, obeys `Retry-After`, retries with growing pauses, limits the time and
 * size of each response, only follows redirects on the same origin, and identifies itself with a User-Agent.
 *
 * In: paths below a base URL. Out: answers with a JSON body. Throws HarvestError.
 *
 * It uses Node's fetch. Not ky or p-retry: they retry requests, but not bodies that are cut off or are not complete JSON. Those are
 * the most frequent failures, so the loop below would still be needed.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { LEAST_ERROR, NOT_FOUND_STATUS } from '../../core/contract/statuses.ts';
import { Failure, HarvestError, readAnswer, type ServiceAnswer, type Validators } from './answer.ts';

export interface ClientOptions {
  /** Without a trailing slash. */
  readonly base: string;
  /** Maximum requests per second; Infinity for no limit. */
  readonly rate: number;
  readonly signal?: AbortSignal | undefined;
  /** Maximum retries of a request. */
  readonly retries?: number;
  /** Pause before the first retry, ms; it doubles each time. */
  readonly pauseMs?: number;
  /** For a whole response. */
  readonly timeoutMs?: number;
  /** Called after a failure, with the length of the pause. */
  readonly onPause?: (reason: string, milliseconds: number) => void;
}

const RETRIES = 6;
const PAUSE_MS = 1000;
const TIMEOUT_MS = 60_000;
const LONGEST_PAUSE_MS = 60_000;
const MAX_REDIRECTS = 3;

/** Connection errors that a retry cannot fix, with their descriptions. */
const LASTING: readonly (readonly [RegExp, string])[] = [
  [/^ENOTFOUND$/, 'there is no host of this name'],
  [/CERT|SELF_SIGNED|LEAF_SIGNATURE|ALTNAME/, 'its TLS certificate is not trusted'],
  [/^ERR_SSL|^EPROTO$/, 'it does not speak TLS there'],
];

const FAULTS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was cut',
  UND_ERR_SOCKET: 'the connection was cut',
  EAI_AGAIN: 'its name could not be looked up',
};

function userAgent(): string {
  const text = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8');
  const { name, version } = JSON.parse(text) as { name: string; version: string };
  return `${name}-harvest/${version} (reads a catalogue into data files)`;
}

/** True if a redirect may be followed: scheme, host and port are the same. Fetch refuses user names. */
const isOnOrigin = ({ origin, username, password }: URL, { origin: own }: URL): boolean =>
  origin === own && username === '' && password === '';

/** The answer to a request for something that the service does not have. */
const NOTHING: ServiceAnswer = { status: NOT_FOUND_STATUS, value: null, bytes: 0, etag: null, modified: null };

export class Client {
  readonly #options: ClientOptions;
  readonly #headers = { accept: 'application/json', 'user-agent': userAgent() };
  /** Time of the next request, by the clock of `performance`. */
  #nextAt = 0;
  #hasAnswered = false;
  /** A request failed for good; no other is retried. */
  #isGivenUp = false;
  /** Requests sent. */
  asked = 0;

  constructor(options: ClientOptions) {
    this.#options = options;
  }

  /**
   * Requests a path below the base URL, conditionally if an answer is known. An optional path counts as not found if the service
   * responds with anything but JSON.
   */
  async get(path: string, known?: Validators, isOptional = false): Promise<ServiceAnswer> {
    const { base, signal, retries = RETRIES, pauseMs = PAUSE_MS, onPause } = this.#options;
    const url = `${base}/${path}`;
    for (let failures = 1; ; failures++) {
      await this.#takeTurn();
      try {
        const answer = await this.#send(url, known);
        this.#hasAnswered = true;
        return answer;
      } catch (error) {
        signal?.throwIfAborted();
        if (!(error instanceof Failure)) throw error;
        if (isOptional && error.isAnswer) return NOTHING;
        if (error.isFinal) this.#isGivenUp = true;
        if (error.isFinal) throw new HarvestError(`${url}: ${error.message}`);
        if (this.#isGivenUp || failures > retries) {
          this.#isGivenUp = true;
          throw new HarvestError(`${url}: ${error.message}. Run the same command later: it continues`);
        }
        const wait = error.retryAfterMs ?? Math.min(LONGEST_PAUSE_MS, pauseMs * 2 ** (failures - 1));
        // All other requests wait too.
        this.#nextAt = Math.max(this.#nextAt, performance.now() + wait);
        onPause?.(`${url}: ${error.message}`, wait);
      }
    }
  }

  /** Waits until another request may be sent. */
  async #takeTurn(): Promise<void> {
    const { rate, signal } = this.#options;
    for (let wait = this.#nextAt - performance.now(); wait > 0; wait = this.#nextAt - performance.now()) {
      await sleep(wait, undefined, { signal }).catch(() => {});
      signal?.throwIfAborted();
    }
    signal?.throwIfAborted();
    this.#nextAt = Math.max(this.#nextAt, performance.now()) + 1000 / rate;
    this.asked++;
  }

  async #send(url: string, known: Validators | undefined): Promise<ServiceAnswer> {
    const { timeoutMs = TIMEOUT_MS, signal } = this.#options;
    const headers: Record<string, string> = { ...this.#headers };
    if (known?.etag) headers['if-none-match'] = known.etag;
    else if (known?.modified) headers['if-modified-since'] = known.modified;
    // Not AbortSignal.any: its signals live as long as the one that ends the command, and there are many thousand requests.
    const limit = new AbortController();
    const stop = (): void => limit.abort();
    const timer = setTimeout(stop, timeoutMs);
    signal?.addEventListener('abort', stop);
    try {
      const response = await this.#follow(url, headers, limit.signal);
      const isConditional = 'if-none-match' in headers || 'if-modified-since' in headers;
      return await readAnswer(response, { isConditional, hasAnswered: this.#hasAnswered });
    } catch (error) {
      if (error instanceof Failure) throw error;
      if (limit.signal.aborted) throw new Failure(`no complete response after ${timeoutMs / 1000} s`);
      throw this.#failureOf(error as Error);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
    }
  }

  /** Follows redirects on the same origin. */
  async #follow(first: string, headers: Record<string, string>, signal: AbortSignal): Promise<Response> {
    let url = first;
    for (let redirects = 0; ; redirects++) {
      const response = await fetch(url, { headers, signal, redirect: 'manual' });
      const location = response.headers.get('location');
      if (response.status < 300 || response.status >= LEAST_ERROR || location === null) return response;
      await response.body?.cancel();
      const target = URL.canParse(location, url) ? new URL(location, url) : null;
      if (redirects === MAX_REDIRECTS || target === null || !isOnOrigin(target, new URL(first))) {
        const where = target?.href ?? location;
        throw new Failure(`it redirects to ${where}. Give the URL of the service itself`, { isFinal: true });
      }
      url = target.href;
    }
  }

  #failureOf(error: Error): Failure {
    const { code = '' } = (error.cause ?? error) as NodeJS.ErrnoException;
    const lasting = LASTING.find(([pattern]) => pattern.test(code));
    if (lasting) return new Failure(`${lasting[1]} (${code}). Check the URL`, { isFinal: true });
    // Fetch blocks the ports of other protocols (https://fetch.spec.whatwg.org/#port-blocking).
    if ((error.cause as Error | undefined)?.message === 'bad port') {
      return new Failure('this port is not for HTTP. Check the URL', { isFinal: true });
    }
    const words = FAULTS[code] ?? 'the connection was cut';
    // Before the first answer, a wrong URL is more likely than a service that is briefly down.
    const isFirst = code === 'ECONNREFUSED' && !this.#hasAnswered;
    return new Failure(isFirst ? `${words}. Check the URL, and that the service runs` : words, { isFinal: isFirst });
  }
}

/**
 * A polite HTTP client: it limits the requests per second, obeys `Retry-After`, retries with growing pauses, limits the time and size of
 * each response, follows no redirects, and identifies itself with a User-Agent. Answers have a JSON body. Throws HarvestError.
 *
 * The client uses Node's fetch rather than ky or p-retry, which do not retry if the body is cut off or is not complete JSON. These are the
 * most frequent failures, so the loop below would still be needed.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { readPackage } from '../../fs/in-package.ts';
import { HarvestError, ResponseError, readAnswer, type ServiceAnswer, type Validators } from './answer.ts';

export interface ClientOptions {
  /** Without a trailing slash. */
  readonly base: string;
  /** Maximum requests per second; Infinity for no limit. */
  readonly rate: number;
  readonly signal?: AbortSignal | undefined;
  /** Maximum retries per request. */
  readonly retries?: number;
  /** Pause before the first retry, ms; it doubles each time. */
  readonly pauseMs?: number;
  /** Time limit for a whole response, ms. */
  readonly timeoutMs?: number;
  /** Called after a failure, with the length of the pause. */
  readonly onPause?: (reason: string, milliseconds: number) => void;
}

const RETRIES = 6;
const PAUSE_MS = 1000;
const TIMEOUT_MS = 60_000;
const LONGEST_PAUSE_MS = 60_000;

function userAgent(): string {
  const { name, version } = readPackage();
  return `${name}-harvest/${version} (reads a catalogue into data files)`;
}

export class Client {
  readonly #options: ClientOptions;
  readonly #headers = { accept: 'application/json', 'user-agent': userAgent() };
  /** Earliest time of the next request, on the `performance` clock. */
  #nextAt = 0;
  #hasAnswered = false;
  /** A request failed for good, so no other request is retried. */
  #isGivenUp = false;
  /** Requests sent. */
  asked = 0;

  constructor(options: ClientOptions) {
    this.#options = options;
  }

  /** Requests a path below the base URL, conditionally if an answer is known. */
  async get(path: string, known?: Validators): Promise<ServiceAnswer> {
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
        if (!(error instanceof ResponseError)) throw error;
        if (error.isFinal || this.#isGivenUp || failures > retries) {
          this.#isGivenUp = true;
          const advice = error.isFinal ? '' : '. Run the same command later to continue';
          throw new HarvestError(`${url}: ${error.message}${advice}`);
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
    // AbortSignal.any is not used, because its signals live as long as the signal that ends the command, and there are many thousands of
    // requests.
    const limit = new AbortController();
    const stop = (): void => limit.abort();
    const timer = setTimeout(stop, timeoutMs);
    signal?.addEventListener('abort', stop);
    try {
      const response = await fetch(url, { headers, signal: limit.signal, redirect: 'manual' });
      return await readAnswer(response, 'if-none-match' in headers || 'if-modified-since' in headers);
    } catch (error) {
      if (error instanceof ResponseError) throw error;
      if (limit.signal.aborted) throw new ResponseError(`no complete response after ${timeoutMs / 1000} s`);
      throw this.#failureOf(error as Error);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
    }
  }

  #failureOf({ cause, message }: Error): ResponseError {
    const { code, message: reason } = (cause ?? { message }) as NodeJS.ErrnoException;
    const words = `the connection failed (${code ?? reason})`;
    // Before the first answer, a wrong URL is more likely than a service that is briefly down.
    return this.#hasAnswered
      ? new ResponseError(words)
      : new ResponseError(`${words}. Check the URL, and that the service runs`, { isFinal: true });
  }
}

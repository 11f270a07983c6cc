/**
 * A polite HTTP client: it limits the requests per second, obeys `Retry-After`, retries with growing pauses, limits the time and size of
 * each response and the size of all responses together, follows no redirects, and identifies itself with a User-Agent. It stores the
 * answers, and repeats no request that this harvest has had answered. Answers have a JSON body. Throws HarvestError.
 *
 * The client uses Node's fetch rather than ky or p-retry, which do not retry if the body is cut off or is not complete JSON. These are the
 * most frequent failures, so the loop below would still be needed.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { readPackage } from '../../fs/in-package.ts';
import { type Answer, readAnswer } from './answer.ts';
import { AnswerStore } from './answer-store.ts';
import { HarvestError, ResponseError } from './errors.ts';

export interface ClientOptions {
  /** Without a trailing slash. */
  readonly base: string;
  /** Folder for this service's answers. */
  readonly answers: string;
  /** Identifies the command: only the same command continues an interrupted harvest. */
  readonly command?: string;
  /** Maximum requests per second; Infinity for no limit. */
  readonly rate: number;
  readonly signal?: AbortSignal | undefined;
  /** Called after a failure, with the length of the pause. */
  readonly onPause?: (reason: string, milliseconds: number) => void;
}

/** The limits, which only tests change. */
const LIMITS = {
  /** Maximum retries per request. */
  retries: 6,
  /** Pause before the first retry, ms; it doubles each time. */
  pauseMs: 1000,
  /** Time limit for a whole response, ms. */
  timeoutMs: 60_000,
  /** Size limit for all answers together. All strain files in the shipped catalogue, with their records, take about 200 MB. */
  maxMiB: 512,
};
const LONGEST_PAUSE_MS = 60_000;

function userAgent(): string {
  const { name, version } = readPackage();
  return `${name}-harvest/${version} (reads a catalogue into data files)`;
}

export class Client {
  readonly #options: ClientOptions & typeof LIMITS;
  readonly #answers: AnswerStore;
  readonly #headers = { accept: 'application/json', 'user-agent': userAgent() };
  /** Earliest time of the next request, on the `performance` clock. */
  #nextAt = 0;
  /** The service has answered a request, now or in the interrupted harvest. */
  #hasAnswered = false;
  /** A request failed for good, so no other request is retried. */
  #isGivenUp = false;
  /** Size of all answers. */
  #bytes = 0;
  /**
   * Counts the requests sent, the answers from the interrupted harvest that this one continues, and the answers that have not changed since
   * an earlier harvest (304).
   */
  readonly traffic = { requests: 0, fromCache: 0, unchanged: 0 };

  constructor(options: ClientOptions, limits: Partial<typeof LIMITS> = {}) {
    this.#options = { ...options, ...LIMITS, ...limits };
    this.#answers = new AnswerStore(options.answers, options.base, options.command);
  }

  /** The answer for a path below the base URL. */
  async get(path: string): Promise<Answer> {
    const known = this.#answers.find(path);
    if (known) this.traffic.fromCache++;
    const answer = known ?? (await this.#request(path));
    this.#hasAnswered = true;
    this.#bytes += answer.bytes;
    const { maxMiB } = this.#options;
    if (this.#bytes <= maxMiB * 2 ** 20) return answer;
    this.forgetAll();
    throw this.misfit(path, '', `the service sends more than ${maxMiB} MiB. Read fewer kinds at once, with --only`);
  }

  urlOf(path: string): string {
    return `${this.#options.base}/${path}`;
  }

  /** An error about an answer. Forgets the answer, so the next harvest repeats the request. */
  misfit(path: string, pointer: string, what: string): HarvestError {
    this.#answers.drop(path);
    return new HarvestError(`${this.urlOf(path)}${pointer === '' ? '' : `#${pointer}`}: ${what}`);
  }

  /** Forgets all answers. */
  forgetAll(): void {
    this.#answers.clear();
  }

  /** Ends the harvest: later harvests use its answers only for conditional requests. */
  finish(): void {
    this.#answers.finish();
  }

  /** Sends a request, conditionally if an old answer is known, and repeats it if it fails. Stores the answer. */
  async #request(path: string): Promise<Answer> {
    const { signal, retries, pauseMs, onPause } = this.#options;
    const old = this.#answers.findOld(path);
    for (let failures = 1; ; failures++) {
      await this.#takeTurn();
      try {
        const answer = await this.#send(path, old);
        if (answer.status === 304) this.traffic.unchanged++;
        return this.#answers.add(path, answer);
      } catch (error) {
        signal?.throwIfAborted();
        if (!(error instanceof ResponseError)) throw error;
        const reason = `${this.urlOf(path)}: ${error.message}`;
        if (error.isFinal || this.#isGivenUp || failures > retries) {
          this.#isGivenUp = true;
          throw new HarvestError(error.isFinal ? reason : `${reason}. Run the same command later to continue`);
        }
        const pause = Math.min(LONGEST_PAUSE_MS, pauseMs * 2 ** (failures - 1));
        const wait = Math.max(pause, error.retryAfterMs ?? 0);
        // All other requests wait too.
        this.#nextAt = Math.max(this.#nextAt, performance.now() + wait);
        onPause?.(reason, wait);
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
    this.traffic.requests++;
  }

  async #send(path: string, old: Answer | null): Promise<Answer> {
    const { timeoutMs, signal } = this.#options;
    const headers: Record<string, string> = { ...this.#headers };
    if (old?.etag) headers['if-none-match'] = old.etag;
    else if (old?.modified) headers['if-modified-since'] = old.modified;
    // AbortSignal.any is not used, because its signals live as long as the signal that ends the command, and there are many thousands of
    // requests.
    const limit = new AbortController();
    const stop = (): void => limit.abort();
    const timer = setTimeout(stop, timeoutMs);
    signal?.addEventListener('abort', stop);
    try {
      const response = await fetch(this.urlOf(path), { headers, signal: limit.signal, redirect: 'manual' });
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

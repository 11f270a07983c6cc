/**
 * Reads the response to one request. In: a response. Out: the answer with its JSON value. Throws Failure if the response cannot
 * be used, which tells whether a retry can help.
 */
import { BAD_REQUEST, NOT_FOUND_STATUS, NOT_MODIFIED, OK } from '../../contract/statuses.ts';

/** The validators of a known answer, for a conditional request. */
export interface Validators {
  readonly etag: string | null;
  readonly modified: string | null;
}

/** A usable answer: found, not modified, not found, or a request that was refused. */
export interface Answer extends Validators {
  readonly status: typeof OK | typeof NOT_MODIFIED | typeof NOT_FOUND_STATUS | typeof BAD_REQUEST;
  /** The JSON value; null for 304, and for a refusal without one. */
  readonly value: unknown;
}

/** The harvest gives up if the service asks for a longer pause. */
const LONGEST_RETRY_AFTER_MS = 600_000;
const MAX_BODY_BYTES = 256 * 2 ** 20;

/** Statuses of temporary failures. */
const PASSING = new Set([408, 425, 429, 500, 502, 503, 504]);
const ANSWERED: ReadonlySet<number> = new Set([OK, NOT_MODIFIED, NOT_FOUND_STATUS, BAD_REQUEST]);

interface FailureFacts {
  /** A retry cannot help. */
  readonly isFinal?: boolean;
  /** The service responded, but not as an API. */
  readonly isAnswer?: boolean;
  readonly retryAfterMs?: number | null;
}

/** A failed request. */
export class Failure extends Error {
  readonly isFinal: boolean;
  readonly isAnswer: boolean;
  readonly retryAfterMs: number | null;

  constructor(message: string, { isFinal = false, isAnswer = false, retryAfterMs = null }: FailureFacts = {}) {
    super(message);
    this.isFinal = isFinal;
    this.isAnswer = isAnswer;
    this.retryAfterMs = retryAfterMs;
  }
}

/** The answer in a response. Throws Failure. `hasAnswered` is true if the service has answered before. */
export async function readAnswer(response: Response, hasAnswered: boolean): Promise<Answer> {
  const { status, headers } = response;
  const validators = { etag: headers.get('etag'), modified: headers.get('last-modified') };
  if (status === NOT_MODIFIED) return { status, value: null, ...validators };
  return { ...judge(response, await readText(response), hasAnswered), ...validators };
}

/** The body as text. Throws Failure if it is too large, so that a service cannot fill the memory. */
async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES)
      throw new Failure(`the response is larger than ${MAX_BODY_BYTES / 2 ** 20} MiB`, { isFinal: true });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Status and value of a response with a body. */
function judge({ status, headers }: Response, text: string, hasAnswered: boolean): Pick<Answer, 'status' | 'value'> {
  const value = parseJson(text);
  if (PASSING.has(status))
    throw new Failure(`the response status is ${status}`, { retryAfterMs: retryAfterOf(headers) });
  if (!ANSWERED.has(status)) {
    throw new Failure(`the response status is ${status}${detailOf(value)}`, { isFinal: true, isAnswer: true });
  }
  if (value === undefined && status === OK) {
    const isPage = /\bhtml\b/.test(headers.get('content-type') ?? '');
    if (isPage && !hasAnswered) {
      throw new Failure('the response is a web page. Give the part of the URL before /api/v2/', {
        isFinal: true,
        isAnswer: true,
      });
    }
    throw new Failure(isPage ? 'the response is a web page' : 'the response is not complete JSON', { isAnswer: true });
  }
  return { status: status as Answer['status'], value: value ?? null };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const detailOf = (value: unknown): string => {
  const detail = (value as { detail?: unknown } | null | undefined)?.detail;
  return typeof detail === 'string' ? ` (${detail})` : '';
};

/** `Retry-After` in ms: seconds or a date (RFC 9110, 10.2.3). Throws Failure if that is too long. */
function retryAfterOf(headers: Headers): number | null {
  const text = headers.get('retry-after');
  if (text === null) return null;
  const milliseconds = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  if (Number.isNaN(milliseconds)) return null;
  if (milliseconds > LONGEST_RETRY_AFTER_MS) {
    const minutes = Math.ceil(milliseconds / 60_000);
    throw new Failure(`the service asks to wait ${minutes} min. Run the same command then: it continues`, {
      isFinal: true,
    });
  }
  return Math.max(0, milliseconds);
}

/**
 * Reads the response to one request as an answer with a JSON value. Throws ResponseError if the response cannot be used; the error tells
 * whether a retry can help.
 */
import { TextDecoder } from 'node:util';
import { ResponseError } from './errors.ts';

/** A usable answer: found, not modified, not found, or refused. */
export interface Answer {
  readonly status: 200 | 304 | 404 | 400;
  /** Its validators, for a conditional request. */
  readonly etag: string | null;
  readonly modified: string | null;
  /** The JSON value; null for 304, and for a refusal that has none. */
  readonly value: unknown;
  /** Approximate size in memory, in bytes: the body, and the values in it. */
  readonly bytes: number;
}

/** The harvest gives up if the service asks for a longer pause. */
const LONGEST_RETRY_AFTER_MS = 600_000;
/** Many times the size of a page of 1000 event versions with parameters. */
const MAX_BODY_BYTES = 32 * 2 ** 20;
/** Many times the values in such a page. */
const MAX_VALUES = 1_000_000;
/** A value takes about this much memory, however short its text is. */
const VALUE_BYTES = 32;
/** Objects and lists are nested at most five levels deep in the bodies that the contract defines. */
const MAX_LEVELS = 64;

/** Statuses for temporary failures. */
const PASSING = new Set([408, 425, 429, 500, 502, 503, 504]);
const ANSWERED: ReadonlySet<number> = new Set([200, 404, 400]);

/** Reads the answer in a response. If `isConditional` is true, the request had validators. Throws ResponseError. */
export async function readAnswer(response: Response, isConditional: boolean): Promise<Answer> {
  const { status, headers } = response;
  const validators = { etag: headers.get('etag'), modified: headers.get('last-modified') };
  if (status === 304 && isConditional) return { status, value: null, bytes: 0, ...validators };
  const location = headers.get('location');
  if (location !== null && status >= 300 && status < 400) {
    const { href } = URL.canParse(location, response.url) ? new URL(location, response.url) : { href: location };
    await response.body?.cancel();
    throw new ResponseError(`it redirects to ${href}. Give the URL of the service itself`, { isFinal: true });
  }
  const body = await readBody(response);
  const values = countValues(body);
  if (values > MAX_VALUES)
    throw new ResponseError(`the response has more than ${MAX_VALUES / 1e6} million values`, { isFinal: true });
  return { ...judge(response, body), bytes: body.length + values * VALUE_BYTES, ...validators };
}

/** Reads the body. Throws ResponseError if it is too large, so that a service cannot exhaust memory. */
async function readBody(response: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES)
      throw new ResponseError(`the response is larger than ${MAX_BODY_BYTES / 2 ** 20} MiB`, { isFinal: true });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** About the number of values in JSON, counted before it is parsed. Commas and brackets within strings count too. */
function countValues(body: Buffer): number {
  let values = 1;
  for (const byte of body) if (byte === COMMA || byte === BRACKET || byte === BRACE) values++;
  return values;
}

const [COMMA, BRACKET, BRACE] = [0x2c, 0x5b, 0x7b];

/** Status and value from a response that has a body. */
function judge({ status, headers }: Response, body: Buffer): Pick<Answer, 'status' | 'value'> {
  const value = parseJson(body);
  if (PASSING.has(status))
    throw new ResponseError(`the response status is ${status}`, { retryAfterMs: retryAfterOf(headers) });
  if (!ANSWERED.has(status))
    throw new ResponseError(`the response status is ${status}${detailOf(value)}`, { isFinal: true });
  if (value === undefined && status === 200) {
    const isPage = /\bhtml\b/.test(headers.get('content-type') ?? '');
    throw isPage
      ? new ResponseError('the response is a web page. Give the part of the URL before /api/v2/', { isFinal: true })
      : new ResponseError('the response is not complete JSON in UTF-8');
  }
  const unsafe = describeUnsafeJson(value, MAX_LEVELS);
  if (unsafe !== null) throw new ResponseError(`the response ${unsafe}`, { isFinal: true });
  return { status: status as Answer['status'], value: value ?? null };
}

/** Undefined if the bytes are not JSON in valid UTF-8. Decoding is strict; otherwise, replacement characters would end up in the data. */
function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return undefined;
  }
}

/**
 * Says why a JSON value is not safe to process; null if it is safe. `JSON.stringify` is recursive, and `String` and `Number` call
 * `toString` and `valueOf`.
 */
function describeUnsafeJson(value: unknown, levels: number): string | null {
  if (typeof value !== 'object' || value === null) return null;
  if (levels === 0) return `has more than ${MAX_LEVELS} levels`;
  if (Object.hasOwn(value, 'toString') || Object.hasOwn(value, 'valueOf')) return 'has a member toString or valueOf';
  for (const one of Object.values(value)) {
    const found = describeUnsafeJson(one, levels - 1);
    if (found !== null) return found;
  }
  return null;
}

const detailOf = (value: unknown): string => {
  const detail = (value as { detail?: unknown } | null | undefined)?.detail;
  return typeof detail === 'string' ? ` (${detail})` : '';
};

/**
 * The pause that `Retry-After` asks for, in ms. The header contains seconds or a date (RFC 9110, 10.2.3). Throws ResponseError if the pause
 * is too long.
 */
function retryAfterOf(headers: Headers): number | null {
  const text = headers.get('retry-after');
  if (text === null) return null;
  const milliseconds = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  if (Number.isNaN(milliseconds)) return null;
  if (milliseconds > LONGEST_RETRY_AFTER_MS) {
    const minutes = Math.ceil(milliseconds / 60_000);
    throw new ResponseError(`the service asks to wait ${minutes} min. Run the same command then to continue`, {
      isFinal: true,
    });
  }
  return Math.max(0, milliseconds);
}

/**
 * The oracle's requests and responses, and the failures that become error responses.
 *
 * Header names are lower case. `ETag` and `Content-Length` are not modelled, nor are conditional requests.
 */

export interface OracleRequest {
  readonly method: string;
  /** Origin form: path and query as sent, such as `/api/v2/strain-files?page=2`. */
  readonly url: string;
  /** Headers never affect the response, but clients send them. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface OracleAnswer {
  readonly status: number;
  /** The contract's headers. A response may have others as well. */
  readonly headers: Readonly<Record<string, string>>;
  /** `''` for HEAD; null if the body is not modelled (OPTIONS, redirects). */
  readonly body: string | null;
  /** `exact`: the body must match byte for byte. `error`: `detail` can be any sentence, as in every 400; see `compare.ts`. */
  readonly check: 'exact' | 'error';
}

/** Options of `createOracle`. URLs without a trailing slash. */
export interface OracleOptions {
  /** May have a path, such as `https://user.example/gw`. */
  readonly baseUrl: string;
  /** `service`: links have no format, and event versions the service's short names. Default: `specification`. */
  readonly compatibility?: 'specification' | 'service';
  /** Null: archive paths are a 404. */
  readonly archiveUrl: string | null;
  /** In seconds. */
  readonly cache: {
    readonly listings: { readonly maxAge: number; readonly staleWhileRevalidate: number };
    readonly errors: { readonly maxAge: number };
  };
}

/** Thrown anywhere while a request is answered; becomes the response. */
export class Failure extends Error {
  readonly status: 400 | 404 | 405;
  readonly body: Readonly<Record<string, unknown>>;
  /** True if `detail` can be any sentence. */
  readonly isAnySentence: boolean;

  constructor(status: 400 | 404 | 405, body: Readonly<Record<string, unknown>>, isAnySentence = status === 400) {
    super(JSON.stringify(body));
    this.isAnySentence = isAnySentence;
    this.status = status;
    this.body = body;
  }
}

export const notFound = (): Failure => new Failure(404, { detail: 'Not found.' });

const lowerCase = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** The 404 for an unknown id. It suggests a known id that differs only in case; if there are several, any of them is right. */
export function unknownId(id: string, known: readonly string[]): Failure {
  const [like, ...others] = new Set(known.filter((one) => lowerCase(one) === lowerCase(id)));
  if (like === undefined || known.includes(id)) return notFound();
  return new Failure(404, { detail: `Not found. Did you mean "${like}"?` }, others.length > 0);
}

/** The 404 for the files of a run or dataset without a list of files; `listed` are the names with a list. */
export const notListed = (name: string, listed: readonly string[]): Failure =>
  new Failure(404, {
    detail: `No ${name} files are recorded. Others with a list: ${[...new Set(listed)].sort().join(', ')}.`,
  });

export const invalidPage = (): Failure => new Failure(404, { detail: 'Invalid page.' });

export const methodNotAllowed = (method: string): Failure =>
  new Failure(405, { detail: `Method "${method}" not allowed.` });

export const badParameter = (parameter: string, allowed: readonly string[] | undefined): Failure =>
  new Failure(400, {
    detail: 'The oracle does not know the sentence.',
    parameter,
    ...(allowed === undefined ? {} : { allowed }),
  });

export function headersOf(status: number, options: OracleOptions): Record<string, string> {
  const { listings, errors } = options.cache;
  const headers: Record<string, string> = {
    allow: 'GET, HEAD, OPTIONS',
    vary: 'Accept',
    'access-control-allow-origin': '*',
    'cache-control':
      status < 400
        ? `public, max-age=${listings.maxAge}, stale-while-revalidate=${listings.staleWhileRevalidate}`
        : `public, max-age=${errors.maxAge}`,
  };
  if (status !== 302) headers['content-type'] = 'application/json';
  if (status === 200) headers['access-control-expose-headers'] = 'ETag, Link, Stillwave-Ignored, Stillwave-Release';
  return headers;
}

/** The interface between hosts and the core: requests, responses, and the ports through which the core reads a site. */

import type { ContentType, Headers } from '../contract/headers.ts';

/** How often, in ms, hosts that are not notified of new releases read release.json again. */
export const RELEASE_TTL_MS = 30_000;

/** A request in a form that every host can provide. */
export interface HandlerRequest {
  readonly method: string;
  /** As in the request line: a path with its query, or an absolute URL, whose origin is ignored. */
  readonly url: string;
  /** Returns a header's value by its lower-case name. */
  header(name: string): string | undefined;
}

/** The body of a 200, before headers are added. */
export interface BodyAnswer {
  readonly body: Uint8Array;
  /** Default: JSON. */
  readonly contentType?: ContentType;
  /** Replaces the usual headers of an API response. */
  readonly headers?: Headers;
  readonly more?: Headers;
}

/** The bytes `[from, to)` of a file, by its path in the site. */
export interface FileSlice {
  readonly file: string;
  readonly from: number;
  readonly to: number;
}

/** A response, which hosts send unchanged. */
export interface HandlerResponse {
  readonly status: number;
  readonly headers: Headers;
  /** Empty for HEAD, 304 and redirects, and if there is a slice. */
  readonly body: Uint8Array;
  /** Sent instead of the body: a download, which a host need not read whole. */
  readonly slice?: FileSlice;
}

/**
 * Reads one of the site's files by its path in `dist/`. If the file does not exist, rejects with an error whose `code` is `ENOENT`, as Node
 * and Deno do. If `fresh` is true, intermediate caches must revalidate; otherwise they may return a copy of any age, because packs never
 * change. Hosts without such caches ignore it.
 */
export type ReadFile = (path: string, fresh: boolean) => Promise<Uint8Array>;

/** Hex SHA-256 of bytes; each host provides its own. */
export type Sha256 = (bytes: Uint8Array) => string | Promise<string>;

/** The functions that a host gives to the core, and their limit. */
export interface Ports {
  readonly readFile: ReadFile;
  readonly sha256: Sha256;
  /** Time limit for reading one file. Default 10,000 ms. */
  readonly readTimeoutMs?: number | undefined;
}

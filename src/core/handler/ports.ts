/** The interface between hosts and the core: requests, responses, and the ports through which the core reads a site. */

import type { Headers } from '../contract/headers.ts';
import type { Release, Sha256 } from './release.ts';

/** A request in a form that every host can provide. */
export interface HandlerRequest {
  readonly method: string;
  /** As in the request line: a path with its query, or an absolute URL, whose origin is ignored. */
  readonly url: string;
  /** Returns a header's value by its lower-case name. */
  header(name: string): string | undefined;
}

/** A response, which hosts send unchanged. A host may have its own type for the bodies of large files. */
export interface HandlerResponse<Part = never> {
  readonly status: number;
  readonly headers: Headers;
  /**
   * Empty for HEAD, 304 and redirects. `content-length` is the same as for GET, but HEAD omits it if the body would be compressed,
   * because computing it would mean compressing (RFC 9110, 9.3.2).
   */
  readonly body: Part | Uint8Array;
}

/**
 * Reads one of the site's files by its path in `dist/`. Rejects if the file does not exist. If `fresh` is true, intermediate caches must
 * revalidate; otherwise they may return a copy of any age, because packs never change.
 */
export type ReadFile = (path: string, fresh: boolean) => Promise<Uint8Array>;

/** Compresses a body. Hosts can use `hash`, the body's hash, as a cache key. */
export type Coding = (body: Uint8Array, hash: string) => Uint8Array | Promise<Uint8Array>;

/** A file that has been opened for one response. */
export interface OpenedFile<Part> {
  readonly size: number;
  /** SHA-256 of its bytes, in hex. */
  readonly sha256: string;
  /** Returns the bytes `[from, to)` to send. Called at most once, in place of `close`. */
  read(from: number, to: number): Part | Uint8Array;
  close(): void;
}

/** Opens a file by its path in the site. Rejects if it is missing. */
export type OpenFile<Part> = (path: string) => Promise<OpenedFile<Part>>;

/** A file that handlers serve. */
export interface SiteFile {
  readonly kind: 'file';
  /**
   * Creates the response. `openFile` decides the form in which a download's bytes are sent; by default, the file is read whole. Rejects
   * with SiteDamagedError if the bytes do not belong to the release.
   */
  send<Part>(
    request: HandlerRequest,
    release: Release,
    ports: Ports,
    openFile?: OpenFile<Part>,
  ): Promise<HandlerResponse<Part>>;
}

/** Finds the file at a request's path; null if handlers do not serve it. */
export type FindFile = (path: string, release: Pick<Release, 'basePath' | 'data'>) => SiteFile | null;

/** The functions that a host gives to the core. */
export interface Ports {
  readonly readFile: ReadFile;
  /** Missing if the platform serves the site's files itself. */
  readonly findFile?: FindFile | undefined;
  readonly sha256: Sha256;
  /** The host's content codings, by name, in order of preference. Missing if its front end compresses. */
  readonly codings?: Readonly<Record<string, Coding>>;
}

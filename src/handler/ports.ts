/** What a host hands to the core and gets back: requests, responses, and the ports that the core reads a site through. */

import type { Headers } from '../contract/headers.ts';
import type { ReadPack } from '../listing/compose.ts';
import type { ReadPart, Sha256 } from './release.ts';

export interface HandlerRequest {
  readonly method: string;
  /** As in the request line: a path with its query, or an absolute URL, whose origin is not looked at. */
  readonly url: string;
  /** Value of a header by its lower-case name. */
  header(name: string): string | undefined;
}

export interface HandlerResponse {
  readonly status: number;
  readonly headers: Headers;
  /**
   * Empty for HEAD, 304 and redirects. `content-length` is that of GET; HEAD leaves it out where the body would be coded, as it
   * is not known without coding it (RFC 9110, 9.3.2).
   */
  readonly body: Uint8Array;
}

/** Makes the coded form of a body. `hash` is that of the body, for hosts that keep what they made. */
export type Coding = (body: Uint8Array, hash: string) => Uint8Array | Promise<Uint8Array>;

/** What a host can do for the core. */
export interface Ports {
  readonly readPack: ReadPack;
  readonly readPart: ReadPart;
  readonly sha256: Sha256;
  /** Content codings that the host can make, by name, in order of preference; none where its front end compresses. */
  readonly codings?: Readonly<Record<string, Coding>>;
}

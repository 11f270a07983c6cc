/** Content codings: which codings a request accepts, and which headers they change. */

import type { Headers } from './headers.ts';

/** Adds the coding to the headers, and to the ETag so that caches can tell the codings apart. */
export function codedHeaders(headers: Headers & { readonly etag: string }, coding: string): typeof headers {
  return { ...headers, 'content-encoding': coding, etag: headers.etag.replace(/"$/, `-${coding}"`) };
}

/** True if Accept-Encoding accepts `coding`: listed with a weight above 0, or covered by `*` (RFC 9110, 12.5.3). */
export function acceptsCoding(acceptEncoding: string, coding: string): boolean {
  let wildcard = false;
  for (const element of acceptEncoding.toLowerCase().split(',')) {
    const [name, ...parameters] = element.split(';').map((part) => part.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    const accepted = weight === undefined || Number(weight.slice(2)) > 0;
    if (name === coding) return accepted;
    if (name === '*') wildcard = accepted;
  }
  return wildcard;
}

/** Smaller bodies fit into one packet anyway, so compressing them saves nothing. */
const CODING_THRESHOLD_BYTES = 1024;

/** The first of `codings` that the client accepts, with its name; undefined if the body should be sent uncompressed. */
export function chooseCoding<Coding>(
  acceptEncoding: string | undefined,
  bytes: number,
  codings: Readonly<Record<string, Coding>> = {},
): readonly [name: string, coding: Coding] | undefined {
  if (acceptEncoding === undefined || bytes < CODING_THRESHOLD_BYTES) return undefined;
  return Object.entries(codings).find(([name]) => acceptsCoding(acceptEncoding, name));
}

/** Used by hosts that compress: every response varies by Accept-Encoding, whether compressed or not. */
export function varyByCoding(headers: Headers): Headers {
  return { ...headers, vary: `${headers.vary}, Accept-Encoding` };
}

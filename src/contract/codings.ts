/**
 * Content codings: what a request takes, and what a coding changes. Edge runtimes, whose platforms compress, are bundled without
 * (scripts/bundle-edge.ts). Pure.
 */

import type { Headers } from './headers.ts';

/** What a content coding changes: a tag of its own, and caches must tell the codings apart. */
export function codedHeaders(headers: Headers & { readonly etag: string }, coding: string): typeof headers {
  return { ...headers, 'content-encoding': coding, etag: headers.etag.replace(/"$/, `-${coding}"`) };
}

/** True where Accept-Encoding takes `coding`: named with a weight above 0, or covered by `*` (RFC 9110, 12.5.3). */
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

/** Below this many bytes a coding saves nothing that a packet does not carry anyway. */
const CODING_THRESHOLD_BYTES = 1024;

/** The first of the codings that the client takes, with its name, for a body of so many bytes; undefined where it goes as it is. */
export function chooseCoding<Coding>(
  acceptEncoding: string | undefined,
  bytes: number,
  codings: Readonly<Record<string, Coding>> = {},
): readonly [name: string, coding: Coding] | undefined {
  if (acceptEncoding === undefined || bytes < CODING_THRESHOLD_BYTES) return undefined;
  return Object.entries(codings).find(([name]) => acceptsCoding(acceptEncoding, name));
}

/** For hosts that compress: every answer, coded or not, depends on Accept-Encoding. */
export function varyByCoding(headers: Headers): Headers {
  return { ...headers, vary: `${headers.vary}, Accept-Encoding` };
}

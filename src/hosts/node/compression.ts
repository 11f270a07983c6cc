/**
 * Compresses the Node host's responses with gzip. Compressed bodies are cached by their ETag, up to a number of bytes; the least recently
 * used are evicted first. The cache survives new releases, because identical bodies have identical ETags.
 *
 * Uses level 3, on the calling thread: `npm run bench -- gzip` compares it with other levels, brotli and a worker thread.
 */

import { gzipSync } from 'node:zlib';
import { createByteCache } from '../../core/base/byte-cache.ts';
import { type Headers, varyByCoding } from '../../core/contract/headers.ts';
import type { HandlerRequest, HandlerResponse } from '../../core/release/ports.ts';

const LEVEL = 3;
/** Overhead of a cache entry in bytes. */
const ENTRY_BYTES = 256;
/** Smaller bodies fit into one packet anyway, so compressing them saves nothing. */
const MIN_BYTES = 1024;

/** True if Accept-Encoding accepts `coding`: listed with a weight above 0, or covered by `*` (RFC 9110, 12.5.3). */
export function acceptsCoding(acceptEncoding: string, coding: string): boolean {
  let wildcard = false;
  for (const element of acceptEncoding.toLowerCase().split(',')) {
    const [name, ...parameters] = element.split(';').map((text) => text.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    const isAccepted = weight === undefined || Number(weight.slice(2)) > 0;
    if (name === coding) return isAccepted;
    if (name === '*') wildcard = isAccepted;
  }
  return wildcard;
}

/** The ETag of a compressed body, so that caches can tell it from the body. */
const codedTag = (etag: string): string => etag.replace(/"$/, '-gzip"');
const plainTags = (text: string): string => text.replaceAll('-gzip"', '"');

/** Gets a response to a request from a site. */
type Respond = (request: HandlerRequest) => Promise<HandlerResponse>;

/** Compresses the responses. The cache holds up to `maxBytes` bytes; if `maxBytes` is 0, nothing is cached. */
export function createCompression(maxBytes: number) {
  const cache = createByteCache<Uint8Array>(maxBytes);

  function compress(body: Uint8Array, etag: string): Uint8Array {
    const known = cache.get(etag);
    if (known) return known;
    // Copied, because zlib may return a small part of a large buffer, and the whole buffer would stay in memory.
    const coded = new Uint8Array(gzipSync(body, { level: LEVEL }));
    cache.set(etag, coded, coded.length + ENTRY_BYTES);
    return coded;
  }

  /** The response to a client that accepts gzip. `ifNoneMatch` is the client's header. */
  function code(response: HandlerResponse, etag: string, ifNoneMatch: string): HandlerResponse {
    const { body } = response;
    const { 'content-length': length, ...headers } = response.headers;
    if (length === undefined) {
      return ifNoneMatch.includes(codedTag(etag))
        ? { ...response, headers: { ...headers, etag: codedTag(etag) } }
        : response;
    }
    if (Number(length) < MIN_BYTES) return response;
    const coded: Headers = { ...headers, 'content-encoding': 'gzip', etag: codedTag(etag) };
    // HEAD has no length, because finding it would mean compressing the body (RFC 9110, 9.3.2).
    if (body.length === 0) return { ...response, headers: coded };
    const sent = compress(body, etag);
    return { ...response, headers: { ...coded, 'content-length': String(sent.length) }, body: sent };
  }

  return async ({ header, ...request }: HandlerRequest, respond: Respond): Promise<HandlerResponse> => {
    const isAccepted = acceptsCoding(header('accept-encoding') ?? '', 'gzip');
    const ifNoneMatch = header('if-none-match');
    const response = await respond({
      ...request,
      header: (name) => (isAccepted && name === 'if-none-match' ? ifNoneMatch && plainTags(ifNoneMatch) : header(name)),
    });
    const { etag, 'accept-ranges': ranges } = response.headers;
    // Refusals and redirects have no ETag. Ranges count the bytes of a file, so a file that has ranges is never compressed.
    if (etag === undefined || ranges !== undefined) return response;
    const varied = { ...response, headers: varyByCoding(response.headers) };
    return isAccepted ? code(varied, etag, ifNoneMatch ?? '') : varied;
  };
}

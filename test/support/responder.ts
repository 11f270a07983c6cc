/** The site in memory, called without a socket, and the headers of its responses. */

import type { HandlerResponse } from '../../src/core/release/ports.ts';
import { answer } from './answer.ts';
import { createMemorySite, openFrom, portsOf, request, sha256 } from './memory-site.ts';

export const FRESH = { 'cache-control': 'public, max-age=1, stale-while-revalidate=2' };
export const JSON_TYPE = { 'content-type': 'application/json' };

const { data, files } = await createMemorySite();
export const COMMON = {
  allow: 'GET, HEAD, OPTIONS',
  vary: 'Accept',
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'ETag, Link, Stillwave-Ignored, Stillwave-Release',
  'stillwave-release': data.id,
};
export const release = openFrom({ data, files });
export const noArchive = openFrom({ data: { ...data, archiveUrl: null }, files });
const ports = portsOf(files);

export const ask = (
  url: string,
  headers: Record<string, string> = {},
  method = 'GET',
  at = release,
): Promise<HandlerResponse> => answer(request(url, headers, method), at, ports);

export const tagOf = (body: string) => `"${sha256(body).slice(0, 32)}"`;

/** Headers of a 200 with this body. */
export const headersOf = (body: string) => ({
  ...COMMON,
  ...FRESH,
  ...JSON_TYPE,
  etag: tagOf(body),
  'content-length': String(new TextEncoder().encode(body).length),
});

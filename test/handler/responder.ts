/** The site in memory, asked without a socket, and the headers that its answers have. */

import { openRelease } from '../../src/handler/release.ts';
import { type HandlerResponse, type Ports, respond } from '../../src/handler/respond.ts';
import { openPack } from '../../src/listing/pack.ts';
import { BASE_URL, createMemorySite, readerOf, request, sha256 } from './memory-site.ts';

export const COMMON = {
  allow: 'GET, HEAD, OPTIONS',
  vary: 'Accept',
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'ETag',
};
export const FRESH = { 'cache-control': 'public, max-age=1, stale-while-revalidate=2' };
export const JSON_TYPE = { 'content-type': 'application/json' };

const { data, files } = await createMemorySite();
const read = readerOf(files);
export const release = openRelease(data);
export const noArchive = openRelease({ ...data, archiveUrl: null });
const ports: Ports = {
  sha256,
  readPack: async (name) => openPack(await read(`packs/${name}.ndjson`), { baseUrl: BASE_URL, recordEnding: '' }),
};

export const ask = (
  url: string,
  headers: Record<string, string> = {},
  method = 'GET',
  at = release,
): Promise<HandlerResponse> => respond(request(url, headers, method), at, ports);

export const tagOf = (body: string) => `"${sha256(body).slice(0, 32)}"`;

/** Headers of a 200 with this body. */
export const headersOf = (body: string) => ({
  ...COMMON,
  ...FRESH,
  ...JSON_TYPE,
  etag: tagOf(body),
  'content-length': String(new TextEncoder().encode(body).length),
});

/**
 * What pages read of a site, on Node. It is answered as bodies of the API are: with a tag of its content, compressed for who takes it, 304
 * for who has it. Downloads are larger and are sent in ranges: `files.ts`.
 */

import { readableHeaders } from '../contract/assets.ts';
import { varyByCoding } from '../contract/headers.ts';
import { NOT_FOUND } from '../contract/refusals.ts';
import type { HandlerRequest, HandlerResponse, Ports } from '../handler/ports.ts';
import type { Release } from '../handler/release.ts';
import { bodyResponse, refusalResponse } from '../handler/response.ts';

/** Answers GET or HEAD for a file that `readableFile` named, 404 where there is none: those of other releases come and go. */
export async function answerFile(
  file: string,
  request: HandlerRequest,
  release: Release,
  ports: Pick<Ports, 'sha256' | 'codings'> & { readonly readFile: (path: string) => Promise<Uint8Array> },
): Promise<HandlerResponse> {
  const body = await ports.readFile(file).catch(() => null);
  if (body === null) return refusalResponse(NOT_FOUND, release.data.cache, request.method);
  return bodyResponse({ body, more: varyByCoding(readableHeaders(file)) }, request, release, ports);
}

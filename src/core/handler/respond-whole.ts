/** Answers requests for hosts that send bodies and no files: the bytes of a slice are read into the body. */

import { SiteDamagedError } from '../base/site-damaged-error.ts';
import { entityTag } from '../contract/headers.ts';
import type { FileSlice, HandlerRequest, HandlerResponse, Ports } from '../release/ports.ts';
import { inTime } from '../release/read-file.ts';
import type { Site } from './site.ts';

/** Reads a slice of the file with this ETag. Rejects with SiteDamagedError if the file is another one. */
export async function readSlice(
  { file, from, to }: FileSlice,
  etag: string,
  { readFile, sha256, readTimeoutMs }: Ports,
): Promise<Uint8Array> {
  const bytes = await inTime(() => readFile(file, true), file, readTimeoutMs);
  if (entityTag(await sha256(bytes)) !== etag) throw new SiteDamagedError(`${file} is not the file of this release`);
  return bytes.subarray(from, to);
}

/** Answers a request; the bodies of all responses are read. */
export async function respondWhole(site: Site, request: HandlerRequest, ports: Ports): Promise<HandlerResponse> {
  let content: Uint8Array | undefined;
  const { slice: _, ...response } = await site.respond(request, {
    async openSlice(slice, etag) {
      content = await readSlice(slice, etag, ports);
    },
  });
  return content ? { ...response, body: content } : response;
}

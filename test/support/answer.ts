/** Answers requests from an undamaged site. */

import { respond } from '../../src/core/handler/respond.ts';
import { readSlice } from '../../src/core/handler/respond-whole.ts';
import type { HandlerRequest, HandlerResponse, Ports } from '../../src/core/release/ports.ts';
import type { Release } from '../../src/core/release/release.ts';

/** Rejects with the error of a damaged site. The body of a slice is read. */
export async function answer(request: HandlerRequest, release: Release, ports: Ports): Promise<HandlerResponse> {
  let content: Uint8Array | undefined;
  const response = await respond(request, release, ports, {
    async openSlice(slice, etag) {
      content = await readSlice(slice, etag, ports);
    },
  });
  if (response instanceof Error) throw response;
  const { slice: _, ...rest } = response;
  return content ? { ...rest, body: content } : rest;
}

/** The response to a request from a site that is whole. */

import type { HandlerRequest, HandlerResponse, Ports } from '../../src/handler/ports.ts';
import type { Release } from '../../src/handler/release.ts';
import { respond } from '../../src/handler/respond.ts';

/** Rejects with what is wrong with the site, where anything is. */
export async function answer(request: HandlerRequest, release: Release, ports: Ports): Promise<HandlerResponse> {
  const response = await respond(request, release, ports);
  if (response instanceof Error) throw response;
  return response;
}

/** Answers requests from an undamaged site. */

import type { HandlerRequest, HandlerResponse, Ports } from '../../src/core/handler/ports.ts';
import type { Release } from '../../src/core/handler/release.ts';
import { respond } from '../../src/core/handler/respond.ts';

/** Rejects with the error of a damaged site. */
export async function answer(request: HandlerRequest, release: Release, ports: Ports): Promise<HandlerResponse> {
  const response = await respond(request, release, ports);
  if (response instanceof Error) throw response;
  return response;
}

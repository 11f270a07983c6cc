/** Every host, in the order in which the table and the documentation show them. */

import { apache } from './apache.ts';
import { caddy } from './caddy.ts';
import { cloudflare } from './cloudflare.ts';
import { deno } from './deno.ts';
import type { Host } from './host.ts';
import { netlify } from './netlify.ts';
import { nginx } from './nginx.ts';
import { node } from './node-service.ts';
import { serve } from './serve.ts';
import { serviceWorker } from './service-worker.ts';

export const HOSTS: readonly Host[] = [nginx, caddy, apache, node, cloudflare, deno, netlify, serviceWorker, serve];

/** The host of a name; undefined where there is none. */
export function findHost(name: string): Host | undefined {
  return HOSTS.find((host) => host.name === name);
}

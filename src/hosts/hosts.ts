/** All hosts. */

import { apache } from './emitters/apache.ts';
import { caddy } from './emitters/caddy.ts';
import { cloudflare } from './emitters/cloudflare.ts';
import { cloudfront } from './emitters/cloudfront.ts';
import { container } from './emitters/container.ts';
import { deno } from './emitters/deno.ts';
import { netlify } from './emitters/netlify.ts';
import { nginx } from './emitters/nginx.ts';
import { node } from './emitters/node-service.ts';
import { serve } from './emitters/serve.ts';
import { varnish } from './emitters/varnish.ts';
import type { Host } from './host.ts';
import { HOST_NAMES, type HostName } from './host-names.ts';

const BY_NAME: Readonly<Record<HostName, Host>> = {
  nginx,
  caddy,
  apache,
  node,
  container,
  cloudflare,
  deno,
  netlify,
  cloudfront,
  serve,
  varnish,
};

export const HOSTS: readonly Host[] = HOST_NAMES.map((name) => BY_NAME[name]);

export const findHost = (name: HostName): Host => BY_NAME[name];

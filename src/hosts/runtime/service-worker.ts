/**
 * Service worker: the browser answers API requests itself, from packs on a host that only serves files. The worker's base URL is the URL
 * that it is served from. Bundled by scripts/bundle-edge.ts.
 */

import { sha256 } from '../../core/base/sha256.ts';
import { isApiPath } from '../../core/contract/resolve-path.ts';
import { createSite } from '../../core/handler/site.ts';
import { fileOf, toFetchHandler } from '../fetch.ts';
import './settings.ts';

declare const self: ServiceWorkerGlobalScope;

const scope = self.registration.scope;

const site = createSite({
  sha256,
  onDamage: console.error,
  baseUrl: scope.replace(/\/$/, ''),
  ...SETTINGS,
  readFile: async (path, fresh) => {
    // The browser's own cache keeps packs and evicts packs from old releases. It may also contain an error response.
    const kept = fresh ? null : await fetch(scope + path, { cache: 'force-cache' });
    return fileOf(kept?.ok ? kept : fetch(scope + path, { cache: 'no-cache' }));
  },
});
// The browser fetches the site's files itself.
const handler = toFetchHandler(site);

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()));
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', (event) => {
  const { origin, pathname } = new URL(event.request.url);
  const url = origin + pathname;
  if (url.startsWith(scope) && isApiPath(url.slice(scope.length))) event.respondWith(handler(event.request));
});

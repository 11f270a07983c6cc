/**
 * Service worker: the browser answers the API itself, from packs that a host without any logic serves. It works at whatever
 * URL it is served from, which is its base URL. Bundled by scripts/bundle-edge.ts.
 */

import { asksApi } from "../../contract/paths.ts";
import { createFetchHandler, fileOf } from "../fetch.ts";
import "./settings.ts";

declare const self: ServiceWorkerGlobalScope;

const scope = self.registration.scope;

/** Packs are kept by the browser's own cache, which forgets those of old releases by itself. */
const cacheMode = (fresh: boolean): RequestCache =>
	fresh ? "no-cache" : "force-cache";

const handler = createFetchHandler({
	baseUrl: scope.replace(/\/$/, ""),
	...SETTINGS,
	readFile: (path, fresh) =>
		fileOf(fetch(scope + path, { cache: cacheMode(fresh) })),
});

self.addEventListener("install", (event) =>
	event.waitUntil(self.skipWaiting()),
);
self.addEventListener("activate", (event) =>
	event.waitUntil(self.clients.claim()),
);
self.addEventListener("fetch", (event) => {
	const { origin, pathname } = new URL(event.request.url);
	const url = origin + pathname;
	if (url.startsWith(scope) && asksApi(url.slice(scope.length)))
		event.respondWith(handler(event.request));
});

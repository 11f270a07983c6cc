/**
 * The site's index.html: the home page of a request handler, and besides what only a host that sends files needs. Where the site is to
 * have a service worker, a script starts it and says so. It is a file of its own and all links are relative, so that the page works
 * wherever the site is copied to, also under `Content-Security-Policy: default-src 'self'`.
 *
 * In: a release. Out: the texts of the files. Build time; pure.
 */

import { wholeListings } from '../../contract/collection.ts';
import { API_ROOT, HOME_PATH, HOME_SCRIPT_PATH, pathLink, SERVICE_WORKER_PATH } from '../../contract/paths.ts';
import { firstPageOf } from '../../contract/query.ts';
import type { Release } from '../../handler/release.ts';
import { homePage } from '../documents/home-page.ts';

const SCRIPT = `const base = new URL('.', import.meta.url).href;
const workers = navigator.serviceWorker;
const say = (text) => { document.getElementById('state').textContent = text; };
try {
  await workers.register(base + '${SERVICE_WORKER_PATH}');
  if (!workers.controller) await new Promise((resolve) => { workers.oncontrollerchange = resolve; });
  if (!(await fetch(base + '${API_ROOT}/')).ok) throw new Error('The service worker has no packs.');
  say('This browser now answers the API itself, every query included.');
} catch (error) {
  say('This browser cannot answer the API: ' + (workers ? error.message : 'service workers need HTTPS.'));
}
`;

/** Links to the first pages as files; empty where the site has no page files. */
function plainFiles({ data, collections }: Release): string {
  const [pageSize] = data.enumerate.pageSizes;
  if (data.layout === 'packs' || pageSize === undefined) return '';
  const items = wholeListings(collections).map((listing) => {
    const link = pathLink(firstPageOf(listing, [], pageSize));
    return `<li><a href="${link.replace('&', '&amp;')}">${listing.path}</a></li>`;
  });
  return `<p>The first pages as plain files:</p>\n<ul>\n${items.join('\n')}\n</ul>\n`;
}

const FOOT = `<footer>\n<p id="state"></p>\n</footer>\n<script type="module" src="${HOME_SCRIPT_PATH}"></script>\n`;

/** Path -> text. `head` is markup for the page's head, as that of a request handler has it. */
export function indexFiles(release: Release, head: string, hasServiceWorker: boolean): ReadonlyMap<string, string> {
  const page = (foot: string) => homePage(release, '', { head, end: plainFiles(release), foot });
  if (!hasServiceWorker) return new Map([[HOME_PATH, page('')]]);
  return new Map([
    [HOME_PATH, page(FOOT)],
    [HOME_SCRIPT_PATH, SCRIPT],
  ]);
}

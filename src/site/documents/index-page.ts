/**
 * The site's index.html: the home page of request handlers with additions for hosts that only send files. If the site has a service
 * worker, a script starts it and shows whether it works. The script is a separate file and all links are relative, so the page works
 * wherever the site is copied to, also under `Content-Security-Policy: default-src 'self'`.
 *
 * In: a release. Out: the texts of the files. Build time; pure.
 */

import { wholeListings } from '../../core/contract/collection.ts';
import { API_ROOT, HOME_PATH, HOME_SCRIPT_PATH, pathLink, SERVICE_WORKER_PATH } from '../../core/contract/paths.ts';
import { firstPageOf } from '../../core/contract/query.ts';
import type { Release } from '../../core/handler/release.ts';
import { homePage, type PageParts } from './home-page.ts';

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

/** Links to the files of first pages; empty if the site has no page files. */
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

/** Path -> text. `parts` are those of the page in a request handler. */
export function indexFiles(release: Release, parts: PageParts, hasServiceWorker: boolean): ReadonlyMap<string, string> {
  const page = (foot: string) => homePage(release, '', { ...parts, end: plainFiles(release), foot });
  if (!hasServiceWorker) return new Map([[HOME_PATH, page('')]]);
  return new Map([
    [HOME_PATH, page(FOOT)],
    [HOME_SCRIPT_PATH, SCRIPT],
  ]);
}

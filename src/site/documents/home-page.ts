/**
 * The page at the base URL: the element that the explorer renders into, a description of the site, and a note that the explorer is loading.
 * The downloads and the API follow, for browsers without scripts; in other browsers the explorer's style sheet hides them unless loading
 * takes a long time.
 */

import type { Catalogue } from '../../catalogue/types.ts';
import { wholeListings } from '../../core/contract/collection.ts';
import { linkFormatOf } from '../../core/contract/compatibility.ts';
import { type DownloadName, downloadPath } from '../../core/contract/downloads.ts';
import { API_ROOT, listingPath } from '../../core/contract/paths.ts';
import { firstPageOf } from '../../core/contract/query.ts';
import { pathLink } from '../../core/contract/site-paths.ts';
import type { Release } from '../../core/release/release.ts';
import type { Config } from '../config/config.ts';
import { datasetScript } from './dataset.ts';
import type { ExplorerFiles } from './explorer-files.ts';

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (character) => `&#${character.codePointAt(0)};`);

/** Parts of the page besides the description of the API. */
export interface PageParts {
  /** Name of the site. */
  readonly title: string;
  /** Markup for the head. */
  readonly head?: string;
  /** The downloads to link to. */
  readonly downloads?: readonly DownloadName[];
  /** Markup to append to the content for browsers without scripts. */
  readonly end?: string;
}

/** The inputs of the home page besides the release. */
export interface SiteContent {
  readonly catalogue: Catalogue;
  readonly config: Config;
  readonly explorer: ExplorerFiles;
}

/** Parts of the page: metadata for search engines, the explorer, and links to the downloads. */
export function pageParts({ catalogue, config, explorer }: SiteContent, baseUrl: string): PageParts {
  const { title, downloads } = config;
  const dataset = datasetScript({ baseUrl, config, catalogue });
  return { title, head: explorer.tags + dataset, downloads };
}

const list = (items: readonly string[]): string => `<ul>\n${items.map((item) => `<li>${item}</li>\n`).join('')}</ul>\n`;

/** The page's HTML. `base` is prepended to every link and ends with a slash, or is empty for links relative to the page. */
export function homePage({ collections }: Pick<Release, 'collections'>, base: string, parts: PageParts): string {
  const { title, head = '', downloads = [], end = '' } = parts;
  const name = escapeHtml(title);
  const link = (path: string, text = path) => `<a href="${escapeHtml(base + path)}">${escapeHtml(text)}</a>`;
  const files = downloads.map((file) => link(downloadPath(file), file));
  const listings = wholeListings(collections).map((listing) => {
    const { collection } = listing;
    return `${link(listingPath(listing, []), collection.name)}: ${escapeHtml(collection.description)}`;
  });
  const root = `${API_ROOT}/`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="Gravitational-wave events, strain data and observing runs: an explorer and the GWOSC API v2.">
<title>${name}</title>
${head}</head>
<body>
<div id="explorer"><header class="top"><h1 class="brand">${name}</h1></header></div>
<main id="about">
<p>Gravitational-wave events, strain data and observing runs: an explorer, files to download, and a static copy of the GWOSC API v2.</p>
<div id="loading"><p class="waiting" role="status">Loading the explorer …</p></div>
<div id="instead">
<h2>Without the explorer</h2>
<p>The explorer needs JavaScript. If it does not appear, its scripts are off, blocked or still loading. The downloads and the API below work without it.</p>
${files.length === 0 ? '' : `<h2>Downloads</h2>\n${list(files)}`}<h2>API</h2>
<p>It starts at ${link(root, base + root)}. An OPTIONS request to a listing names its query parameters.</p>
${list(listings)}${end}</div>
</main>
</body>
</html>
`;
}

/** Links to the files that contain first pages; empty if the site has no page files. */
function plainFiles({ data, collections }: Release): string {
  if (data.layout === 'packs') return '';
  const pageSize = data.enumerate.pageSizes[0] as number;
  const items = wholeListings(collections).map((listing) => {
    const link = pathLink(firstPageOf(listing, [], pageSize), linkFormatOf(data.compatibility));
    return `<a href="${escapeHtml(link)}">${listing.path}</a>`;
  });
  return `<p>The first pages as plain files:</p>\n${list(items)}`;
}

/**
 * The text of index.html, for hosts that only serve files: the page with links to page files. All links are relative, so the page works in
 * any copy of the site. `parts`: the parts of the page that a request handler serves.
 */
export const indexPage = (release: Release, parts: PageParts): string =>
  homePage(release, '', { ...parts, end: plainFiles(release) });

/**
 * The page at the base URL. Contains what a browser without scripts shows (a description of the site, and where its API starts)
 * and the element in which the explorer renders. Build time; pure.
 */

import { wholeListings } from '../../contract/collection.ts';
import { API_ROOT, listingPath } from '../../contract/paths.ts';
import type { Release } from '../../handler/release.ts';

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (character) => `&#${character.codePointAt(0)};`);

/** Markup for parts of the page. */
interface More {
  readonly head?: string;
  /** The end of the content without scripts. */
  readonly end?: string;
  /** Stays in place when the explorer replaces that content. */
  readonly foot?: string;
}

/** The page. `base` is prepended to every link and ends with a slash, or is empty for links relative to the page. */
export function homePage({ collections }: Pick<Release, 'collections'>, base: string, more: More = {}): string {
  const { head = '', end = '', foot = '' } = more;
  const rows = wholeListings(collections).map((listing) => {
    const { name, description } = listing.collection;
    const url = escapeHtml(`${base}${listingPath(listing, [])}`);
    return `<li><a href="${url}">${name}</a>: ${escapeHtml(description)}</li>`;
  });
  const root = escapeHtml(`${base}${API_ROOT}/`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="Gravitational-wave events, strain data and observing runs: an explorer and the GWOSC API v2.">
<title>Gravitational-wave catalogue</title>
${head}</head>
<body>
<div id="explorer"></div>
<div id="about">
<h1>Gravitational-wave catalogue</h1>
<p>A static copy of the GWOSC API v2, starting at <a href="${root}">${root}</a>.</p>
<ul>
${rows.join('\n')}
</ul>
<p>An OPTIONS request to a listing names its query parameters.</p>
${end}</div>
${foot}</body>
</html>
`;
}

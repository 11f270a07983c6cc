/** Bodies that explain: OPTIONS, the root, and the page that a browser gets at the base URL. Derived from the tables. Pure. */

import { JSON_TYPE } from '../contract/headers.ts';
import { allParameters, FORMAT, type Listing } from '../contract/listings.ts';
import { API_ROOT, type Target, withLinkFormat } from '../contract/paths.ts';
import { type Description, LISTING_NAMES } from '../contract/wire.ts';
import type { Release } from './release.ts';

function describeListing(listing: Listing, names: ReadonlySet<string> | null): Description['parameters'] {
  const parameters = allParameters(listing).filter(({ name }) => names?.has(name) ?? true);
  return parameters.map(({ name, codec, unit, meaning, default: preset }) => ({
    name,
    type: codec.kind,
    unit,
    meaning,
    default: preset === null ? null : codec.format(preset),
    ...(codec.allowed && { allowed: codec.allowed }),
  }));
}

const FORMAT_ONLY = new Set([FORMAT.name]);

/** The body of OPTIONS for a resolved path. */
export function describeTarget(target: Target, release: Release): Description {
  const about = (name: string, description: string, parameters: Description['parameters'] = []): Description => ({
    name,
    description,
    renders: [JSON_TYPE],
    parses: [],
    parameters,
  });
  if (target.kind === 'listing') {
    const listing = release.listings[target.listing];
    return about(listing.title, listing.description, describeListing(listing, null));
  }
  if (target.kind === 'record') {
    const listing = release.listings[target.listing];
    return about(`${listing.title}: record`, 'One record in full.', describeListing(listing, FORMAT_ONLY));
  }
  if (target.kind === 'archive') return about('Archive', 'Redirects to the file in the data archive.');
  return about('Catalogue', 'The listings of this catalogue, by name.');
}

/** The body of the root: each listing's URL, by name. */
export function rootBody(baseUrl: string): Record<string, string> {
  return Object.fromEntries(LISTING_NAMES.map((name) => [name, withLinkFormat(`${baseUrl}/${API_ROOT}/${name}`)]));
}

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (character) => `&#${character.codePointAt(0)};`);

/** What a browser shows at the base URL. `more` is markup for its end. */
export function homePage(release: Release, more = ''): string {
  const { baseUrl, listings } = release;
  const rows = LISTING_NAMES.map((name) => {
    const url = escapeHtml(`${baseUrl}/${API_ROOT}/${name}`);
    return `<li><a href="${url}">${name}</a>: ${escapeHtml(listings[name].description)}</li>`;
  });
  const root = escapeHtml(`${baseUrl}/${API_ROOT}/`);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Gravitational-wave catalogue</title>
<h1>Gravitational-wave catalogue</h1>
<p>This site answers the API of a gravitational-wave catalogue from static files. It starts at <a href="${root}">${root}</a>.</p>
<ul>
${rows.join('\n')}
</ul>
<p>An OPTIONS request to a listing names its query parameters.</p>
${more}</html>
`;
}

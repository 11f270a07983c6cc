/** Makes the bodies of the OPTIONS responses and the root from the collection definitions. */

import { allListings, hasRecords, wholeListings } from '../../core/contract/collection.ts';
import { linkFormatOf } from '../../core/contract/compatibility.ts';
import { CSV_TYPE, JSON_TYPE } from '../../core/contract/headers.ts';
import { type Parameter, RECORD_FORMAT } from '../../core/contract/parameters.ts';
import { listingPath, withLinkFormat } from '../../core/contract/paths.ts';
import { allParameters } from '../../core/contract/query.ts';
import type { Route } from '../../core/contract/route.ts';
import type { Description } from '../../core/contract/wire.ts';
import { BASE_URL_MARKER } from '../../core/listing/pack.ts';
import type { Release } from '../../core/release/release.ts';

function describeParameters(parameters: readonly Parameter[]): Description['parameters'] {
  return parameters.map(({ name, codec, unit, meaning, default: preset }) => ({
    name,
    type: codec.kind,
    unit,
    meaning,
    default: preset === null ? null : codec.format(preset),
    ...(codec.allowed && { allowed: codec.allowed }),
  }));
}

/** What OPTIONS describes: every kind of path, without ids. */
export function describedRoutes({ collections }: Pick<Release, 'collections'>): Route[] {
  return [
    { kind: 'root' },
    { kind: 'archive', path: '' },
    { kind: 'legacy', path: [] },
    { kind: 'openapi' },
    ...allListings(collections).map((listing): Route => ({ kind: 'listing', listing, parentIds: [] })),
    ...collections.filter(hasRecords).map((collection): Route => ({ kind: 'record', collection, id: '' })),
  ];
}

/** The body of an OPTIONS response. */
export function describeRoute(route: Route): Description {
  const about = (
    name: string,
    description: string,
    parameters: readonly Parameter[] = [],
    renders: Description['renders'] = [JSON_TYPE],
  ): Description => ({ name, description, renders, parses: [], parameters: describeParameters(parameters) });
  if (route.kind === 'listing') {
    const { title, description } = route.listing.collection;
    return about(title, description, allParameters(route.listing), [JSON_TYPE, CSV_TYPE]);
  }
  if (route.kind === 'record') {
    return about(`${route.collection.title}: record`, 'One record in full.', [RECORD_FORMAT]);
  }
  if (route.kind === 'archive') return about('Archive', 'Redirects to the file in the data archive.');
  if (route.kind === 'legacy') return about('Older interface', 'An answer of the older interfaces.');
  if (route.kind === 'openapi') {
    return about('OpenAPI', 'The OpenAPI document of this API.', [RECORD_FORMAT]);
  }
  return about('Catalogue', 'URLs of the collections, by name.');
}

/** The body of the root: URLs of the top-level listings, by name. */
export function rootBody(
  { collections, data }: Pick<Release, 'collections' | 'data'>,
  baseUrl: string,
): Record<string, string> {
  const links = wholeListings(collections).map((listing) => {
    return [
      listing.collection.name,
      withLinkFormat(`${baseUrl}/${listingPath(listing, [])}`, linkFormatOf(data.compatibility)),
    ] as const;
  });
  return Object.fromEntries(links);
}

/** JSON escapes control characters, but in packs the marker must stay unescaped. After an escaped backslash, `u0001` is text. */
export const toLine = (value: unknown): string =>
  JSON.stringify(value).replaceAll(/\\\\|\\u0001/g, (found) => (found === '\\u0001' ? BASE_URL_MARKER : found));

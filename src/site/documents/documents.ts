/**
 * Documents: responses that do not depend on a query, namely OPTIONS bodies, the root, the home page and the OpenAPI document. Request
 * handlers read them from a pack, where each document is one line; files for static hosts are written separately.
 */

import { optionsName } from '../../core/contract/route.ts';
import { BASE_URL_MARKER } from '../../core/listing/pack.ts';
import type { Release } from '../../core/release/release.ts';
import { describedRoutes, describeRoute, rootBody, toLine } from './describe.ts';
import { homePage, type PageParts, pageParts, type SiteContent } from './home-page.ts';
import { openApiDocument } from './openapi/document.ts';

/** The home page on a single line, because a line feed would end the pack's line. */
export const homeBody = (release: Pick<Release, 'collections'>, baseUrl: string, parts: PageParts): string =>
  homePage(release, `${baseUrl}/`, parts).replaceAll('\n', ' ');

/** The lines of all documents except the OpenAPI document, by name, with markers in place of the base URL. */
export function documentLines(
  release: Pick<Release, 'collections' | 'data'>,
  parts: PageParts,
): ReadonlyMap<string, string> {
  return new Map([
    ['root', toLine(rootBody(release, BASE_URL_MARKER))],
    ['home', homeBody(release, BASE_URL_MARKER, parts)],
    ...describedRoutes(release).map((route) => [optionsName(route), toLine(describeRoute(route))] as const),
  ]);
}

/** All documents of a release. */
export interface Documents {
  /** Names, in the same order as the lines. */
  readonly names: readonly string[];
  readonly lines: readonly string[];
  /** The OpenAPI document with the release's base URL. */
  readonly openApi: string;
}

/** The responses that do not depend on a query. */
export async function renderDocuments(release: Release, content: SiteContent): Promise<Documents> {
  const openApiLine = toLine(await openApiDocument(release, BASE_URL_MARKER, content.config));
  const documents = new Map([['openapi', openApiLine], ...documentLines(release, pageParts(content, BASE_URL_MARKER))]);
  const openApi = openApiLine.replaceAll(BASE_URL_MARKER, release.baseUrl);
  return { names: [...documents.keys()], lines: [...documents.values()], openApi };
}

/**
 * Documents: responses that do not depend on a query, namely OPTIONS bodies, the root, the home page and the OpenAPI document. Request
 * handlers read them from a pack, where each document is one line; files for static hosts are written separately.
 */

import type { Catalogue } from '../../catalogue/types.ts';
import { optionsName } from '../../core/contract/route.ts';
import { BASE_URL_MARKER } from '../../core/listing/pack.ts';
import type { Release } from '../../core/release/release.ts';
import { type BuiltRelease, openBuilt } from '../built-release.ts';
import type { Config } from '../config/config.ts';
import { datasetScript } from './dataset.ts';
import { describedRoutes, describeRoute, rootBody } from './describe.ts';
import type { ExplorerFiles } from './explorer-files.ts';
import { homePage, type PageParts } from './home-page.ts';
import { openApiDocument } from './openapi/document.ts';

/** What a site has besides its release. */
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

/** JSON escapes control characters, but in packs the marker must stay unescaped. After an escaped backslash, `u0001` is text. */
export const toLine = (value: unknown): string =>
  JSON.stringify(value).replaceAll(/\\\\|\\u0001/g, (found) => (found === '\\u0001' ? BASE_URL_MARKER : found));

/** The home page on a single line, because a line feed would end the pack's line. */
export const homeBody = (release: Release, parts: PageParts): string =>
  homePage(release, `${release.baseUrl}/`, parts).replaceAll('\n', ' ');

/** The lines of all documents except the OpenAPI document, by name, with markers in place of the base URL. */
export function documentLines(built: BuiltRelease, parts: PageParts): ReadonlyMap<string, string> {
  const release = openBuilt(built, { baseUrl: BASE_URL_MARKER });
  return new Map([
    ['root', toLine(rootBody(release))],
    ['home', homeBody(release, parts)],
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
export function renderDocuments(built: BuiltRelease, content: SiteContent): Documents {
  const openApiLine = toLine(openApiDocument(openBuilt(built), BASE_URL_MARKER, content.config));
  const documents = new Map([['openapi', openApiLine], ...documentLines(built, pageParts(content, BASE_URL_MARKER))]);
  const openApi = openApiLine.replaceAll(BASE_URL_MARKER, built.baseUrl);
  return { names: [...documents.keys()], lines: [...documents.values()], openApi };
}

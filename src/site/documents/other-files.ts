/**
 * A site's files that are not made from collections: the page and the explorer's assets, the OpenAPI document, robots.txt for crawlers,
 * `_headers` for hosts that read headers from it, and bodies for hosts with rewrite rules.
 */

import { readFileSync } from 'node:fs';
import { pathOfUrl } from '../../core/contract/base-url.ts';
import { FILES, fileHeaders, patternsOf } from '../../core/contract/files.ts';
import type { CacheLifetimes, Headers } from '../../core/contract/headers.ts';
import { API_ROOT, OPENAPI_PATH } from '../../core/contract/paths.ts';
import { FILE_REFUSALS } from '../../core/contract/refusals.ts';
import {
  errorBodyPath,
  HEADERS_PATH,
  HOME_BODY_PATH,
  HOME_PATH,
  ROBOTS_PATH,
  ROOT_BODY_PATH,
} from '../../core/contract/site-paths.ts';
import type { Release, ReleaseData } from '../../core/release/release.ts';
import { rootBody } from './describe.ts';
import { type Documents, homeBody } from './documents.ts';
import { indexPage, type PageParts, pageParts, type SiteContent } from './home-page.ts';

/**
 * Crawlers may read everything except the tens of thousands of page files, because listings have the same content at the URLs that people
 * link to. `*` matches any characters, including slashes: https://www.rfc-editor.org/rfc/rfc9309#name-special-characters
 */
export function robotsText({ baseUrl }: Pick<ReleaseData, 'baseUrl'>): string {
  const base = pathOfUrl(baseUrl);
  const lines = [`Disallow: ${base}/${API_ROOT}/_`, `Disallow: ${base}/${API_ROOT}/*/_`];
  const place =
    base === '' ? [] : ['# Crawlers only read robots.txt at the root of a host: copy these lines into that file.'];
  return [...place, 'User-agent: *', 'Allow: /', ...lines, ''].join('\n');
}

/**
 * The format of `_headers`: a path, then indented headers. On these hosts, the files are at the root even if the base URL has a path. See
 * https://developers.cloudflare.com/workers/static-assets/headers/ and https://docs.netlify.com/manage/routing/headers/.
 */
function headersText(cache: CacheLifetimes, downloads: readonly string[]): string {
  const blocks = FILES.flatMap((row): (readonly [path: string, headers: Headers])[] => {
    const paths = row.hasRanges ? downloads : patternsOf(row);
    // In these patterns, nothing may follow a `*`. Every host knows the types of the assets.
    if (!row.hasRanges && paths.length > 1) {
      const { 'content-type': _, ...headers } = fileHeaders(row, row.path, cache);
      return [[`${row.path}*`, headers]];
    }
    return paths.map((path) => [path, fileHeaders(row, path, cache)]);
  });
  const lines = blocks.map(([path, headers]) => {
    return [`/${path}`, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`)].join('\n');
  });
  return `${lines.join('\n\n')}\n`;
}

/** The files that rules serve. `parts`: the parts of the page at the base URL. */
function ruleFiles(release: Release, parts: PageParts): Map<string, string> {
  return new Map([
    [ROOT_BODY_PATH, JSON.stringify(rootBody(release, release.baseUrl))],
    [HOME_BODY_PATH, homeBody(release, release.baseUrl, parts)],
    ...Object.entries(FILE_REFUSALS).map(([name, { body }]) => [errorBodyPath(name), JSON.stringify(body)] as const),
  ]);
}

/** All other files; `downloads` are the paths of the downloads. */
export function* renderOtherFiles(
  release: Release,
  downloads: readonly string[],
  { openApi }: Documents,
  content: SiteContent,
): Generator<readonly [path: string, content: Uint8Array]> {
  const { data, baseUrl } = release;
  const page = pageParts(content, baseUrl);
  const texts = new Map([
    [OPENAPI_PATH, openApi],
    [ROBOTS_PATH, robotsText(data)],
    [HEADERS_PATH, headersText(data.cache, downloads)],
    ...(data.layout === 'packs' ? [] : ruleFiles(release, page)),
    [HOME_PATH, indexPage(release, page)],
  ]);
  for (const [path, text] of texts) yield [path, Buffer.from(text)];
  for (const [path, file] of content.explorer.files) yield [path, readFileSync(file)];
}

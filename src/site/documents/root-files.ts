/**
 * Files at the root of a site that clients of the API do not use: robots.txt for crawlers, and `_headers` for hosts that read headers
 * from it. In: a release's configuration. Out: texts. Build time; pure.
 */

import { ASSET_FOLDER } from '../../core/contract/assets.ts';
import { downloadType } from '../../core/contract/downloads.ts';
import { downloadHeaders, PACK_CACHE_CONTROL, PACK_HEADERS, PART_HEADERS } from '../../core/contract/headers.ts';
import { API_ROOT, PACK_FOLDER, PART_FOLDER } from '../../core/contract/paths.ts';
import { pathOfUrl, type ReleaseData } from '../../core/handler/release.ts';

/**
 * Crawlers may read everything except the tens of thousands of page files, because listings have the same content under the URLs that
 * people link to. `*` stands for any characters, slashes too: https://www.rfc-editor.org/rfc/rfc9309#name-special-characters
 */
export function robotsText({ baseUrl }: Pick<ReleaseData, 'baseUrl'>): string {
  const base = pathOfUrl(baseUrl);
  const lines = [`Disallow: ${base}/${API_ROOT}/_`, `Disallow: ${base}/${API_ROOT}/*/_`];
  const place =
    base === '' ? [] : ['# Crawlers look at the root of a host alone: copy these lines into the file there.'];
  return [...place, 'User-agent: *', 'Allow: /', ...lines, ''].join('\n');
}

/**
 * https://developers.cloudflare.com/workers/static-assets/headers/, https://docs.netlify.com/manage/routing/headers/: a path, then
 * indented headers. The files are at the root there, whatever path the base URL has.
 */
export function headersText({ cache, downloads }: Pick<ReleaseData, 'cache' | 'downloads'>): string {
  const blocks = [
    ...Object.keys(downloads).map((path) => [path, downloadHeaders(cache, downloadType(path))] as const),
    [`${PACK_FOLDER}/*`, PACK_HEADERS] as const,
    [`${PART_FOLDER}/*`, PART_HEADERS] as const,
    // Every host knows the types of these file extensions.
    [`${ASSET_FOLDER}/*`, { 'cache-control': PACK_CACHE_CONTROL }] as const,
  ];
  const lines = blocks.map(([path, headers]) => {
    return [`/${path}`, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`)].join('\n');
  });
  return `${lines.join('\n\n')}\n`;
}

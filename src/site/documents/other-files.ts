/** The files of a site that are not made from collections. In: the release and its configuration. Out: paths and contents. Build time. */

import { readFileSync } from 'node:fs';
import type { Catalogue } from '../../catalogue/types.ts';
import { HEADERS_PATH, OPENAPI_PATH, ROBOTS_PATH } from '../../core/contract/paths.ts';
import { openRelease, type ReleaseData } from '../../core/handler/release.ts';
import { BASE_URL_MARKER } from '../../core/listing/pack.ts';
import type { Config } from '../config/config.ts';
import { datasetScript } from './dataset.ts';
import { type Documents, makeDocuments } from './documents.ts';
import type { ExplorerFiles } from './explorer-files.ts';
import type { PageParts } from './home-page.ts';
import { indexFiles } from './index-page.ts';
import { headersText, robotsText } from './root-files.ts';
import { ruleFiles } from './rule-files.ts';

/** What these files show besides the release. */
export interface SiteContent {
  readonly catalogue: Catalogue;
  readonly config: Config;
  readonly explorer: ExplorerFiles;
}

/** Parts of the page: metadata for search engines, the explorer, and links to the downloads. */
function pageParts({ catalogue, config, explorer }: SiteContent, baseUrl: string): PageParts {
  const { license, downloads } = config;
  return { head: explorer.tags + datasetScript({ baseUrl, license, downloads, catalogue }), downloads };
}

/** The responses that do not depend on a query. The release must have its whole index. */
export const renderDocuments = (release: ReleaseData, content: SiteContent): Promise<Documents> =>
  makeDocuments(release, pageParts(content, BASE_URL_MARKER));

/** All other files. The release needs no index, but its downloads. */
export function* renderOtherFiles(
  data: ReleaseData,
  { openApi }: Documents,
  content: SiteContent,
): Generator<readonly [path: string, content: Uint8Array]> {
  const release = openRelease(data);
  const page = pageParts(content, data.baseUrl);
  const texts = new Map([
    [OPENAPI_PATH, openApi],
    [ROBOTS_PATH, robotsText(data)],
    [HEADERS_PATH, headersText(data)],
    ...(data.layout === 'packs' ? [] : ruleFiles(release, page)),
    ...indexFiles(release, page, content.config.serviceWorker),
  ]);
  for (const [path, text] of texts) yield [path, Buffer.from(text)];
  for (const [path, file] of content.explorer.files) yield [path, readFileSync(file)];
}

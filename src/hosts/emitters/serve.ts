/**
 * serve (and any host without logic): emits `serve.json`. Page and record files are served at their own paths. Listing paths have no
 * file: the host ignores queries, so a query with filters would get the unfiltered page.
 *
 * https://github.com/vercel/serve-handler#options
 */

import { ASSET_FOLDER, ASSET_TYPES, type AssetEnding, assetHeaders } from '../../core/contract/assets.ts';
import { DOWNLOAD_FOLDER, DOWNLOAD_TYPES } from '../../core/contract/downloads.ts';
import {
  downloadHeaders,
  type Headers,
  PACK_HEADERS,
  POINTER_HEADERS,
  successHeaders,
} from '../../core/contract/headers.ts';
import { API_ROOT, MANIFEST_PATH, PACK_FOLDER, RELEASE_PATH } from '../../core/contract/paths.ts';
import type { Host, HostFile, HostSettings } from '../host.ts';

function emit({ cache }: HostSettings): HostFile[] {
  const headers = (source: string, values: Headers) => ({
    source,
    headers: Object.entries(values).map(([key, value]) => ({ key, value })),
  });
  const options = {
    cleanUrls: false,
    directoryListing: false,
    headers: [
      headers(`**/${API_ROOT}/**`, successHeaders(cache)),
      headers(`**/${PACK_FOLDER}/*`, PACK_HEADERS),
      ...Object.entries(DOWNLOAD_TYPES).map(([ending, type]) =>
        headers(`**/${DOWNLOAD_FOLDER}/*.${ending}`, downloadHeaders(cache, type)),
      ),
      ...Object.keys(ASSET_TYPES).map((ending) =>
        headers(`**/${ASSET_FOLDER}/*.${ending}`, assetHeaders(ending as AssetEnding)),
      ),
      ...[RELEASE_PATH, MANIFEST_PATH].map((path) => headers(`**/${path}`, POINTER_HEADERS)),
    ],
  };
  return [{ path: 'serve.json', text: `${JSON.stringify(options, null, 2)}\n` }];
}

export const serve: Host = {
  name: 'serve',
  title: 'serve, and any host that only sends files',
  tier: 'no logic',
  answers: 'page files and records at their own paths; with --links path, clients can follow links from page to page',
  cannot: 'queries of any kind, OPTIONS, bodies of refusals',
  limits: [
    { limit: 'no limit on files or their size', source: 'https://github.com/vercel/serve' },
    {
      limit: 'a site of at most 1 GB on GitHub Pages',
      source: 'https://docs.github.com/en/pages/getting-started-with-github-pages/github-pages-limits',
    },
  ],
  deploy: [
    'stillwave build --layout both --links path --base-url http://localhost:3000',
    'stillwave host serve --site dist --out .',
    'npx serve --config ../serve.json dist',
  ],
  layouts: ['both', 'pages'],
  emit,
};

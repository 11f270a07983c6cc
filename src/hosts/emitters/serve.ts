/**
 * serve (and any other static host): emits `serve.json`. Page and record files are served at their own paths. Listing paths have no files:
 * the host ignores queries, so a query with filters would get the unfiltered page.
 *
 * https://github.com/vercel/serve-handler#options
 */

import { pathOfUrl } from '../../core/contract/base-url.ts';
import { FILES, fileHeaders, patternsOf } from '../../core/contract/files.ts';
import { type Headers, successHeaders } from '../../core/contract/headers.ts';
import { API_ROOTS } from '../../core/contract/paths.ts';
import { HOME_PATH } from '../../core/contract/site-paths.ts';
import type { Host, HostFile, HostSettings } from '../host.ts';

/** One line for each header. Headers from later sources replace headers from earlier sources. */
function sourceText(source: string, headers: Headers): string {
  const lines = Object.entries(headers).map(([key, value]) => `      ${JSON.stringify({ key, value })}`);
  return `    {"source": ${JSON.stringify(source)}, "headers": [\n${lines.join(',\n')}\n    ]}`;
}

function emit({ baseUrl, cache }: HostSettings): HostFile[] {
  // Without clean URLs, the program does not look for a folder's index.html.
  const base = pathOfUrl(baseUrl);
  const homes = new Set(['/', `${base}/`]);
  const common = successHeaders(cache);
  /** The headers that only some files have. */
  const own = (headers: Headers): Headers =>
    Object.fromEntries(
      Object.entries(headers).filter(([name, value]) => name === 'content-type' || value !== common[name]),
    );
  const { 'content-type': type = '', ...all } = common;
  const sources = [
    ['**', all],
    [`**/{${API_ROOTS.join(',')}}/**`, { 'content-type': type }],
    ...FILES.flatMap((row) =>
      patternsOf(row).map((pattern) => [`**/${pattern}`, own(fileHeaders(row, pattern, cache))] as const),
    ),
  ] as const;
  const text = [
    '{',
    '  "cleanUrls": false,',
    '  "directoryListing": false,',
    // The links in the page are relative to the base URL with its final slash.
    ...(base === '' ? [] : ['  "trailingSlash": true,']),
    `  "rewrites": [${[...homes].map((path) => `{"source": "${path}", "destination": "${path}${HOME_PATH}"}`).join(', ')}],`,
    '  "headers": [',
    sources.map(([source, headers]) => sourceText(source, headers)).join(',\n'),
    '  ]',
    '}',
    '',
  ].join('\n');
  return [{ path: 'serve.json', text }];
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

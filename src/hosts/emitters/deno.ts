/** Deno, on your own machine or on Deno Deploy: emits the script to run. */

import { pathToFileURL } from 'node:url';
import type { Host, HostSettings } from '../host.ts';
import { edgeScript, siteFolder } from './edge-script.ts';

/** The folder's URL. If possible, it is relative to the script, so both can be moved together. */
function rootUrl(settings: HostSettings): string {
  if (settings.out === null) return `${pathToFileURL(settings.root).href}/`;
  // Encoded, because `%`, `#` and `?` in folder names have a meaning in URLs.
  return `${siteFolder(settings).split('/').map(encodeURIComponent).join('/')}/`;
}

export const deno: Host = {
  name: 'deno',
  title: 'Deno and Deno Deploy',
  tier: 'request handler',
  answers: 'everything',
  cannot: '',
  limits: [
    { limit: 'none on your own machine', source: 'https://docs.deno.com/runtime/' },
    {
      limit: 'on Deno Deploy, requests, traffic and CPU time per month depend on the plan',
      source: 'https://deno.com/deploy/pricing',
    },
  ],
  deploy: [
    'stillwave build --layout packs --base-url http://localhost:8000',
    'stillwave host deno --out .',
    'deno run --allow-net --allow-read=dist main.js',
    'stillwave check http://localhost:8000',
  ],
  layouts: ['packs', 'both'],
  emit: (settings) => [{ path: 'main.js', text: edgeScript('deno', settings, { root: rootUrl(settings) }) }],
};

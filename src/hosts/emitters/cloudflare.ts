/** Cloudflare Workers: emits a Worker whose static assets are the site, and the Worker's configuration. */

import type { Host, HostSettings } from '../host.ts';
import { edgeScript, handlerPatterns, siteFolder } from './edge-script.ts';

/** Selects the runtime's behaviour as of this date: https://developers.cloudflare.com/workers/configuration/compatibility-dates/ */
const COMPATIBILITY_DATE = '2026-04-01';

function configuration(settings: HostSettings): string {
  const config = {
    name: 'stillwave',
    main: 'worker.js',
    compatibility_date: COMPATIBILITY_DATE,
    assets: {
      directory: siteFolder(settings),
      binding: 'ASSETS',
      // https://developers.cloudflare.com/workers/static-assets/routing/worker-script/
      run_worker_first: handlerPatterns(settings),
    },
  };
  return `// Made by: ${settings.command}\n${JSON.stringify(config, null, 2)}\n`;
}

const LIMITS = 'https://developers.cloudflare.com/workers/platform/limits/';

export const cloudflare: Host = {
  name: 'cloudflare',
  title: 'Cloudflare Workers',
  tier: 'request handler',
  answers: 'everything',
  cannot: '',
  limits: [
    { limit: '20,000 files on the free plan, 100,000 on paid plans', source: LIMITS },
    { limit: '25 MiB per file', source: LIMITS },
    { limit: '100,000 requests per day and 10 ms of CPU per request on the free plan', source: LIMITS },
    { limit: '128 MB of memory', source: LIMITS },
  ],
  deploy: [
    'stillwave build --layout packs --base-url https://stillwave.example.workers.dev',
    'stillwave host cloudflare --out edge',
    // The last version that runs on Node 20.
    'npx wrangler@4.86.0 deploy --config edge/wrangler.jsonc',
    'stillwave check https://stillwave.example.workers.dev --host cloudflare',
  ],
  layouts: ['packs'],
  emit: (settings) => [
    { path: 'worker.js', text: edgeScript('cloudflare', settings) },
    { path: 'wrangler.jsonc', text: configuration(settings) },
  ],
};

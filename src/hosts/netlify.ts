/** Netlify: an edge function, and the site published beside it. Emits the function and netlify.toml. */

import { PACK_CACHE_CONTROL } from '../contract/headers.ts';
import { PACK_FOLDER } from '../contract/paths.ts';
import { edgeScript, handlerPatterns, siteFolder } from './edge-script.ts';
import type { Host, HostSettings } from './host.ts';

const FUNCTION = 'stillwave';

function configuration(settings: HostSettings): string {
  // https://docs.netlify.com/build/edge-functions/declarations/
  const routes = handlerPatterns(settings).map(
    (pattern) => `[[edge_functions]]\n  function = "${FUNCTION}"\n  path = "${pattern}"\n`,
  );
  return `# Made by: ${settings.command}
[build]
  publish = "${siteFolder(settings)}"

${routes.join('\n')}
[[headers]]
  for = "/${PACK_FOLDER}/*"
  [headers.values]
    Cache-Control = "${PACK_CACHE_CONTROL}"
`;
}

const LIMITS = 'https://docs.netlify.com/build/edge-functions/limits/';

export const netlify: Host = {
  name: 'netlify',
  title: 'Netlify',
  tier: 'request handler',
  answers: 'every query',
  cannot: '',
  limits: [
    { limit: '50 ms of CPU for each request', source: LIMITS },
    { limit: '512 MB of memory for all edge functions of a deploy', source: LIMITS },
    { limit: 'requests to edge functions a month by plan', source: LIMITS },
  ],
  deploy: [
    'npx stillwave build --layout packs --base-url https://stillwave.netlify.app',
    'npx stillwave host netlify --out .',
    'npx netlify-cli deploy --prod',
    'npx stillwave check https://stillwave.netlify.app',
  ],
  layouts: ['packs', 'both'],
  emit: (settings) => [
    { path: 'netlify.toml', text: configuration(settings) },
    { path: `netlify/edge-functions/${FUNCTION}.js`, text: edgeScript('netlify', settings) },
  ],
};

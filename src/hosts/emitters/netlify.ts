/** Netlify: emits an edge function, and a netlify.toml that publishes the function with the site. */

import type { Host, HostSettings } from '../host.ts';
import { edgeScript, handlerPatterns, siteFolder } from './edge-script.ts';

const FUNCTION = 'stillwave';

/** Cache lifetimes are in the site's `_headers`, which Netlify reads too. */
function configuration(settings: HostSettings): string {
  // JSON strings are valid TOML strings. https://docs.netlify.com/build/edge-functions/declarations/
  const routes = handlerPatterns(settings).map(
    (pattern) => `[[edge_functions]]\n  function = "${FUNCTION}"\n  path = ${JSON.stringify(pattern)}\n`,
  );
  return `# Made by: ${settings.command}
[build]
  publish = ${JSON.stringify(siteFolder(settings))}

${routes.join('\n')}`;
}

const LIMITS = 'https://docs.netlify.com/build/edge-functions/limits/';

export const netlify: Host = {
  name: 'netlify',
  title: 'Netlify',
  tier: 'request handler',
  answers: 'everything',
  cannot: '',
  limits: [
    { limit: '54,000 files in a folder', source: 'https://docs.netlify.com/deploy/create-deploys/' },
    { limit: '50 ms of CPU per request', source: LIMITS },
    { limit: '512 MB of memory for all edge functions of a deploy', source: LIMITS },
    { limit: 'requests to edge functions per month depend on the plan', source: LIMITS },
  ],
  deploy: [
    'stillwave build --layout packs --base-url https://stillwave.netlify.app',
    'stillwave host netlify --out .',
    // Later versions need a newer Node than Stillwave does.
    'npx netlify-cli@26.0.0 deploy --prod',
    'stillwave check https://stillwave.netlify.app --host netlify',
  ],
  layouts: ['packs', 'both'],
  emit: (settings) => [
    { path: 'netlify.toml', text: configuration(settings) },
    { path: `netlify/edge-functions/${FUNCTION}.js`, text: edgeScript('netlify', settings) },
  ],
};

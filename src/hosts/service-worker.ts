/**
 * Service worker: the whole API in a browser, on any host that sends files, such as GitHub Pages. Emits the worker, which the
 * site's index.html registers.
 */

import { SERVICE_WORKER_PATH } from '../contract/paths.ts';
import { edgeScript } from './edge-script.ts';
import type { Host } from './host.ts';

const LIMITS = 'https://docs.github.com/en/pages/getting-started-with-github-pages/github-pages-limits';

export const serviceWorker: Host = {
  name: 'service-worker',
  title: 'GitHub Pages and other hosts of plain files, with a service worker',
  tier: 'request handler',
  answers: 'every query, in browsers that opened the site once',
  cannot: 'clients that are no browser: they have the page files, whose links can be followed with --links path',
  limits: [
    { limit: '1 GB for a GitHub Pages site, deployed within 10 minutes', source: LIMITS },
    { limit: '100 GB of traffic a month on GitHub Pages', source: LIMITS },
    {
      limit: 'HTTPS or localhost',
      source: 'https://developer.mozilla.org/en-US/docs/Web/API/Service_Worker_API/Using_Service_Workers',
    },
  ],
  deploy: [
    'npx stillwave build --links path --base-url https://user.github.io/gw',
    'npx stillwave host service-worker --out dist',
    'npx gh-pages --dist dist --dotfiles',
  ],
  layouts: ['both', 'packs'],
  emit: (settings) => [
    { path: SERVICE_WORKER_PATH, text: edgeScript('service-worker', settings) },
    // Otherwise GitHub Pages leaves out folders whose name begins with "_", which those of page files do.
    // https://github.blog/news-insights/bypassing-jekyll-on-github-pages/
    { path: '.nojekyll', text: '' },
  ],
};

/**
 * Service worker: serves the whole API in the browser, on any file host such as GitHub Pages. Emits the worker, which the site's index.html
 * registers.
 */

import { HOME_SCRIPT_PATH, SERVICE_WORKER_PATH } from '../../core/contract/paths.ts';
import type { Host } from '../host.ts';
import { edgeScript } from './edge-script.ts';

const LIMITS = 'https://docs.github.com/en/pages/getting-started-with-github-pages/github-pages-limits';

export const serviceWorker: Host = {
  name: 'service-worker',
  title: 'GitHub Pages and other hosts of plain files, with a service worker',
  tier: 'request handler',
  answers: 'everything, in browsers that have opened the site once',
  cannot: 'clients other than browsers: they get page files, whose links they can follow with --links path',
  limits: [
    { limit: '1 GB for a GitHub Pages site, deployed within 10 minutes', source: LIMITS },
    { limit: '100 GB of traffic per month on GitHub Pages', source: LIMITS },
    {
      limit: 'HTTPS or localhost',
      source: 'https://developer.mozilla.org/en-US/docs/Web/API/Service_Worker_API/Using_Service_Workers',
    },
  ],
  deploy: [
    'npm install --no-save gh-pages',
    'npx --no-install stillwave build --service-worker --links path --base-url https://user.github.io/gw',
    'npx --no-install stillwave host service-worker --out dist',
    'npx gh-pages --dist dist --dotfiles',
  ],
  layouts: ['both', 'packs'],
  needs: {
    path: HOME_SCRIPT_PATH,
    remedy:
      'build it with --service-worker, or set serviceWorker in the configuration, so that its page starts the worker',
  },
  emit: (settings) => [
    { path: SERVICE_WORKER_PATH, text: edgeScript('service-worker', settings) },
    // Otherwise GitHub Pages skips folders whose names start with "_", such as the folders of page files.
    // https://github.blog/news-insights/bypassing-jekyll-on-github-pages/
    { path: '.nojekyll', text: '' },
  ],
};

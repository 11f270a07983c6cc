/**
 * Container: emits a Containerfile for an image that contains the site, the packed program and its libraries, and runs `stillwave serve`.
 *
 * https://docs.docker.com/reference/dockerfile/. Podman reads the same format.
 */

import type { Host } from '../host.ts';
import { fillFile } from './template.ts';

export const container: Host = {
  name: 'container',
  title: 'Node in a container',
  tier: 'request handler',
  answers: 'everything',
  cannot: '',
  limits: [
    {
      limit: 'one core per container; no limit on files',
      source: 'https://nodejs.org/docs/latest-v20.x/api/http.html',
    },
  ],
  deploy: [
    'npm pack',
    'stillwave build --layout packs --base-url http://localhost:8000',
    'stillwave host container --out .',
    'docker build --file Containerfile --tag stillwave .',
    'docker run --rm --publish 8000:8000 stillwave',
  ],
  layouts: ['packs', 'both'],
  emit: ({ command, baseUrl }) => [
    { path: 'Containerfile', text: fillFile('Containerfile', { command, baseUrl }) },
    { path: '.dockerignore', text: fillFile('dockerignore', {}) },
  ],
};

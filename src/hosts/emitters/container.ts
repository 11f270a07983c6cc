/**
 * Container: emits a Containerfile for an image that contains the site, the packed program and its libraries, and runs `stillwave serve`.
 *
 * https://docs.docker.com/reference/dockerfile/. Podman reads the same format.
 */

import { createCollections } from '../../core/collections/registry.ts';
import { wholeListings } from '../../core/contract/collection.ts';
import { API_ROOT } from '../../core/contract/paths.ts';
import type { Host, HostFile, HostSettings } from '../host.ts';
import { portOf } from './node-service.ts';

/** Quotes a word in double quotes, where `$` would start a variable. */
const quote = (text: string): string => `"${text.replace(/[\\"$]/g, '\\$&')}"`;

/** A listing, because listings need packs: the API's root responds even if packs are missing. */
const HEALTH_PATH = `/${API_ROOT}/${wholeListings(createCollections())[0]?.path}`;

/** Requests the listing below the base URL's path. */
const healthScript = (port: number): string => `
const path = new URL(process.env.BASE_URL).pathname.replace(/[/]$/, '');
fetch('http://127.0.0.1:${port}' + path + '${HEALTH_PATH}')
.then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))`;

/** A command as a JSON array, on several lines that the image builder joins. */
const commandLines = (words: readonly string[]): string => JSON.stringify(words).replaceAll('\\n', ' \\\n');

/** The image builder receives no other files. */
const IGNORED = `*
!dist
!stillwave-*.tgz
dist/.stillwave
`;

function emit({ command, baseUrl }: HostSettings): HostFile[] {
  const port = portOf(baseUrl);
  const serve = `exec node_modules/.bin/stillwave serve --quiet --log --trust-proxy $TRUST_PROXY
--site dist --host 0.0.0.0 --port ${port} --base-url "$BASE_URL"`;
  const text = `# Made by: ${command}
# Build the image in the folder with dist/ and the packed program: see docs/hosts/container.md.
FROM node:24-slim
WORKDIR /app
COPY stillwave-*.tgz ./
RUN npm install --omit=dev --no-audit --no-fund ./stillwave-*.tgz && rm stillwave-*.tgz
COPY dist dist
USER node
# The address in links. To change it, use "docker run --env BASE_URL=…".
ENV BASE_URL=${quote(baseUrl)}
# Addresses or networks, separated by spaces, of proxies whose X-Forwarded-For names the client in the log.
ENV TRUST_PROXY=127.0.0.1
EXPOSE ${port}
HEALTHCHECK --start-period=30s CMD ${commandLines(['node', '-e', healthScript(port)])}
CMD ${commandLines(['sh', '-c', serve])}
`;
  return [
    { path: 'Containerfile', text },
    { path: '.dockerignore', text: IGNORED },
  ];
}

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
  emit,
};

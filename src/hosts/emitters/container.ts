/**
 * Container: emits a Containerfile for an image that contains the site and runs `stillwave serve`.
 *
 * https://docs.docker.com/reference/dockerfile/, which Podman reads too.
 */

import type { Host, HostFile, HostSettings } from '../host.ts';
import { portOf } from './node-service.ts';

function emit({ command, baseUrl }: HostSettings): HostFile[] {
  const serve = ['node', 'build/cli/main.js', 'serve', '--quiet', '--site', 'dist', '--host', '0.0.0.0'];
  const port = String(portOf(baseUrl));
  const text = `# Made by: ${command}
# Build the image in the folder of the project, after "npm run build" and "stillwave build --layout packs".
FROM node:24-slim
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev
COPY build build
COPY dist dist
USER node
EXPOSE ${port}
CMD ${JSON.stringify([...serve, '--port', port, '--base-url', baseUrl])}
`;
  return [{ path: 'Containerfile', text }];
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
    'stillwave build --layout packs --base-url http://localhost:8000',
    'stillwave host container --out .',
    'docker build --file Containerfile --tag stillwave .',
    'docker run --rm --publish 8000:8000 stillwave',
  ],
  layouts: ['packs', 'both'],
  emit,
};

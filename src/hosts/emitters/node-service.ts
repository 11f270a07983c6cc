/**
 * Node: an emitter of a systemd unit and of a container file, either of which runs `stillwave serve`.
 *
 * https://www.freedesktop.org/software/systemd/man/latest/systemd.exec.html
 */

import type { Host, HostFile, HostSettings } from '../host.ts';

const DEFAULT_PORT = 8000;

/** Behind a front end that ends TLS, so the port of an https URL is not ours. */
function portOf(baseUrl: string): number {
  const { protocol, port } = new URL(baseUrl);
  return protocol === 'http:' && port !== '' ? Number(port) : DEFAULT_PORT;
}

/**
 * A word of a command line as systemd reads it: `%` and `$` are doubled, and what is not plain is quoted.
 * https://www.freedesktop.org/software/systemd/man/latest/systemd.service.html#Command%20lines
 */
export function systemdWord(text: string): string {
  const plain = text.replace(/[%$]/g, '$&$&');
  return /^[\w./:@%+=,$-]+$/.test(plain) ? plain : `"${plain.replace(/[\\"]/g, '\\$&')}"`;
}

function unit({ command, root, baseUrl }: HostSettings): string {
  return `# Made by: ${command}
[Unit]
Description=Stillwave catalogue API
After=network.target

[Service]
ExecStart=/usr/bin/env stillwave serve --quiet --site ${systemdWord(root)} --host 127.0.0.1 --port ${portOf(baseUrl)} --base-url ${systemdWord(baseUrl)}
Restart=on-failure
DynamicUser=yes
NoNewPrivileges=yes
ProtectSystem=strict
ProtectHome=read-only
PrivateTmp=yes
PrivateDevices=yes
CapabilityBoundingSet=
RestrictAddressFamilies=AF_INET AF_INET6

[Install]
WantedBy=multi-user.target
`;
}

function container({ command, baseUrl }: HostSettings): string {
  const serve = ['node', 'build/cli.js', 'serve', '--quiet', '--site', 'dist', '--host', '0.0.0.0'];
  const port = String(portOf(baseUrl));
  return `# Made by: ${command}
# Build it in the folder of the project, after "npm run build" and "stillwave build --layout packs".
FROM node:20-slim
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev
COPY build build
COPY dist dist
USER node
EXPOSE ${port}
CMD ${JSON.stringify([...serve, '--port', port, '--base-url', baseUrl])}
`;
}

function emit(settings: HostSettings): HostFile[] {
  return [
    { path: 'stillwave.service', text: unit(settings) },
    { path: 'Containerfile', text: container(settings) },
  ];
}

export const node: Host = {
  name: 'node',
  title: 'Node',
  tier: 'request handler',
  answers: 'everything',
  cannot: '',
  limits: [
    {
      limit: 'one core for each process; no limit on files',
      source: 'https://nodejs.org/docs/latest-v20.x/api/http.html',
    },
  ],
  deploy: [
    'npm install --global .',
    'stillwave build --layout packs --site /srv/stillwave --base-url https://catalogue.example',
    'stillwave host node --site /srv/stillwave --out /etc/systemd/system',
    'systemctl daemon-reload',
    'systemctl enable --now stillwave',
  ],
  layouts: ['packs', 'both'],
  emit,
};

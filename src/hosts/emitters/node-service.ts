/**
 * Node: emits a systemd unit that runs `stillwave serve`.
 *
 * https://www.freedesktop.org/software/systemd/man/latest/systemd.exec.html
 */

import type { Host, HostSettings } from '../host.ts';

const DEFAULT_PORT = 8000;

/** The port to listen on. If the URL is https, a front end terminates TLS, so the URL's port belongs to the front end. */
export function portOf(baseUrl: string): number {
  const { protocol, port } = new URL(baseUrl);
  return protocol === 'http:' && port !== '' ? Number(port) : DEFAULT_PORT;
}

/**
 * Escapes a word in a systemd command line: `%` and `$` are doubled, and words with special characters are quoted.
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
ExecStart=/usr/bin/env stillwave serve --quiet --log --trust-proxy 127.0.0.1 ::1 \\
  --site ${systemdWord(root)} --host 127.0.0.1 --port ${portOf(baseUrl)} --base-url ${systemdWord(baseUrl)}
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

export const node: Host = {
  name: 'node',
  title: 'Node',
  tier: 'request handler',
  answers: 'everything',
  cannot: '',
  limits: [
    {
      limit: 'one core per process; no limit on files',
      source: 'https://nodejs.org/docs/latest-v20.x/api/http.html',
    },
  ],
  deploy: [
    'npm pack && npm install --global ./stillwave-*.tgz',
    'stillwave build --layout packs --site /srv/stillwave --base-url https://catalogue.example',
    'stillwave host node --site /srv/stillwave --out /etc/systemd/system',
    'systemctl daemon-reload',
    'systemctl enable --now stillwave',
  ],
  layouts: ['packs', 'both'],
  emit: (settings) => [{ path: 'stillwave.service', text: unit(settings) }],
};

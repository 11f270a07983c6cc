/**
 * Node: emits a systemd unit that runs `stillwave serve`, and a configuration for nginx in front of it.
 *
 * https://www.freedesktop.org/software/systemd/man/latest/systemd.exec.html
 */

import type { Host, HostFile, HostSettings } from '../host.ts';
import { listenLine } from './nginx-syntax.ts';
import { fillFile } from './template.ts';

/**
 * Escapes a word in a systemd command line: `%` and `$` are doubled, and words with special characters are quoted.
 * https://www.freedesktop.org/software/systemd/man/latest/systemd.service.html#Command%20lines
 */
export function systemdWord(text: string): string {
  const plain = text.replace(/[%$]/g, '$&$&');
  return /^[\w./:@%+=,$-]+$/.test(plain) ? plain : `"${plain.replace(/[\\"]/g, '\\$&')}"`;
}

function emit({ command, root, baseUrl }: HostSettings): HostFile[] {
  const values = { command, listen: listenLine(baseUrl), name: new URL(baseUrl).hostname };
  return [
    {
      path: 'systemd/system/stillwave.service',
      text: fillFile('stillwave.service', { command, site: systemdWord(root), baseUrl: systemdWord(baseUrl) }),
    },
    { path: 'nginx/conf.d/stillwave.conf', text: fillFile('nginx-proxy.conf', values) },
  ];
}

export const node: Host = {
  name: 'node',
  title: 'Node',
  tier: 'request handler',
  answers: 'everything',
  cannot: '',
  limits: [
    { limit: 'one core per process; no limit on files', source: 'https://nodejs.org/docs/latest-v20.x/api/http.html' },
  ],
  deploy: [
    'npm pack && npm install --global ./stillwave-*.tgz',
    'stillwave build --layout packs --site /srv/stillwave --base-url https://catalogue.example',
    'stillwave host node --site /srv/stillwave --out /etc',
    'systemctl daemon-reload && systemctl enable --now stillwave',
    'systemctl reload nginx',
  ],
  layouts: ['packs', 'both'],
  emit,
};

/**
 * Emitted configurations, compared completely: one folder per host in test/golden/hosts. `npm run update` rewrites them; read them
 * before you commit. Bundled scripts are left out, because they change with the code in them.
 */

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { Host, HostSettings } from '../../src/hosts/host.ts';
import { HOST_PARTS } from '../../src/hosts/host-names.ts';
import { findHost, HOSTS } from '../../src/hosts/hosts.ts';
import { DEFAULT_CONFIG } from '../../src/site/config/config.ts';

const GOLDEN = fileURLToPath(new URL('../golden/hosts', import.meta.url));

/** The settings that the commands of the host's page give. */
function settingsOf({ name, deploy }: Host): HostSettings {
  const { cache, enumerate } = DEFAULT_CONFIG;
  const [, baseUrl = ''] = /--base-url (\S+)/.exec(deploy.join('\n')) ?? [];
  const command = deploy.find((line) => line.startsWith(`stillwave host ${name}`)) ?? '';
  const [, root] = /--site (\/\S+)/.exec(command) ?? [];
  const place = { root: root ?? '/project/dist', out: root === undefined ? '/project' : null };
  return { command, baseUrl, cache, enumerate, archiveUrl: 'https://gwosc.org', upstream: null, ...place };
}

const PARTS = [undefined, ...HOST_PARTS];

describe('emitted files', () => {
  test.each(['nginx', 'caddy', 'apache', 'node', 'container', 'cloudfront', 'serve', 'varnish'] as const)(
    '%s',
    (name) => {
      const host = findHost(name);
      const settings = settingsOf(host);
      const files = (host.hasParts ? PARTS : [undefined]).flatMap((part) => host.emit({ ...settings, part }));
      expect(files).not.toEqual([]);
      for (const { path, text } of files) {
        const golden = join(GOLDEN, name, path);
        if (process.env.UPDATE) {
          mkdirSync(dirname(golden), { recursive: true });
          writeFileSync(golden, text);
        }
        expect(text).toBe(readFileSync(golden, 'utf8'));
      }
      expect(files.map(({ path }) => path).toSorted()).toEqual(readdirSync(join(GOLDEN, name)).sort());
    },
  );

  test.each(HOSTS.map(({ name }) => name))(
    '%s: at most 120 lines of 120 columns, with and without an upstream',
    (name) => {
      const host = findHost(name);
      for (const upstream of [null, 'http://127.0.0.1:8000']) {
        for (const part of host.hasParts ? PARTS : [undefined]) {
          for (const { path, text } of host.emit({ ...settingsOf(host), upstream, part })) {
            // A script's bundle comes last, after a blank line, and does not count.
            const isScript = host.tier === 'request handler' && path.endsWith('.js');
            const lines = ((isScript ? text.split('\n\n')[0] : text) as string).trimEnd().split('\n');
            const width = (line: string) => line.replaceAll('\t', '  ').length;
            expect([path, Math.max(lines.length, 120)]).toEqual([path, 120]);
            expect(lines.filter((line) => width(line) > 120)).toEqual([]);
          }
        }
      }
    },
  );

  test('serve.json has at most 100 lines', () => {
    const [file] = findHost('serve').emit(settingsOf(findHost('serve')));
    expect(file?.text.trimEnd().split('\n').length).toBeLessThanOrEqual(100);
  });
});

describe('every host', () => {
  test.each(HOSTS.map((host) => [host.name, host] as const))('%s describes itself', (name, host) => {
    expect(name).toMatch(/^[a-z-]+$/);
    expect(host.answers).not.toBe('');
    expect(host.deploy.length).toBeGreaterThan(0);
    expect(host.deploy.length).toBeLessThanOrEqual(5);
    expect(host.layouts.length).toBeGreaterThan(0);
    for (const { source } of host.limits) expect(source).toMatch(/^https:\/\//);
    for (const reason of Object.values(host.skips ?? {})) expect(reason).toMatch(/\w+ \w+/);
  });
});

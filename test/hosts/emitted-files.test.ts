/**
 * Emitted configurations, compared completely: one folder per host in test/golden/hosts. `npm run update` rewrites them; read them
 * before you commit. Bundled scripts are left out, because they change with the code in them.
 */

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { HostSettings } from '../../src/hosts/host.ts';
import { findHost, HOSTS } from '../../src/hosts/hosts.ts';

const GOLDEN = fileURLToPath(new URL('../golden/hosts', import.meta.url));

/** Everything that a file can contain. */
const SETTINGS: Omit<HostSettings, 'command'> = {
  root: '/srv/stillwave',
  out: null,
  baseUrl: 'https://user.example/gw',
  archiveUrl: 'https://archive.example',
  cache: { listings: { maxAge: 60, staleWhileRevalidate: 600 }, errors: { maxAge: 5 } },
  enumerate: { pageSizes: [20], filters: { 'strain-files': ['detector'], 'event-versions': ['release', 'lastver'] } },
  upstream: 'https://handler.example/up',
};

describe('emitted files', () => {
  test.each(['nginx', 'caddy', 'apache', 'node', 'container', 'serve'] as const)('%s', (name) => {
    const command = `stillwave host ${name} --site /srv/stillwave`;
    const files = findHost(name).emit({ ...SETTINGS, command });
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

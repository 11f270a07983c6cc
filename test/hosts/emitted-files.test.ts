/**
 * Emitted configurations, compared completely: one folder per case in test/golden/hosts. `UPDATE=1` rewrites them; read them
 * before you commit. Bundled scripts are left out, because they change with the code in them.
 */

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { HostSettings } from '../../src/hosts/host.ts';
import { findHost, HOSTS } from '../../src/hosts/hosts.ts';
import { DEFAULT_CONFIG } from '../../src/site/config/config.ts';

const GOLDEN = fileURLToPath(new URL('../golden/hosts', import.meta.url));

const plain: HostSettings = {
  command: 'stillwave host NAME --site /srv/stillwave',
  root: '/srv/stillwave',
  out: null,
  baseUrl: 'http://catalogue.example',
  archiveUrl: null,
  cache: DEFAULT_CONFIG.cache,
  enumerate: DEFAULT_CONFIG.enumerate,
  upstream: null,
};
const full: Partial<HostSettings> = {
  baseUrl: 'https://user.example/gw',
  archiveUrl: 'https://archive.example',
  cache: { listings: { maxAge: 60, staleWhileRevalidate: 600 }, errors: { maxAge: 5 } },
  enumerate: { pageSizes: [20], filters: { 'strain-files': ['detector'], 'event-versions': ['release', 'lastver'] } },
  upstream: 'https://handler.example/up',
};

/** Name of a case -> differences from the plain settings. */
const CASES: Readonly<Record<string, Partial<HostSettings>>> = Object.fromEntries(
  ['nginx', 'caddy', 'apache', 'node', 'container', 'serve'].flatMap((name) => [
    [name, {}],
    [`${name}-full`, full],
  ]),
);

describe('emitted files', () => {
  test.each(Object.entries(CASES))('%s', (name, settings) => {
    const host = findHost(name.replace(/-full$/, ''));
    const files = host?.emit({ ...plain, ...settings, command: plain.command.replace('NAME', host.name) }) ?? [];
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

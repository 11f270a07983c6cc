/** The scripts for request handlers, which must be small and self-contained, and the files written with them. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { cloudflare } from '../../src/hosts/emitters/cloudflare.ts';
import { deno } from '../../src/hosts/emitters/deno.ts';
import type { EdgeRuntime } from '../../src/hosts/emitters/edge-script.ts';
import { netlify } from '../../src/hosts/emitters/netlify.ts';
import { DEFAULT_CONFIG } from '../../src/site/config/config.ts';
import { expectFile } from '../support/expect-file.ts';
import { settingsFor } from '../support/hosts/real-host.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const runtimes = join(repository, 'src/hosts/runtime');
const NAMES: readonly EdgeRuntime[] = ['cloudflare', 'deno', 'netlify'];
const HOSTS = [cloudflare, deno, netlify];

const MAX_LINES = 40;

const bundleOf = (name: string): string => readFileSync(join(repository, 'build/edge', `${name}.js`), 'utf8');

test('each of them has a test', () => {
  const files = readdirSync(runtimes).filter((file) => file !== 'settings.ts');
  expect(files.sort()).toEqual(NAMES.map((name) => `${name}.ts`));
});

describe.each(NAMES)('the bundle of %s', (name) => {
  test('needs no other file and no Node', () => {
    expect(bundleOf(name)).not.toMatch(/\bimport\s*[({*"']|\bfrom\s*["']|\brequire\(|\bprocess\.|\bBuffer\b|node:/);
  });
});

describe.each(['fetch.ts', ...NAMES.map((name) => `runtime/${name}.ts`)])('the adapter %s', (file) => {
  const source = readFileSync(join(repository, 'src/hosts', file), 'utf8');

  test(`has fewer than ${MAX_LINES} lines`, () => {
    expect(source.split('\n').length - 1).toBeLessThan(MAX_LINES);
  });
});

/** The files of a host as they are written, with a placeholder for the bundle. */
function filesOf(host: (typeof HOSTS)[number], baseUrl: string, out: string) {
  const site = { root: '/srv/site/dist', out, config: { ...DEFAULT_CONFIG, baseUrl } };
  const bundles = NAMES.map(bundleOf);
  return host.emit(settingsFor(site, host)).map(({ path, text }) => {
    const bundle = bundles.find((candidate) => text.endsWith(candidate));
    return { path, text: bundle ? text.replace(bundle, '(the bundle)\n') : text };
  });
}

describe.each(HOSTS.map((host) => [host.name, host] as const))('stillwave host %s', (name, host) => {
  test('is written as the golden file', () => {
    for (const { path, text } of filesOf(host, 'https://user.example/gw', '/srv/site/edge')) {
      expectFile(join('test/golden/hosts', name, path), text);
    }
  });
});

test.each([netlify, cloudflare])('without a base path, the handler gets the root of every interface', (host) => {
  const text = filesOf(host, 'https://user.example', '/srv/site/edge').map((file) => file.text);
  for (const path of ['/', '/api', '/eventapi', '/archive/*', '/timeline', '/downloads/*']) {
    expect(text.join('\n')).toContain(`"${path}"`);
  }
});

test('a folder outside the project is named by its full path', () => {
  const settings = settingsFor({ root: '/srv/site', out: '', config: DEFAULT_CONFIG }, deno);
  const [script] = deno.emit({ ...settings, out: null });
  expect(script?.text).toContain('"root": "file:///srv/site/"');
});

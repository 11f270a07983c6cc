/**
 * Emitted configurations, compared completely: one folder per host in test/golden/hosts. `npm run update` rewrites them; read them
 * before you commit. Bundled scripts are left out, because they change with the code in them.
 */

import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { Host, HostSettings } from '../../src/hosts/host.ts';
import { HOST_PARTS } from '../../src/hosts/host-names.ts';
import { findHost, HOSTS } from '../../src/hosts/hosts.ts';
import { requestRules } from '../../src/hosts/rules/request.ts';
import { expectFile } from '../support/expect-file.ts';
import { hostSettings } from '../support/hosts/host-settings.ts';

const GOLDEN = fileURLToPath(new URL('../golden/hosts', import.meta.url));

/** The settings that the commands of the host's page give. */
function settingsOf({ name, deploy }: Host): HostSettings {
  const [, baseUrl = ''] = /--base-url (\S+)/.exec(deploy.join('\n')) ?? [];
  const command = deploy.find((line) => line.startsWith(`stillwave host ${name}`)) ?? '';
  const [, root] = /--site (\/\S+)/.exec(command) ?? [];
  const place = { root: root ?? '/project/dist', out: root === undefined ? '/project' : null };
  return hostSettings({ command, baseUrl, archiveUrl: 'https://gwosc.org', ...place });
}

/** The paths of the files in a folder and below it, sorted. */
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => relative(folder, join(one.parentPath, one.name)))
    .sort();

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
        expectFile(join(GOLDEN, name, path), text);
      }
      expect(files.map(({ path }) => path).toSorted()).toEqual(filesIn(join(GOLDEN, name)));
    },
  );

  test.each(HOSTS.map(({ name }) => name))(
    '%s: at most 120 lines of 120 columns, with and without an archive and an upstream',
    (name) => {
      const host = findHost(name);
      const archives = [null, 'https://gwosc.org'];
      const changes = archives.flatMap((archiveUrl) =>
        [null, 'http://127.0.0.1:8000'].map((upstream) => ({ archiveUrl, upstream })),
      );
      for (const change of changes) {
        for (const part of host.hasParts ? PARTS : [undefined]) {
          for (const { path, text } of host.emit({ ...settingsOf(host), ...change, part })) {
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

  test.each(['nginx', 'caddy', 'apache', 'cloudfront'] as const)(
    '%s: a base path that looks like a path of a request handler does not change which requests have files',
    (name) => {
      const host = findHost(name);
      const settings = { ...settingsOf(host), baseUrl: 'https://user.example' };
      const examplesAt = (base: string) => {
        const [file] = host.emit({ ...settings, baseUrl: settings.baseUrl + base });
        const lines = file?.text.split('\n').filter((line) => / -> /.test(line)) ?? [];
        return lines.map((line) => (line.endsWith('-> no file') ? 'no file' : line.replace(/.* -> /, '')));
      };
      const expected = examplesAt('');
      expect([expected.length, expected.filter((file) => file === 'no file').length]).toEqual([4, 1]);
      for (const base of ['/archive/2026/gw', '/a/timeline', '/eventapi/csv/gw', '/v2/docs', '/api/v2/docs/gw']) {
        expect(examplesAt(base), base).toEqual(expected);
      }
    },
  );

  test.each(['PCRE', 'RE2'] as const)(
    '%s rules leave paths of a request handler below the base path to it',
    (dialect) => {
      for (const base of ['', '/gw', '/archive/2026/gw']) {
        const settings = { ...settingsOf(findHost('nginx')), baseUrl: `https://user.example${base}` };
        const { variables } = requestRules(settings, dialect);
        const rows = variables.find(({ name }) => name === 'handler')?.rows ?? [];
        const isComputed = (path: string) =>
          rows.find(([pattern]) => new RegExp(pattern).test(base + path))?.[1] === '/index.html';
        const computed = [
          'api/v2/docs',
          'eventapi/csv/GWTC',
          'eventapi/json/query/show',
          'archive/links/O1/H1',
          'timeline/segments/x',
        ];
        expect(computed.filter((path) => !isComputed(`/${path}`))).toEqual([]);
        for (const path of ['/api/v2/runs', '/eventapi/json/GWTC', '/other/timeline/x', '/api/v2/runs/timeline/x']) {
          expect(isComputed(path), path).toBe(false);
        }
      }
    },
  );

  test('serve.json gives all files with a hash in their names the same lifetime', () => {
    const [file] = findHost('serve').emit(settingsOf(findHost('serve')));
    const { headers } = JSON.parse(file?.text ?? '') as { headers: { source: string; headers: { value: string }[] }[] };
    const kept = headers.filter((one) => one.headers.some(({ value }) => value.includes('immutable')));
    const folders = kept.map(({ source }) => /^\*\*\/(\w+\/)/.exec(source)?.[1] ?? '');
    expect(new Set(folders)).toEqual(new Set(['assets/', 'packs/', 'index/']));
  });

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
    for (const { source } of host.limits) expect(new URL(source).protocol).toBe('https:');
  });
});

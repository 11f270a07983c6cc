/** Every value in an emitted file is validated or quoted: malicious URLs, paths and numbers never become directives or code. */

import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { HOME_PATH, RELEASE_PATH } from '../../src/core/contract/site-paths.ts';
import { fillPattern, LEGACY_ROWS } from '../../src/core/legacy/legacy.ts';
import { formatRelease, parseRelease } from '../../src/core/release/release.ts';
import { sha256 } from '../../src/fs/hash.ts';
import { systemdWord } from '../../src/hosts/emitters/node-service.ts';
import { unusableSetting } from '../../src/hosts/host-values.ts';
import { findHost, HOSTS } from '../../src/hosts/hosts.ts';
import { requestRules } from '../../src/hosts/rules/request.ts';
import { callCli } from '../support/call-cli.ts';
import { hostSettings } from '../support/hosts/host-settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'stillwave-values-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const NASTY_URLS = [
  'http://a;b{c',
  'http://a}b',
  'http://a"b',
  "http://a'b",
  'http://a`b',
  'http://a$b',
  'http://a(b)',
  'http://a,b',
  'http://a!b',
  'http://a*b',
  'http://*.a',
  'http://~a',
  'http://.a',
  'http://-a.example',
  'http://a-.example',
  'http://a..b',
  'http://a&b=c',
  `http://${'a'.repeat(254)}`,
  'http://a/b;c',
  'http://a/%20',
  'http://a/{uri}',
  'http://a/$1',
  'http://a b/',
  'http://a\n/b',
  'http://',
];

const SETTINGS = hostSettings();

describe('settings of every host', () => {
  it.each(HOSTS.map((host) => [host.name, host] as const))('%s', (_, host) => {
    expect(unusableSetting(host, SETTINGS)).toBeNull();
    for (const url of NASTY_URLS) {
      for (const name of ['baseUrl', 'archiveUrl', 'upstream']) {
        expect(unusableSetting(host, { ...SETTINGS, [name]: url }), `${name} ${url}`).not.toBeNull();
      }
    }
    for (const text of ['/a\nb', '/a\rb', '/a\0b', '/a\u2028b', '/a\u001b[31m', '/a\u0085b']) {
      for (const name of ['root', 'out', 'command']) {
        expect(unusableSetting(host, { ...SETTINGS, [name]: text }), `${name} ${JSON.stringify(text)}`).not.toBeNull();
      }
    }
    const lifetimes = {
      listings: { maxAge: '1;' as unknown as number, staleWhileRevalidate: 1 },
      errors: { maxAge: 1 },
    };
    expect(unusableSetting(host, { ...SETTINGS, cache: lifetimes })).not.toBeNull();
    for (const root of ['/a b', '/a;b', '/a%b', '/a"b', '/a{b}', '/a$b', '/a\\b', "/a'b"]) {
      expect(unusableSetting(host, { ...SETTINGS, root }) === null).toBe(host.tier !== 'rewrite rules');
    }
  });
});

describe('an upstream', () => {
  it.each([
    ['http://127.0.0.1:8000', true],
    ['https://h.example', false],
    ['http://h.example/gw', false],
    ['https://h.example/gw', false],
  ])('%s is usable for Varnish: %s; other hosts accept any base URL', (upstream, isUsable) => {
    const reason = isUsable ? null : expect.stringContaining(`Varnish cannot use the upstream ${upstream}: `);
    expect(unusableSetting(findHost('varnish'), { ...SETTINGS, upstream })).toEqual(reason);
    expect(unusableSetting(findHost('nginx'), { ...SETTINGS, upstream })).toBeNull();
  });
});

describe('a word for systemd', () => {
  it.each([
    ['/srv/site', '/srv/site'],
    ['/srv/a b', '"/srv/a b"'],
    ['/srv/50%', '/srv/50%%'],
    ['/srv/$HOME', '/srv/$$HOME'],
    ['/srv/a"b\\c', '"/srv/a\\"b\\\\c"'],
    ["/srv/it's", '"/srv/it\'s"'],
    ['/srv/a;b', '"/srv/a;b"'],
    ['', '""'],
  ])('%j is written as %s', (text, word) => {
    expect(systemdWord(text)).toBe(word);
  });
});

/** A site with a pointer of its own, in a folder with this name. */
async function siteWith(name: string, change: object): Promise<string> {
  const root = join(folder, name);
  mkdirSync(root, { recursive: true });
  const data = await parseRelease(readFileSync(join(inject('small').root, RELEASE_PATH)), sha256);
  writeFileSync(join(root, RELEASE_PATH), await formatRelease({ ...data, ...change }, sha256));
  return root;
}

const host = (...args: string[]) => callCli(['host', ...args]);

describe('stillwave host', () => {
  it('refuses an unusable base URL in a pointer, and writes nothing', async () => {
    const root = await siteWith('base-url', { baseUrl: 'http://a;b{c' });
    for (const { name } of HOSTS) {
      const { status, stdout, stderr } = await host(name, '--site', root);
      expect([status, stdout]).toEqual([2, '']);
      expect(stderr).toContain('"http://a;b{c" has a host that is neither a name nor an address');
    }
  });

  it('quotes a path with a space and a percent sign for systemd, containers and TOML', async () => {
    const root = await siteWith('50% "a b"', {});
    const unit = (await host('node', '--site', root)).stdout;
    expect(unit).toContain(`--site ${systemdWord(root)} --host`);
    expect(unit).not.toContain(`--site ${root} `);
    cpSync(root, join(folder, 'copy'), { recursive: true });
    const toml = await host('netlify', '--site', root, '--out', join(folder, 'netlify'));
    expect(toml.status).toBe(0);
    expect(readFileSync(join(folder, 'netlify', 'netlify.toml'), 'utf8')).toContain('publish = "../50% \\"a b\\""\n');
  });

  it('a line break in an argument stays in the comment with the command', async () => {
    const { status, stderr } = await host('deno', '--site', inject('small').root, '--out', `${folder}/x\nalert(1)`);
    expect([status, stderr]).toEqual([2, expect.stringContaining('control character')]);
  });
});

it('the rules know which paths of the older interfaces have no files', () => {
  const { variables } = requestRules(hostSettings({ baseUrl: 'https://user.example' }), 'PCRE');
  const rows = variables.find(({ name }) => name === 'handler')?.rows ?? [];
  const computed = rows.filter(([, value]) => value === `/${HOME_PATH}`).map(([pattern]) => new RegExp(pattern));
  const words = Object.fromEntries(['catalog', 'event', 'dataset', 'detector', 'flag'].map((name) => [name, 'x']));
  const values = { ...words, start: -1, stop: 1, duration: 1, version: 1 };
  const paths = LEGACY_ROWS.map(({ pattern, hasFiles }) => [`/${fillPattern(pattern, values)}`, !hasFiles]);
  expect(paths.map(([path]) => [path, computed.some((one) => one.test(path as string))])).toEqual(paths);
});

/**
 * Folders whose names have a special meaning in scripts, URLs or configurations: emitted host files quote these names, and use the right
 * folder.
 */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import type { HostName } from '../../src/hosts/host-names.ts';
import { unusableSetting } from '../../src/hosts/host-values.ts';
import { findHost, HOSTS } from '../../src/hosts/hosts.ts';
import { hostSettings } from '../support/hosts/host-settings.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const NAMES = [
  '50%25',
  'a#b',
  'c?d=e',
  'a b',
  'it\'s "quoted"',
  ['`$', '{process.exit(1)}`'].join(''),
  '</script>*/',
  '$HOME {root}',
  'é ☃ 𝄞',
  '@x:y;z,',
  'http:',
];
const root = temporaryFolder();

function filesOf(name: HostName, folder: string): Map<string, string> {
  const site = join(root, folder, 'site');
  mkdirSync(site, { recursive: true });
  const settings = hostSettings({
    command: `stillwave host ${name} --site '${site.replaceAll("'", "'\\''")}'`,
    root: site,
    out: join(root, 'out'),
  });
  const host = findHost(name);
  if (unusableSetting(host, settings) !== null) return new Map();
  return new Map(host.emit(settings).map(({ path, text }) => [path, text]));
}

describe.each(NAMES)('a folder %j', (folder) => {
  it('is refused by hosts whose language cannot quote it safely', () => {
    const refusing = HOSTS.filter(({ name }) => filesOf(name, folder).size === 0).map(({ name }) => name);
    expect(refusing).toEqual(['nginx', 'caddy', 'apache', 'cloudfront']);
  });

  it.each([
    ['deno', 'main.js'],
    ['cloudflare', 'worker.js'],
    ['netlify', 'netlify/edge-functions/stillwave.js'],
  ] as const)('only becomes a comment, and a setting for Deno, in the script of %s', (name, path) => {
    const text = filesOf(name, folder).get(path) ?? '';
    // The code before the bundle can run on its own, and has no side effects.
    const head = text.slice(0, text.indexOf('};') + 2);
    expect(head).toContain('const SETTINGS');
    const { root: site = null, ...others } = runInNewContext(`${head} SETTINGS`) as { root?: string };
    expect(others).toEqual({ releaseTtlMs: expect.any(Number), cacheBytes: expect.any(Number) });
    const expected = name === 'deno' ? `${join(root, folder, 'site')}/` : null;
    expect(site && fileURLToPath(new URL(site, pathToFileURL(join(root, 'out', path))))).toBe(expected);
  });

  it('is unchanged in the settings of Cloudflare', () => {
    const text = filesOf('cloudflare', folder).get('wrangler.jsonc') ?? '';
    const { assets } = JSON.parse(text.slice(text.indexOf('\n'))) as { assets: { directory: string } };
    expect(join(root, 'out', assets.directory)).toBe(join(root, folder, 'site'));
  });
});

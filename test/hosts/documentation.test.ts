/**
 * docs/hosts.md: a section for each host, in the order of the table, with the same commands as the table and the files as they are
 * written. `npm run update` rewrites the files in it.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { Host } from '../../src/hosts/host.ts';
import { HOSTS } from '../../src/hosts/hosts.ts';
import { DEFAULT_CONFIG } from '../../src/site/config/config.ts';

const PAGE = fileURLToPath(new URL('../../docs/hosts.md', import.meta.url));
const text = readFileSync(PAGE, 'utf8');
const sections = text.split(/^## /m).slice(1);
const sectionOf = (name: string): string => sections.find((section) => section.startsWith(`${name}: `)) ?? '';

describe('docs/hosts.md', () => {
  test('has the sections of exactly the existing hosts', () => {
    const named = sections.flatMap((section) => /^([a-z-]+): /.exec(section)?.[1] ?? []);
    expect(named).toEqual(HOSTS.map(({ name }) => name));
  });

  test('describes what clients see while a release is deployed', () => {
    expect(text).toContain('## What clients see while a release is deployed');
  });

  test.each(HOSTS.map((host) => [host.name, host] as const))(
    '%s: how to deploy it, its cost, how to check it',
    (name, host) => {
      const section = sectionOf(name);
      for (const command of host.deploy) expect(section).toContain(command);
      const commands = /```sh\n([\s\S]*?)```/.exec(section)?.[1]?.trim().split('\n') ?? [];
      expect(commands.length).toBeGreaterThan(0);
      expect(commands.length).toBeLessThanOrEqual(5);
      expect(section).toContain('**Layout**');
      expect(section).toContain('**Cost and limits**');
      expect(section).toMatch(/stillwave check|\*\*How to check\*\*/);
    },
  );
});

/** Scripts with code of the core in them are long, and nobody edits them. */
const BUNDLED = /[.]js$/;
const SHOWN = /(<details><summary><code>(.*)<\/code><\/summary>\n\n```\w+\n)([\s\S]*?)(```\n)/g;

/** The files that the section's commands write. */
function filesOf(host: Host): Map<string, string> {
  const { cache, enumerate } = DEFAULT_CONFIG;
  const [, baseUrl = ''] = /--base-url (\S+)/.exec(host.deploy.join('\n')) ?? [];
  const command = host.deploy.find((line) => /stillwave host/.test(line)) ?? '';
  const [, root] = /--site (\/\S+)/.exec(command) ?? [];
  const settings = { command, baseUrl, cache, enumerate, archiveUrl: 'https://gwosc.org', upstream: null };
  const files = host.emit({ ...settings, root: root ?? '/project/dist', out: root === undefined ? '/project' : null });
  return new Map(
    files.filter(({ path, text: own }) => !BUNDLED.test(path) && own !== '').map((file) => [file.path, file.text]),
  );
}

describe('the files in docs/hosts.md', () => {
  test.each(HOSTS.map((host) => [host.name, host] as const))('%s: are those that are written', (name, host) => {
    const files = filesOf(host);
    const section = sectionOf(name);
    const current = section.replace(SHOWN, (_, head, file, _old, end) => `${head}${files.get(file)}${end}`);
    if (process.env.UPDATE)
      writeFileSync(
        PAGE,
        readFileSync(PAGE, 'utf8').replace(section, () => current),
      );
    else expect(section).toBe(current);
    expect([...section.matchAll(SHOWN)].map(([, , file]) => file)).toEqual([...files.keys()]);
  });
});

describe('wrangler', () => {
  const read = (path: string): string => readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');
  /**
   * The version that docs and the table name, and what the npm registry says about it. wrangler runs Workers with miniflare, and the
   * tests run them with the same version of it: https://registry.npmjs.org/wrangler/4.86.0
   */
  const WRANGLER = { version: '4.86.0', miniflare: '4.20260426.0', node: '>=20.3.0' };

  test('is the same version everywhere', () => {
    const deploy = HOSTS.flatMap((host) => host.deploy).join('\n');
    for (const where of [deploy, text, read('docs/publish.md')]) {
      const versions = [...where.matchAll(/wrangler@(\S+)/g)].map(([, version]) => version);
      expect(new Set(versions)).toEqual(new Set([WRANGLER.version]));
    }
  });

  test('runs Workers as the tests do', () => {
    expect(JSON.parse(read('package.json')).devDependencies.miniflare).toBe(WRANGLER.miniflare);
    expect(JSON.parse(read('node_modules/miniflare/package.json')).version).toBe(WRANGLER.miniflare);
  });

  test('runs on every Node that Stillwave runs on', () => {
    const oldest = ({ node }: { readonly node: string }) => /^>=(\d+)\.(\d+)/.exec(node)?.slice(1).map(Number) ?? [];
    const [major = 0, minor = 0] = oldest(JSON.parse(read('package.json')).engines);
    const [neededMajor = Number.NaN, neededMinor] = oldest(WRANGLER);
    expect(major).toBeGreaterThanOrEqual(neededMajor);
    if (major === neededMajor) expect(minor).toBeGreaterThanOrEqual(neededMinor as number);
  });
});

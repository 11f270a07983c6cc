/** The pages of docs/hosts: one for each host, with the same commands as the table. */

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { HOSTS } from '../../src/hosts/hosts.ts';
import { printedBlock } from '../support/printed-blocks.ts';

const read = (path: string): string => readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');
const text = read('docs/hosts.md');
const pageOf = (name: string): string => read(`docs/hosts/${name}.md`);

describe('the pages of the hosts', () => {
  test('exist for exactly the existing hosts, and docs/hosts.md links them', () => {
    const folder = fileURLToPath(new URL('../../docs/hosts', import.meta.url));
    const names = HOSTS.map(({ name }) => name);
    expect(readdirSync(folder).sort()).toEqual(names.map((name) => `${name}.md`).sort());
    expect(names.filter((name) => !text.includes(`(hosts/${name}.md)`))).toEqual([]);
  });

  test.each(HOSTS.map((host) => [host.name, host] as const))(
    '%s: how to deploy it, its cost, how to check it',
    (name, host) => {
      const section = pageOf(name);
      for (const command of host.deploy) expect(section).toContain(command);
      const commands = printedBlock(`docs/hosts/${name}.md`, 'sh').trim().split('\n');
      expect(commands.length).toBeLessThanOrEqual(5);
      expect(section).toContain('**Layout**');
      expect(section).toContain('**Cost and limits**');
      expect(section).toMatch(/stillwave check|\*\*How to check\*\*/);
      expect(section.startsWith(`# ${host.title}\n`)).toBe(true);
    },
  );
});

describe('wrangler', () => {
  /**
   * The version of wrangler in the docs and the table, and its requirements according to the npm registry. wrangler runs Workers with
   * miniflare, and the tests run them with the same version of it: https://registry.npmjs.org/wrangler/4.86.0
   */
  const WRANGLER = { version: '4.86.0', miniflare: '4.20260426.0', node: '>=20.3.0' };

  test('is the same version everywhere', () => {
    const deploy = HOSTS.flatMap((host) => host.deploy).join('\n');
    for (const where of [deploy, pageOf('cloudflare'), read('docs/publish.md')]) {
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

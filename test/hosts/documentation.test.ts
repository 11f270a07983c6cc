/** docs/hosts.md: a section for each host, in the order of the table, with the same commands as the table. */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { HOSTS } from '../../src/hosts/hosts.ts';

const text = readFileSync(fileURLToPath(new URL('../../docs/hosts.md', import.meta.url)), 'utf8');
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

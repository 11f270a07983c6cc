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

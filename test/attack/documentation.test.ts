/** docs/security.md names the tests behind each guarantee. Checks that these tests exist, and that no attack is missing. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const text = readFileSync(join(ROOT, 'docs/security.md'), 'utf8');
const named = [...text.matchAll(/`(test\/[^`]+)`/g)].map(([, path]) => path as string);

it('every named test exists', () => {
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

it('every attack is named', () => {
  const helpers = [
    'attack.long.test.ts',
    'documentation.test.ts',
    'long.ts',
    'marked-names.ts',
    'pipes.ts',
    'scenario.ts',
    'scenarios.ts',
  ];
  const attacks = readdirSync(import.meta.dirname).filter((name) => !helpers.includes(name));
  expect(attacks.filter((name) => !named.includes(`test/attack/${name}`))).toEqual([]);
});

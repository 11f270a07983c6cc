/** The schemas compiled by `npm run build` give the same verdict on every value as ajv. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import { parse } from 'yaml';
import type { SchemaName } from '../../src/catalogue/files/schema.ts';
import { compiled } from '../support/folders.ts';

const DATA = join(import.meta.dirname, '../../data');
const load = () =>
  compiled<typeof import('../../src/catalogue/files/schema.ts')>(inject('cli'), 'catalogue/files/schema.js');

/** Samples of each kind of file: the smallest file of each folder, every file at the top, lines of statistics. */
function samples(): [SchemaName, unknown][] {
  const found: [SchemaName, unknown][] = [];
  for (const entry of readdirSync(DATA, { withFileTypes: true })) {
    const path = join(DATA, entry.name);
    if (entry.name.endsWith('.yaml')) {
      found.push([entry.name.replace('.yaml', '') as SchemaName, parse(readFileSync(path, 'utf8'))]);
    }
    if (!entry.isDirectory()) continue;
    const texts = readdirSync(path).map((name) => readFileSync(join(path, name), 'utf8'));
    const text = texts.sort((a, b) => a.length - b.length)[0] as string;
    const value = entry.name === 'strain-statistics' ? JSON.parse(text.split('\n')[0] as string) : parse(text);
    found.push([entry.name as SchemaName, value]);
  }
  return found;
}

/** Every path in a value. */
function* places(value: unknown): Generator<{ holder: Record<string, unknown>; key: string }> {
  if (typeof value !== 'object' || value === null) return;
  const holder = value as Record<string, unknown>;
  for (const key of Object.keys(holder)) {
    yield { holder, key };
    yield* places(holder[key]);
  }
}

const others = fc.constantFrom<unknown>(undefined, null, '', 'x y', -1, 0.5, 1e9, true, [], {}, ['H1', 'H1'], {
  name: '../x',
});

describe('compiled schemas', () => {
  it.each(samples())('of %s agree with ajv', async (schema, value) => {
    const { checkOf, checkSchema, validatorOf } = await load();
    expect(checkOf(schema)(value)).toBe(true);
    expect(checkOf(schema)).not.toBe(validatorOf(schema));
    let invalid = 0;
    fc.assert(
      fc.property(fc.nat(), fc.nat(), others, (at, name, other) => {
        const changed = structuredClone(value);
        const all = [...places(changed)];
        const { holder, key } = all[at % all.length] as (typeof all)[number];
        if (name % 3 === 0 && !Array.isArray(holder)) holder[`${key}x`] = other;
        else if (other === undefined) delete holder[key];
        else holder[key] = other;
        const isValid = validatorOf(schema)(changed);
        if (!isValid) invalid++;
        expect(checkOf(schema)(changed)).toBe(isValid);
        expect(checkSchema(schema, changed).length === 0).toBe(isValid);
      }),
      { numRuns: 200, seed: 3 },
    );
    expect(invalid).toBeGreaterThan(20);
  });
});

/** The schemas compiled by `npm run build` give the same verdict on every value as ajv. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import { parse } from 'yaml';
import type { SchemaName } from '../../src/catalogue/files/schema.ts';
import { compiled } from '../support/folders.ts';
import { propertyRuns } from '../support/property-runs.ts';

const DATA = join(import.meta.dirname, '../../data');
const SCHEMAS = join(import.meta.dirname, '../../schemas');
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
  it('exist for every schema of the data and the configuration', async () => {
    const validators = await compiled<Record<string, unknown>>(inject('cli'), 'catalogue/files/validators.cjs');
    const names = readdirSync(SCHEMAS).filter((name) => name.endsWith('.schema.json'));
    expect(names.filter((name) => typeof validators[name.replace('.schema.json', '')] !== 'function')).toEqual([]);
  });

  it.each(samples())('of %s agree with ajv', async (schema, value) => {
    const { checkSchema, isValid, validatorOf } = await load();
    expect(isValid(schema, value)).toBe(true);
    let invalid = 0;
    fc.assert(
      fc.property(fc.nat(), fc.nat(), others, (at, name, other) => {
        const changed = structuredClone(value);
        const all = [...places(changed)];
        const { holder, key } = all[at % all.length] as (typeof all)[number];
        if (name % 3 === 0 && !Array.isArray(holder)) holder[`${key}x`] = other;
        else if (other === undefined) delete holder[key];
        else holder[key] = other;
        const isSound = validatorOf(schema)(changed);
        if (!isSound) invalid++;
        expect(isValid(schema, changed)).toBe(isSound);
        expect(checkSchema(schema, changed).length === 0).toBe(isSound);
      }),
      { numRuns: propertyRuns(200) },
    );
    expect(invalid).toBeGreaterThan(propertyRuns(20));
  });
});

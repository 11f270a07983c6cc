/** The schemas of the input files are valid, and describe every field, so that editors can show help. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { ANNOTATIONS } from '../../src/catalogue/files/schema.ts';
import { DEFAULT_CONFIG } from '../../src/site/config/config.ts';
import { ROOT } from '../support/data-folders.ts';

const FOLDER = join(ROOT, 'schemas');
const INPUTS = [
  'catalogs',
  'community-catalog',
  'config',
  'default-parameters',
  'detectors',
  'event-strain-files',
  'event-versions',
  'events',
  'runs',
  'strain-files',
  'strain-statistics',
  'timelines',
];

interface Schema {
  readonly title?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly additionalProperties?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
}

const read = (name: string): Schema => JSON.parse(readFileSync(join(FOLDER, `${name}.schema.json`), 'utf8'));

/** Paths of fields that have neither a description nor a reference to something with one; the elements of a list may lack one. */
function undescribed(schema: Schema, path: string): string[] {
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const isDescribed = field.description !== undefined || field.$ref !== undefined;
    return [...(isDescribed ? [] : [`${path}.${name}`]), ...undescribed(field, `${path}.${name}`)];
  });
  const defined = Object.entries(schema.$defs ?? {}).flatMap(([name, one]) => undescribed(one, `${path}#${name}`));
  return [...own, ...defined, ...(schema.items ? undescribed(schema.items, `${path}[]`) : [])];
}

describe.each(INPUTS)('%s.schema.json', (name) => {
  const schema = read(name);

  it('is valid JSON Schema 2020-12', () => {
    const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, keywords: ANNOTATIONS });
    expect(() => ajv.compile(schema)).not.toThrow();
  });

  it('describes itself and its fields, and allows no others', () => {
    expect(schema.title).toBeTruthy();
    expect(schema.description).toBeTruthy();
    expect(schema.additionalProperties).toBe(false);
    expect(undescribed(schema, name)).toEqual([]);
  });
});

/** Paths of lists whose elements must differ and whose length has no limit. */
function unlimited(schema: unknown, path: string): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const own = 'uniqueItems' in schema && !('maxItems' in schema) ? [path] : [];
  return [...own, ...Object.entries(schema).flatMap(([name, inner]) => unlimited(inner, `${path}/${name}`))];
}

it('every list whose elements must differ has a limit, because comparing them takes quadratic time', () => {
  const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.json'));
  const schemas = files.map((file) => [file, readFileSync(join(FOLDER, file), 'utf8')] as const);
  expect(schemas.filter(([, text]) => text.includes('uniqueItems')).length).toBeGreaterThan(INPUTS.length);
  expect(schemas.flatMap(([file, text]) => unlimited(JSON.parse(text), file))).toEqual([]);
});

it('every schema is tested here', () => {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith('.json'));
  expect(files.sort()).toEqual(INPUTS.map((name) => `${name}.schema.json`));
});

describe('config.schema.json', () => {
  const schema = read('config');

  /** The value of a missing key: its default, or the defaults of the keys below it. */
  const defaultOf = (one: Schema): unknown =>
    'default' in one
      ? one.default
      : Object.fromEntries(Object.entries(one.properties ?? {}).map(([name, inner]) => [name, defaultOf(inner)]));

  it('has the defaults of the program', () => {
    expect(defaultOf(schema)).toEqual({ ...DEFAULT_CONFIG, downloads: true });
  });

  it('has valid examples', () => {
    const validate = new Ajv2020({ strict: true, allowUnionTypes: true, keywords: ANNOTATIONS }).compile(schema);
    const examples = Object.entries(schema.properties ?? {}).flatMap(([name, { examples = [] }]) =>
      examples.map((value) => ({ [name]: value })),
    );
    expect(examples.length).toBeGreaterThan(4);
    expect(examples.filter((one) => !validate(one))).toEqual([]);
  });
});

it('a description of a form reads well after "use", as in messages', () => {
  const patterned: string[] = [];
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { pattern, description } = node as { readonly pattern?: unknown; readonly description?: string };
    if (typeof pattern === 'string') patterned.push(description ?? '');
    for (const child of Object.values(node)) walk(child);
  };
  for (const name of INPUTS) walk(read(name));
  expect(patterned.length).toBeGreaterThan(20);
  expect(
    patterned.filter((text) => !/^(An?|The|Text|Letters|Lower-case letters) /.test(text.replace(',', ''))),
  ).toEqual([]);
});

/**
 * Every number on the wire has a unit, or is listed here as having none: in the response schemas, in the OpenAPI document
 * generated from them, and in the docs of the types in `stillwave/wire`, read by the TypeScript compiler.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { responseComponents } from '../../src/site/documents/openapi/schemas.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Counts and ordinal numbers. */
const WITHOUT_UNIT = [
  'results_count',
  'results_per_page',
  'num_pages',
  'page_number',
  'version',
  'bit',
  'decimal_places',
];

/** How docs spell a unit. */
const WORDS: Readonly<Record<string, RegExp>> = {
  s: /\bseconds\b/i,
  kHz: /\bkHz\b/,
  B: /\bbytes\b/,
  '%': /\bpercent\b/,
  Mpc: /\bMpc\b/,
  '1': /\bdimensionless\b|\b0 to 1\b/,
  'see "unit"': /\bunit\b/,
};

interface Schema {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly description?: string;
  readonly 'x-unit'?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly [keyword: string]: unknown;
}

const isNumeric = (schema: Schema): boolean =>
  [schema.type].flat().some((type) => type === 'integer' || type === 'number') ||
  [schema.const, ...(schema.enum ?? [])].some((value) => typeof value === 'number');

/** Every property in a schema, at any depth, by name. */
function* propertiesIn(value: unknown): Generator<readonly [string, Schema]> {
  if (typeof value !== 'object' || value === null) return;
  for (const [keyword, inner] of Object.entries(value)) {
    if (keyword === 'properties') yield* Object.entries(inner as Record<string, Schema>);
    yield* propertiesIn(inner);
  }
}

const folder = join(ROOT, 'schemas/responses');
const files = readdirSync(folder).map((file) => [file, JSON.parse(readFileSync(join(folder, file), 'utf8'))] as const);
const places = [...files, ...Object.entries(responseComponents())];
/** The unit of each numeric property of the schemas. */
const units = new Map<string, string | undefined>();
for (const [, schema] of files) {
  for (const [name, property] of propertiesIn(schema)) if (isNumeric(property)) units.set(name, property['x-unit']);
}

/** True if a schema has a list of numbers, whose elements have no name and therefore no unit. */
function listsOfNumbers(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(
    ([keyword, inner]) => (keyword === 'items' && isNumeric(inner as Schema)) || listsOfNumbers(inner),
  );
}

describe.each(places)('%s', (_, schema) => {
  it('has a unit for each number, and names it in the description', () => {
    const wrong = [...propertiesIn(schema)]
      .filter(
        ([name, property]) => isNumeric(property) !== (property['x-unit'] !== undefined || WITHOUT_UNIT.includes(name)),
      )
      .map(([name]) => name);
    expect(wrong).toEqual([]);
    const unsaid = [...propertiesIn(schema)].filter(([, { 'x-unit': unit, description = '' }]) => {
      return unit !== undefined && unit !== 'see "unit"' && !WORDS[unit]?.test(description);
    });
    expect(unsaid).toEqual([]);
    expect(listsOfNumbers(schema)).toBe(false);
  });
});

it('the numbers without a unit are exactly those listed here', () => {
  expect(
    [...units]
      .filter(([, unit]) => unit === undefined)
      .map(([name]) => name)
      .sort(),
  ).toEqual([...WITHOUT_UNIT].sort());
  expect(units.size).toBeGreaterThan(25);
});

describe('stillwave/wire', () => {
  const file = join(ROOT, 'schemas/wire-bodies.d.ts');
  const program = ts.createProgram([file], { strict: true, noEmit: true, allowImportingTsExtensions: true });
  const checker = program.getTypeChecker();
  const found: (readonly [string, string, string])[] = [];
  function visit(node: ts.Node): void {
    if (ts.isPropertySignature(node)) {
      const type = checker.getTypeAtLocation(node);
      const parts = type.isUnion() ? type.types : [type];
      if (parts.some(({ flags }) => flags & ts.TypeFlags.NumberLike)) {
        const symbol = checker.getSymbolAtLocation(node.name);
        const docs = ts.displayPartsToString(symbol?.getDocumentationComment(checker));
        const owner = ts.isInterfaceDeclaration(node.parent) ? node.parent.name.text : '';
        found.push([owner, node.name.getText(), docs]);
      }
    }
    ts.forEachChild(node, visit);
  }
  visit(program.getSourceFile(file) as ts.SourceFile);

  it('has numbers', () => {
    expect(found.length).toBeGreaterThan(30);
    expect(found).toContainEqual(['StrainFileDetail', 'BNS', expect.stringContaining('Mpc')]);
  });

  it.each(found)('%s.%s has a unit', (_, name, docs) => {
    expect(units.has(name)).toBe(true);
    const unit = units.get(name);
    if (unit === undefined) expect(WITHOUT_UNIT).toContain(name);
    else expect(docs).toMatch(WORDS[unit] as RegExp);
  });
});

/**
 * Checks values against the JSON Schemas in `schemas/`.
 *
 * In: name of a schema, a parsed value. Out: findings with the path of each. Code that `npm run build` compiles from the schemas
 * determines whether a value is valid; only invalid values need ajv, which takes long to load and to compile, to find out what is
 * wrong.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Ajv2020, ValidateFunction } from 'ajv/dist/2020.js';
import { MAX_PROBLEMS, MORE_PROBLEMS } from '../../report/problems.ts';
import type { InputKind } from './input-files.ts';
import { isMapping } from './mapping.ts';
import { findingsOf } from './schema-findings.ts';
import type { PlacedFinding } from './yaml-file.ts';

/** Each kind of input file has a schema with its name; so do the configuration and the inputs of imports. */
export type SchemaName = InputKind | 'config' | 'community-catalog';

const require = createRequire(import.meta.url);
const validators = new Map<string, ValidateFunction>();
let ajv: Ajv2020 | undefined;

function textOf(schema: SchemaName): string {
  return readFileSync(new URL(`../../../schemas/${schema}.schema.json`, import.meta.url), 'utf8');
}

/** ajv's validator for a schema; `definition` picks one of its `$defs`. */
export function validatorOf(schema: SchemaName, definition?: string): ValidateFunction {
  const id = `${schema}.schema.json${definition === undefined ? '' : `#/$defs/${definition}`}`;
  const known = validators.get(id);
  if (known) return known;
  ajv ??= loadAjv({ allErrors: true, verbose: true });
  if (!ajv.getSchema(`${schema}.schema.json`)) {
    const parsed = JSON.parse(textOf(schema)) as JsonSchema;
    ajv.addSchema(inlined(parsed, parsed.$defs ?? {}) as JsonSchema);
  }
  const validate = ajv.getSchema(id);
  if (!validate) throw new Error(`No schema ${id}`);
  validators.set(id, validate);
  return validate;
}

interface JsonSchema {
  readonly $defs?: Readonly<Record<string, object>>;
}

/**
 * Replaces references by their definitions: for each value with an error, ajv copies all previous errors if a reference leads to it, so
 * long lists would take quadratic time.
 */
function inlined(schema: unknown, definitions: Readonly<Record<string, object>>): unknown {
  if (Array.isArray(schema)) return schema.map((one) => inlined(one, definitions));
  if (!isMapping(schema)) return schema;
  const { $ref, ...own } = schema;
  const all = { ...own, ...definitions[String($ref).replace('#/$defs/', '')] };
  return Object.fromEntries(Object.entries(all).map(([key, value]) => [key, inlined(value, definitions)]));
}

function loadAjv(more: { readonly allErrors?: true; readonly verbose?: true } = {}): Ajv2020 {
  const { Ajv2020 } = require('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js');
  return new Ajv2020({ ...more, allowUnionTypes: true, validateSchema: false });
}

type Check = (value: unknown) => boolean;

interface Compiled {
  readonly ':hashes': Readonly<Record<string, string>>;
  readonly [schema: string]: unknown;
}

let compiled: Compiled | null | undefined;

/** Null if the program runs from its sources, which are not compiled. */
function loadCompiled(): Compiled | null {
  try {
    return require('./validators.cjs') as Compiled;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return null;
    throw error;
  }
}

const checks = new Map<SchemaName, Check>();

/**
 * Creates a function that checks whether values are valid. Uses ajv if there is no compiled code, or if it is for another version
 * of the schema.
 */
export function checkOf(schema: SchemaName): Check {
  const known = checks.get(schema);
  if (known) return known;
  compiled ??= loadCompiled();
  const isCurrent = compiled?.[':hashes'][schema] === createHash('sha256').update(textOf(schema)).digest('hex');
  // Stops at the first error: collecting all of them takes quadratic time.
  const check = isCurrent ? (compiled?.[schema] as Check) : (loadAjv().compile(JSON.parse(textOf(schema))) as Check);
  checks.set(schema, check);
  return check;
}

/** All findings for a value; empty if it is valid. */
export function checkSchema(schema: SchemaName, value: unknown, definition?: string): PlacedFinding[] {
  if (definition === undefined && checkOf(schema)(value)) return [];
  const validate = validatorOf(schema, definition);
  const errors = validate(value) ? [] : (validate.errors ?? []);
  const findings = findingsOf(errors.slice(0, MAX_PROBLEMS), value);
  return errors.length > MAX_PROBLEMS ? [...findings, { at: [], ...MORE_PROBLEMS }] : findings;
}

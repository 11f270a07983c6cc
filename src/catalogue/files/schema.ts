/**
 * Checks values against the JSON Schemas in `schemas/`. In: name of a schema, a parsed value. Out: findings with the path of each.
 *
 * `npm run build` compiles the schemas into code that says whether a value is valid. Only invalid values need ajv, which takes long to load
 * and to compile, to find out what is wrong; so does the program when it runs from its sources.
 */
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

interface JsonSchema {
  readonly $defs?: Readonly<Record<string, object>>;
}

function readSchema(schema: SchemaName): JsonSchema {
  const path = new URL(`../../../schemas/${schema}.schema.json`, import.meta.url);
  return JSON.parse(readFileSync(path, 'utf8')) as JsonSchema;
}

/**
 * ajv's validator for a schema, which finds every error; `definition` picks one of its `$defs`.
 * @public A test compares it with the compiled schemas.
 */
export function validatorOf(schema: SchemaName, definition?: string): ValidateFunction {
  const id = `${schema}.schema.json${definition === undefined ? '' : `#/$defs/${definition}`}`;
  const known = validators.get(id);
  if (known) return known;
  ajv ??= createAjv();
  if (!ajv.getSchema(`${schema}.schema.json`)) {
    const parsed = readSchema(schema);
    ajv.addSchema(inlined(parsed, parsed.$defs ?? {}) as JsonSchema);
  }
  const validate = ajv.getSchema(id);
  if (!validate) throw new Error(`No schema ${id}`);
  validators.set(id, validate);
  return validate;
}

function createAjv(): Ajv2020 {
  const { Ajv2020 } = require('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js');
  return new Ajv2020({ allErrors: true, verbose: true, allowUnionTypes: true, validateSchema: false });
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

type Check = (value: unknown) => boolean;

let compiled: Readonly<Record<string, Check>> | undefined;

/** The compiled schemas by name; none if the program runs from its sources. */
function loadCompiled(): Readonly<Record<string, Check>> {
  try {
    return require('./validators.cjs') as Readonly<Record<string, Check>>;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return {};
    throw error;
  }
}

/** True if a value is valid. */
export function isValid(schema: SchemaName, value: unknown): boolean {
  compiled ??= loadCompiled();
  return (compiled[schema] ?? validatorOf(schema))(value) as boolean;
}

/** All findings for a value; empty if it is valid. `definition` picks one of the schema's, for a single record, whose name they omit. */
export function checkSchema(schema: SchemaName, value: unknown, definition?: string): PlacedFinding[] {
  if (definition === undefined && isValid(schema, value)) return [];
  const validate = validatorOf(schema, definition);
  const errors = validate(value) ? [] : (validate.errors ?? []);
  const findings = findingsOf(errors.slice(0, MAX_PROBLEMS), value, definition !== undefined);
  return errors.length > MAX_PROBLEMS ? [...findings, { at: [], ...MORE_PROBLEMS }] : findings;
}

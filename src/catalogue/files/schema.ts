/**
 * Checks values against the JSON Schemas in `schemas/`. Findings explain ajv's errors, and contain their paths.
 *
 * `npm run build` compiles the schemas into code that tells whether a value is valid. ajv, which is slow to load and to compile schemas, is
 * needed only to explain invalid values, and when the program runs from its sources.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Ajv2020, ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { findNearest } from '../../core/base/did-you-mean.ts';
import { inPackage, RUNS_FROM_SOURCE } from '../../fs/in-package.ts';
import type { DataPath } from '../../report/problems.ts';
import { MAX_PROBLEMS, MORE_PROBLEMS } from './data-file.ts';
import type { InputKind } from './input-files.ts';
import { isMapping } from './mapping.ts';
import { explainViolation, GLUED_KEY, type SchemaFinding, type Violation } from './schema-messages.ts';

/** Each kind of input file has a schema named after it; so do the configuration and the community catalogs that can be imported. */
export type SchemaName = InputKind | 'config' | 'community-catalog';

const require = createRequire(import.meta.url);
const validators = new Map<string, ValidateFunction>();
let ajv: Ajv2020 | undefined;

/** Keywords that describe values without restricting them: units, and how files are laid out (`intake/merge/layout.ts`). */
export const ANNOTATIONS = ['x-unit', 'x-key', 'x-order', 'x-head', 'x-lines', 'x-grows', 'x-decimals', 'x-names'];

/** Reads a schema, and replaces references with their definitions. */
export const readSchema = (schema: SchemaName): object =>
  resolveRefs(JSON.parse(readFileSync(inPackage(`schemas/${schema}.schema.json`), 'utf8')) as object);

/**
 * ajv's validator for a schema, which finds every error; `definition` picks one of its `$defs`.
 * @public A test compares it with the compiled schemas.
 */
export function validatorOf(schema: SchemaName, definition?: string): ValidateFunction {
  const id = `${schema}.schema.json${definition === undefined ? '' : `#/$defs/${definition}`}`;
  const known = validators.get(id);
  if (known) return known;
  ajv ??= createAjv();
  if (!ajv.getSchema(`${schema}.schema.json`)) ajv.addSchema(readSchema(schema));
  const validate = ajv.getSchema(id);
  if (!validate) throw new Error(`No schema ${id}`);
  validators.set(id, validate);
  return validate;
}

function createAjv(): Ajv2020 {
  const { Ajv2020 } = require('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js');
  return new Ajv2020({
    allErrors: true,
    verbose: true,
    allowUnionTypes: true,
    validateSchema: false,
    keywords: ANNOTATIONS,
  });
}

/**
 * Replaces references with their definitions, and keeps the keywords beside them. If both have a description, the definition's is kept: it
 * states the rule for values, which messages quote. ajv is given no references either: whenever it follows one to an invalid value, it
 * copies all previous errors, so long lists would take quadratic time.
 */
export function resolveRefs<Schema extends object>(whole: Schema & { readonly $defs?: object }): Schema {
  const definitions = (whole.$defs ?? {}) as Readonly<Record<string, object>>;
  const resolve = (schema: unknown): unknown => {
    if (Array.isArray(schema)) return schema.map(resolve);
    if (!isMapping(schema)) return schema;
    const { $ref, ...own } = schema;
    const members = Object.entries({ ...own, ...definitions[String($ref).replace('#/$defs/', '')] });
    return Object.fromEntries(members.map(([key, value]) => [key, resolve(value)]));
  };
  return resolve(whole) as Schema;
}

type Check = (value: unknown) => boolean;

let compiled: Readonly<Record<string, Check>> | undefined;

/** The compiled schemas by name; empty if the program runs from its sources. */
function loadCompiled(): Readonly<Record<string, Check>> {
  return RUNS_FROM_SOURCE ? {} : require(inPackage('build/catalogue/files/validators.cjs'));
}

/** True if a value is valid. */
export function isValid(schema: SchemaName, value: unknown): boolean {
  compiled ??= loadCompiled();
  return (compiled[schema] ?? validatorOf(schema))(value) as boolean;
}

/**
 * All findings for a value; empty if it is valid. For a single record, `definition` picks one of the schema's definitions. Messages name
 * the record that a value is in, unless `isNamed` is false.
 */
export function checkSchema(
  schema: SchemaName,
  value: unknown,
  { definition, isNamed = true }: { readonly definition?: string | undefined; readonly isNamed?: boolean } = {},
): SchemaFinding[] {
  if (definition === undefined && isValid(schema, value)) return [];
  const validate = validatorOf(schema, definition);
  const errors = validate(value) ? [] : (validate.errors ?? []);
  const findings = findingsOf(errors.slice(0, MAX_PROBLEMS), value, isNamed);
  return errors.length > MAX_PROBLEMS ? [...findings, MORE_PROBLEMS] : findings;
}

/** Converts ajv's errors to findings, and drops errors that only repeat others. */
function findingsOf(errors: readonly ErrorObject[], value: unknown, isNamed: boolean): SchemaFinding[] {
  const nameAt = (at: DataPath): string => (isNamed ? placeName(at, value) : '');
  const toViolation = (error: ErrorObject, near: string | null): Violation => ({
    at: pointerSteps(error.instancePath, value),
    value: error.data,
    params: error.params as Record<string, unknown>,
    schema: (error.parentSchema ?? {}) as Violation['schema'],
    ...(error.propertyName !== undefined && { key: error.propertyName }),
    ...(error.message !== undefined && { message: error.message }),
    near,
    nameAt,
  });
  const unknown = errors.filter(({ keyword }) => keyword === 'additionalProperties');
  const intended = new Map(unknown.map((error) => [error, intendedField(error)]));
  // If an unknown field should be renamed to a missing field, only the unknown field is reported.
  const renamed = new Set(Array.from(intended, ([{ instancePath }, name]) => name && pointerTo(instancePath, name)));
  const isRenamed = ({ keyword, instancePath, params }: ErrorObject): boolean =>
    keyword === 'required' && renamed.has(pointerTo(instancePath, String(params.missingProperty)));
  const all = errors
    .filter((error) => error.keyword !== 'propertyNames' && !isRenamed(error))
    .map((error) => explainViolation(error.keyword, toViolation(error, intended.get(error) ?? null)));
  // If a key contains its value because a space is missing, other errors inside the key's value do not matter.
  const glued = new Set(all.filter(({ code }) => code === 'D107').map(({ at }) => JSON.stringify(at)));
  const isInGlued = (at: DataPath = []): boolean => at.some((_, n) => glued.has(JSON.stringify(at.slice(0, n + 1))));
  return all.filter(({ code, at }) => code === 'D107' || !isInGlued(at));
}

const pointerTo = (instancePath: string, key: string): string => `${instancePath}/${key}`;

/** The field that was probably meant by an unknown field, preferably one that the record does not have yet; or null. */
function intendedField({ params, data, parentSchema }: ErrorObject): string | null {
  const { properties = {} } = (parentSchema ?? {}) as Violation['schema'];
  const allowed = Object.keys(properties);
  const missing = allowed.filter((name) => !Object.hasOwn(data as object, name));
  const key = String(params.additionalProperty);
  const unknown = GLUED_KEY.exec(key)?.[1] ?? key;
  return findNearest(unknown, missing) ?? findNearest(unknown, allowed);
}

/** The steps of a JSON pointer; array indices become numbers. */
function pointerSteps(pointer: string, root: unknown): DataPath {
  if (pointer === '') return [];
  let value: unknown = root;
  return pointer
    .slice(1)
    .split('/')
    .map((step) => {
      const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
      const isIndex = Array.isArray(value);
      value = (value as Record<string, unknown> | undefined)?.[key];
      return isIndex ? Number(key) : key;
    });
}

/** Names the nearest enclosing record, as in ` in GW150914-v3`. Empty if no record has a name. */
function placeName(at: DataPath, root: unknown): string {
  let name = '';
  let value: unknown = root;
  for (const step of at) {
    if (typeof value !== 'object' || value === null) break;
    const record = value as Record<string, unknown>;
    const own = record.name ?? record.code ?? record.detector;
    if (own !== undefined && typeof own !== 'object') {
      name = ` in ${String(own)}${typeof record.version === 'number' ? `-v${record.version}` : ''}`;
    }
    value = record[step];
  }
  return name;
}

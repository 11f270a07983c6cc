/**
 * Checks values against the JSON Schemas in `schemas/` and says in plain words what is wrong.
 *
 * In: name of a schema, a parsed value. Out: findings with the path of each. That a value is valid is found out by code that
 * `npm run build` compiles the schemas into; ajv, which takes long to load and to compile, is asked what is wrong.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Ajv2020, ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { countOf } from './count.ts';
import { nearest, suggest } from './did-you-mean.ts';
import type { InputKind } from './input-files.ts';
import type { ProblemCode } from './problems.ts';
import type { DataPath, PlacedFinding } from './yaml-file.ts';

/** Each kind of input file has a schema of its name. */
export type SchemaName = InputKind | 'config';

const require = createRequire(import.meta.url);
const validators = new Map<string, ValidateFunction>();
let ajv: Ajv2020 | undefined;

function textOf(schema: SchemaName): string {
  return readFileSync(new URL(`../../../schemas/${schema}.schema.json`, import.meta.url), 'utf8');
}

/** The validator of a schema by ajv; `definition` picks one of its `$defs`. */
export function validatorOf(schema: SchemaName, definition?: string): ValidateFunction {
  const id = `${schema}.schema.json${definition === undefined ? '' : `#/$defs/${definition}`}`;
  const known = validators.get(id);
  if (known) return known;
  ajv ??= loadAjv({ allErrors: true, verbose: true });
  if (!ajv.getSchema(`${schema}.schema.json`)) ajv.addSchema(JSON.parse(textOf(schema)));
  const validate = ajv.getSchema(id);
  if (!validate) throw new Error(`No schema ${id}`);
  validators.set(id, validate);
  return validate;
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

/** Null where the program runs from its sources, which are not compiled. */
function loadCompiled(): Compiled | null {
  try {
    return require('./validators.cjs') as Compiled;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return null;
    throw error;
  }
}

const checks = new Map<SchemaName, Check>();

/** Says whether values are valid. By ajv, where there is no compiled code, or that of another text of the schema. */
export function checkOf(schema: SchemaName): Check {
  const known = checks.get(schema);
  if (known) return known;
  compiled ??= loadCompiled();
  const isCurrent = compiled?.[':hashes'][schema] === createHash('sha256').update(textOf(schema)).digest('hex');
  // One that ends at the first error: gathering all of them takes time that grows with the square of their number.
  const check = isCurrent ? (compiled?.[schema] as Check) : (loadAjv().compile(JSON.parse(textOf(schema))) as Check);
  checks.set(schema, check);
  return check;
}

/** All findings of a value; empty where it is valid. */
export function checkSchema(schema: SchemaName, value: unknown, definition?: string): PlacedFinding[] {
  if (definition === undefined && checkOf(schema)(value)) return [];
  return findingsOf(errorsOf(validatorOf(schema, definition), value), value);
}

/** Ajv copies all errors so far with each record that has one, so long lists are checked in parts of this length. */
const PART_LENGTH = 1000;

function errorsOf(validate: ValidateFunction, value: unknown): ErrorObject[] {
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
  const fields = isRecord ? Object.entries(value) : [];
  const [key, list] = fields.find(([, one]) => Array.isArray(one) && one.length > PART_LENGTH) ?? [];
  if (key === undefined || !Array.isArray(list)) return validate(value) ? [] : (validate.errors ?? []);
  const below = `/${key}/`;
  const all: ErrorObject[] = [];
  for (let from = 0; from < list.length; from += PART_LENGTH) {
    if (validate({ ...(value as object), [key]: list.slice(from, from + PART_LENGTH) })) continue;
    for (const error of validate.errors ?? []) {
      const { instancePath } = error;
      if (!instancePath.startsWith(below)) {
        // Of everything else once is enough.
        if (from === 0) all.push(error);
        continue;
      }
      const index = /^\d+/.exec(instancePath.slice(below.length))?.[0] ?? '';
      const rest = instancePath.slice(below.length + index.length);
      all.push({ ...error, instancePath: `${below}${Number(index) + from}${rest}` });
    }
  }
  return all;
}

/** Translates what ajv reports, leaving out what only repeats another report. */
export function findingsOf(errors: readonly ErrorObject[], value: unknown): PlacedFinding[] {
  return errors.filter((error) => error.keyword !== 'propertyNames').map((error) => translate(error, value));
}

function translate(error: ErrorObject, root: unknown): PlacedFinding {
  const at = pathOf(error.instancePath, root);
  const where = placeName(at, root);
  const field = fieldName(at);
  const found = describe(error.data);
  const params = error.params as Record<string, unknown>;
  const schema = (error.parentSchema ?? {}) as { title?: string; description?: string; properties?: object };
  const finding = (code: ProblemCode, message: string, fix: string): PlacedFinding => ({ at, code, message, fix });
  switch (error.keyword) {
    case 'additionalProperties': {
      const key = String(params.additionalProperty);
      const allowed = Object.keys(schema.properties ?? {});
      const near = nearest(key, allowed);
      const fix = `${near === null ? 'remove it' : `rename it to "${near}"`} (allowed: ${allowed.join(', ')})`;
      const message = `unknown field "${key}"${placeName([...at, key], root)}`;
      return { at: [...at, key], onKey: true, code: 'D104', message, fix };
    }
    case 'required': {
      const key = String(params.missingProperty);
      return finding('D111', `field "${key}" is missing${placeName([...at, key], root)}`, `add "${key}"`);
    }
    case 'type': {
      const wanted = [params.type].flat().map(String);
      return finding(
        'D112',
        `${field} should be ${wanted.map(typeName).join(' or ')}, found ${found}${where}`,
        typeFix(wanted, error.data),
      );
    }
    case 'enum':
    case 'const': {
      const allowed = [params.allowedValues ?? params.allowedValue].flat().map(String);
      return finding(
        'D113',
        `${field} cannot be ${found}${where}`,
        suggest(String(error.data), allowed, 'use an allowed value'),
      );
    }
    case 'pattern': {
      const code = schema.title === 'path-safe name' ? 'D120' : 'D115';
      // A wrong name says itself where it is.
      const place = field === '"name"' || field === '"code"' ? '' : where;
      const message = `${found} is not a ${schema.title ?? 'valid value'}${place}`;
      return { ...finding(code, message, `use ${ruleText(schema.description)}`), ...keyIfName(error) };
    }
    case 'maxLength':
      return finding(
        'D115',
        `${field} is too long: ${countOf(String(error.data).length, 'character')}${where}`,
        `use at most ${String(params.limit)}`,
      );
    case 'minimum':
    case 'exclusiveMinimum':
      return finding(
        'D114',
        `${field} is ${found}, below ${String(params.limit)}${where}`,
        `use ${String(params.limit)} or more`,
      );
    case 'maximum':
    case 'exclusiveMaximum':
      return finding(
        'D114',
        `${field} is ${found}, above ${String(params.limit)}${where}`,
        `use ${String(params.limit)} or less`,
      );
    case 'minItems':
      return finding('D114', `${field} has too few elements${where}`, `give at least ${String(params.limit)}`);
    case 'maxItems':
    case 'items':
      return finding('D114', `${field} has too many elements${where}`, `give at most ${String(params.limit)}`);
    case 'uniqueItems': {
      const index = Math.max(Number(params.i), Number(params.j));
      const element = Array.isArray(error.data) ? describe(error.data[index]) : found;
      return {
        at: [...at, index],
        code: 'D116',
        message: `${field} has ${element} twice${where}`,
        fix: 'keep one of the two',
      };
    }
    default:
      return finding('D115', `${field} ${error.message ?? 'is not valid'}${where}`, schema.description ?? 'correct it');
  }
}

/** A description as part of a sentence: without capital and full stop. */
function ruleText(description = 'another value'): string {
  return description.charAt(0).toLowerCase() + description.slice(1).replace(/\.$/, '');
}

/** ajv reports the name of a member at the object that holds it. */
const keyIfName = (error: ErrorObject): { at?: DataPath; onKey?: boolean } => {
  if (error.propertyName === undefined) return {};
  return { at: [...pathOf(error.instancePath, undefined), error.propertyName], onKey: true };
};

/** The steps of a JSON pointer; steps into arrays become numbers. */
function pathOf(pointer: string, root: unknown): DataPath {
  if (pointer === '') return [];
  let value: unknown = root;
  return pointer
    .slice(1)
    .split('/')
    .map((step) => {
      const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
      const isIndex = root === undefined ? /^\d+$/.test(key) : Array.isArray(value);
      value = (value as Record<string, unknown> | undefined)?.[key];
      return isIndex ? Number(key) : key;
    });
}

/** `"doi"`, `element 2 of "detectors"`, or `the file`; elements count from 1. */
function fieldName(at: DataPath): string {
  const last = at.at(-1);
  if (last === undefined) return 'the content';
  return typeof last === 'string'
    ? `"${last}"`
    : `element ${last + 1} of "${at.findLast((step) => typeof step === 'string') ?? 'the list'}"`;
}

/** " in GW150914-v3": the nearest record around the value that has a name of its own. Empty where there is none. */
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

function typeName(type: string): string {
  const names: Record<string, string> = {
    string: 'text',
    integer: 'a whole number',
    number: 'a finite number',
    boolean: 'true or false',
    array: 'a list',
    object: 'a mapping',
    null: 'null',
  };
  return names[type] ?? type;
}

/** A short rendering of any value, with its kind where that is the point. */
export function describe(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (typeof value === 'string') return `the text "${value.length > 60 ? `${value.slice(0, 60)}…` : value}"`;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return Array.isArray(value) ? 'a list' : 'a mapping';
}

function typeFix(wanted: readonly string[], value: unknown): string {
  if (wanted.includes('string') && (typeof value === 'number' || typeof value === 'boolean'))
    return `put it in quotes: "${String(value)}"`;
  const isNumeric = wanted.includes('number') || wanted.includes('integer');
  if (isNumeric && typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)))
    return `write it without quotes: ${Number(value)}`;
  if (isNumeric && typeof value === 'number' && wanted.includes('integer') && Number.isFinite(value))
    return 'leave out the decimals';
  return `give ${wanted.map(typeName).join(' or ')}`;
}

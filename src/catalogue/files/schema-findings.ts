/**
 * Explains violations of a JSON Schema. In: the errors of ajv, and the value. Out: findings with the path of each. Pure.
 *
 * Frequent mistakes have special messages: no space after a colon, a plain number for a parameter, a list written as text, a bare
 * DOI.
 */
import type { ErrorObject } from 'ajv/dist/2020.js';
import { countOf } from '../../report/count.ts';
import { findNearest, suggestFix } from '../../report/did-you-mean.ts';
import type { ProblemCode } from '../../report/problem-codes.ts';
import type { Finding } from '../../report/problems.ts';
import type { DataPath, PlacedFinding } from './yaml-file.ts';

/** Translates ajv's errors, and drops those that only repeat another one. A report names a single record, so its findings do not. */
export function findingsOf(errors: readonly ErrorObject[], value: unknown, isRecord: boolean): PlacedFinding[] {
  const nameAt = (at: DataPath): string => placeName(at, value, isRecord);
  const unknown = errors.filter(({ keyword }) => keyword === 'additionalProperties');
  const intended = new Map(unknown.map((error) => [error, intendedField(error)]));
  // A field that another one should be renamed to is not missing as well.
  const renamed = new Set(Array.from(intended, ([{ instancePath }, name]) => name && placed(instancePath, name)));
  const isRenamed = ({ keyword, instancePath, params }: ErrorObject): boolean =>
    keyword === 'required' && renamed.has(placed(instancePath, String(params.missingProperty)));
  const all = errors
    .filter((error) => error.keyword !== 'propertyNames' && !isRenamed(error))
    .map((error) => translate(error, value, intended.get(error) ?? null, nameAt));
  // If a key contains its value because a space is missing, other errors do not matter.
  const glued = new Set(all.filter(({ code }) => code === 'D107').map(({ at }) => JSON.stringify(at)));
  const isInGlued = (at: DataPath): boolean => at.some((_, n) => glued.has(JSON.stringify(at.slice(0, n + 1))));
  return all.filter(({ code, at }) => code === 'D107' || !isInGlued(at));
}

const placed = (instancePath: string, key: string): string => `${instancePath}/${key}`;

/** The field that an unknown field is probably meant to be, preferably one that its record does not have yet. Null if there is none. */
function intendedField({ params, data, parentSchema }: ErrorObject): string | null {
  const allowed = Object.keys((parentSchema as { properties?: object } | undefined)?.properties ?? {});
  const missing = allowed.filter((name) => !Object.hasOwn(data as object, name));
  const key = String(params.additionalProperty);
  const unknown = GLUED_KEY.exec(key)?.[1] ?? key;
  return findNearest(unknown, missing) ?? findNearest(unknown, allowed);
}

/** `near` is the field that an unknown field is probably meant to be. */
function translate(
  error: ErrorObject,
  root: unknown,
  near: string | null,
  nameAt: (at: DataPath) => string,
): PlacedFinding {
  const at = pathOf(error.instancePath, root);
  const where = nameAt(at);
  const field = fieldName(at);
  const found = describe(error.data);
  const params = error.params as Record<string, unknown>;
  const schema = (error.parentSchema ?? {}) as { title?: string; description?: string; properties?: object };
  const finding = (code: ProblemCode, message: string, fix: string): PlacedFinding => ({ at, code, message, fix });
  switch (error.keyword) {
    case 'additionalProperties': {
      const key = String(params.additionalProperty);
      const allowed = Object.keys(schema.properties ?? {});
      const glued = gluedFinding(key, [...at, key]);
      if (glued) return glued;
      const number = commaNumber(key, error.data as Record<string, unknown>);
      if (number !== null) return { ...number, at: [...at, key], onKey: true };
      const fix = `${near === null ? 'remove it' : `rename it to "${near}"`} (allowed: ${allowed.join(', ')})`;
      const message = `unknown field "${key}"${nameAt([...at, key])}`;
      return { at: [...at, key], onKey: true, code: 'D104', message, fix, suggestion: near };
    }
    case 'required': {
      const key = String(params.missingProperty);
      return finding('D111', `field "${key}" is missing${nameAt([...at, key])}`, `add "${key}"`);
    }
    case 'type': {
      const wanted = [params.type].flat().map(String);
      return finding(
        'D112',
        `${field} should be ${wanted.map(typeName).join(' or ')}, found ${found}${where}`,
        typeFix(wanted, error.data, schema.title),
      );
    }
    case 'enum':
    case 'const': {
      const allowed = [params.allowedValues ?? params.allowedValue].flat().map(String);
      return finding(
        'D113',
        `${field} cannot be ${found}${where}`,
        suggestFix(String(error.data), allowed, 'use an allowed value'),
      );
    }
    case 'pattern': {
      const glued =
        error.propertyName === undefined ? null : gluedFinding(error.propertyName, [...at, error.propertyName]);
      if (glued) return glued;
      const code = schema.title === 'path-safe name' ? 'D120' : 'D115';
      // An invalid name has its own message with its location.
      const place = field === '"name"' || field === '"code"' ? '' : where;
      const message = `${found} is not a ${schema.title ?? 'valid value'}${place}`;
      const bareDoi = schema.title === 'DOI link' && /^10\.\d+\//.test(String(error.data));
      const fix = bareDoi ? `write https://doi.org/${error.data}` : `use ${ruleText(schema.description)}`;
      return { ...finding(code, message, fix), ...keyIfName(error) };
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

/** A description as part of a sentence: without full stop, and without initial capital unless it begins an abbreviation. */
function ruleText(description = 'another value'): string {
  const text = description.replace(/\.$/, '');
  return /^[A-Z]{2}/.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1);
}

/** ajv reports the name of a member at the object that contains it. */
const keyIfName = (error: ErrorObject): { at?: DataPath; onKey?: boolean } => {
  if (error.propertyName === undefined) return {};
  return { at: [...pathOf(error.instancePath, undefined), error.propertyName], onKey: true };
};

/** The steps of a JSON pointer; array indices become numbers. */
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

/** " in GW150914-v3": the nearest enclosing record with a name, without the whole value if that is a record. Empty if there is none. */
function placeName(at: DataPath, root: unknown, isRecord: boolean): string {
  let name = '';
  let value: unknown = root;
  for (const [depth, step] of at.entries()) {
    if (typeof value !== 'object' || value === null) break;
    const record = value as Record<string, unknown>;
    const own = record.name ?? record.code ?? record.detector;
    if (own !== undefined && typeof own !== 'object' && !(isRecord && depth === 0)) {
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

/** A short form of any value, with its type if that is the problem. */
function describe(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (typeof value === 'string') return `the text "${value.length > 60 ? `${value.slice(0, 60)}…` : value}"`;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return Array.isArray(value) ? 'a list' : 'a mapping';
}

/** A key that contains its value, because YAML needs a space after the colon. */
const GLUED_KEY = /^(\w+):(\S.*)$/;

/** A finding if a key contains its value. */
function gluedFinding(key: string, at: DataPath): PlacedFinding | null {
  const [, name, value] = GLUED_KEY.exec(key) ?? [];
  if (name === undefined) return null;
  const message = `no space after the colon of "${name}"`;
  const fix = /[{[]/.test(value ?? '') ? 'put a space there' : `write "${name}: ${value}"`;
  return { at, onKey: true, code: 'D107', message, fix };
}

/** A finding if a comma is used as a decimal point, as in `{best: 0,14}`: the digits after it become a key without a value. */
function commaNumber(key: string, record: Readonly<Record<string, unknown>>): Finding | null {
  if (!/^\d+$/.test(key) || record[key] !== null) return null;
  // Keys made of digits come first in an object, so with several of them it is unknown which number each belongs to.
  const wholes = Object.entries(record).filter(([, value]) => Number.isInteger(value));
  const [name, value] = wholes.length === 1 ? (wholes[0] as [string, number]) : ['', ''];
  const fix = name === '' ? 'write a decimal point instead' : `write "${name}: ${value}.${key}"`;
  return { code: 'D104', message: `"${key}" follows a comma, which is not a decimal point here`, fix };
}

/** `title` is that of the schema. */
function typeFix(wanted: readonly string[], value: unknown, title: string | undefined): string {
  if (wanted.includes('string') && (typeof value === 'number' || typeof value === 'boolean'))
    return `put it in quotes: "${String(value)}"`;
  if (title === 'parameter value' && typeof value === 'number') return `write {best: ${value}}`;
  if (title === GPS_TITLE && typeof value === 'string' && /^\d+-\d+-\d+/.test(value))
    return 'write GPS seconds, such as 1126259462.4';
  if (wanted.includes('array') && typeof value === 'string' && /^\w+([\s,|]+\w+)*$/.test(value))
    return `write it as a list: [${value.split(/[\s,|]+/).join(', ')}]`;
  if (wanted.includes('array') && typeof value === 'number') return `write it as a list: [${value}]`;
  const isNumeric = wanted.includes('number') || wanted.includes('integer');
  if (isNumeric && typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)))
    return `write it without quotes: ${Number(value)}`;
  if (isNumeric && typeof value === 'number' && wanted.includes('integer') && Number.isFinite(value))
    return 'remove the decimals';
  return `give ${wanted.map(typeName).join(' or ')}`;
}

/** For the time of an event; ajv passes the schema that contains the rule. */
const GPS_TITLE = 'GPS time of the event';

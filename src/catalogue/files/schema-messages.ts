/**
 * Converts a JSON Schema violation to a finding, with a message for each keyword.
 *
 * Common mistakes have their own messages: no space after a colon, a plain number for a parameter, a list written as text, or a bare DOI.
 */
import { countOf } from '../../report/count.ts';
import type { ProblemCode } from '../../report/problem-codes.ts';
import type { DataPath, Finding } from '../../report/problems.ts';
import { fixOfNumber, isNumberText } from './number-text.ts';
import { suggestFix } from './suggest-fix.ts';

/** An error from ajv, with the invalid value. */
export interface Violation {
  readonly at: DataPath;
  readonly value: unknown;
  /** The keyword's parameters. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly schema: {
    readonly title?: string;
    readonly description?: string;
    readonly properties?: Readonly<Record<string, unknown>>;
  };
  /** The key that violates a rule for names. */
  readonly key?: string;
  /** ajv's message. */
  readonly message?: string;
  /** For an unknown field, the field that was probably meant. */
  readonly near: string | null;
  /** Names the record that a value is in, for messages: ` in GW150914-v3`. */
  nameAt(at: DataPath): string;
}

/** A finding about a value that violates its schema. */
export interface SchemaFinding extends Finding {
  /** True for an unknown field that is not a misspelling of another. */
  readonly isExtra?: boolean;
}

type Explain = (violation: Violation) => SchemaFinding;

const finding = (at: DataPath, code: ProblemCode, message: string, fix: string): Finding => ({
  at,
  code,
  message,
  fix,
});

const unknownField: Explain = ({ at, value, params, schema, near, nameAt }) => {
  const key = String(params.additionalProperty);
  const place = [...at, key];
  const glued = gluedFinding(key, place);
  if (glued) return glued;
  const number = commaNumber(key, value as Record<string, unknown>);
  if (number !== null) return { ...number, at: place, onKey: true };
  const allowed = Object.keys(schema.properties ?? {}).join(', ');
  const isFree = near !== null && !Object.hasOwn(value as Record<string, unknown>, near);
  const fix = `${isFree ? `rename it to "${near}"` : 'remove it'} (allowed: ${allowed})`;
  const message = `unknown field "${key}"${nameAt(place)}`;
  return { ...finding(place, 'D104', message, fix), onKey: true, isExtra: near === null };
};

const missingField: Explain = ({ at, params, schema, nameAt }) => {
  const key = String(params.missingProperty);
  if (schema.title === 'parameter value') {
    const parameter = at.at(-1);
    const message = `field "${key}" of ${parameter} is missing${nameAt([...at, key])}`;
    return finding(at, 'D111', message, `add the value of ${parameter}`);
  }
  return finding(at, 'D111', `field "${key}" is missing${nameAt([...at, key])}`, `add "${key}"`);
};

const wrongType: Explain = ({ at, value, params, schema, nameAt }) => {
  const wanted = [params.type].flat().map(String);
  const message = `${fieldName(at)} should be ${wanted.map(typeName).join(' or ')}, found ${describeValue(value)}${nameAt(at)}`;
  return finding(at, 'D112', message, typeFix(wanted, value, schema.title));
};

const notAllowed: Explain = ({ at, value, params, nameAt }) => {
  const allowed = [params.allowedValues ?? params.allowedValue].flat().map(String);
  const message = `${fieldName(at)} cannot be ${describeValue(value)}${nameAt(at)}`;
  return finding(at, 'D113', message, suggestFix(String(value), allowed, 'use an allowed value'));
};

const wrongForm: Explain = ({ at, value, schema, key, nameAt }) => {
  // ajv reports an invalid member name at the object that contains the member.
  const place = key === undefined ? at : [...at, key];
  const glued = key === undefined ? null : gluedFinding(key, place);
  if (glued) return glued;
  const code = schema.title === 'path-safe name' ? 'D120' : 'D115';
  // For an invalid name, the location would only repeat the name.
  const where = at.at(-1) === 'name' || at.at(-1) === 'code' ? '' : nameAt(at);
  const bareDoi = schema.title === 'DOI link' && /^10\.\d+\//.test(String(value));
  const fix = bareDoi ? `write https://doi.org/${value}` : `use ${ruleText(schema.description)}`;
  const found = finding(place, code, `${describeValue(value)} is not a ${schema.title ?? 'valid value'}${where}`, fix);
  return key === undefined ? found : { ...found, onKey: true };
};

/** Explains a violated limit; `message` receives the limit and the value, and `{}` in `fix` stands for the limit. */
const limited =
  (code: ProblemCode, message: (limit: string, value: unknown) => string, fix: string): Explain =>
  ({ at, value, params, nameAt }) => {
    const limit = String(params.limit);
    const text = `${fieldName(at)} ${message(limit, value)}${nameAt(at)}`;
    return finding(
      at,
      code,
      text,
      fix.replace('{}', () => limit),
    );
  };

const tooLow = limited('D114', (limit, value) => `is ${describeValue(value)}, below ${limit}`, 'use {} or more');
const tooHigh = limited('D114', (limit, value) => `is ${describeValue(value)}, above ${limit}`, 'use {} or less');
const tooMany = limited('D114', () => 'has too many elements', 'give at most {}');

const givenTwice: Explain = ({ at, value, params, nameAt }) => {
  const index = Math.max(Number(params.i), Number(params.j));
  const element = describeValue(Array.isArray(value) ? value[index] : value);
  return finding([...at, index], 'D116', `${fieldName(at)} has ${element} twice${nameAt(at)}`, 'keep one of the two');
};

const EXPLAIN: Readonly<Record<string, Explain>> = {
  additionalProperties: unknownField,
  required: missingField,
  type: wrongType,
  enum: notAllowed,
  const: notAllowed,
  pattern: wrongForm,
  maxLength: limited(
    'D115',
    (_, value) => `is too long: ${countOf(String(value).length, 'character')}`,
    'use at most {}',
  ),
  minimum: tooLow,
  exclusiveMinimum: tooLow,
  maximum: tooHigh,
  exclusiveMaximum: tooHigh,
  minItems: limited('D114', () => 'has too few elements', 'give at least {}'),
  maxItems: tooMany,
  items: tooMany,
  uniqueItems: givenTwice,
};

/** The finding for a violated keyword. */
export function explainViolation(keyword: string, violation: Violation): SchemaFinding {
  const explain = Object.hasOwn(EXPLAIN, keyword) ? EXPLAIN[keyword] : undefined;
  if (explain) {
    const found = explain(violation);
    // The same fault in other records, whose values differ.
    const field = (found.at ?? []).filter((step) => typeof step === 'string').join(' ');
    return { ...found, topic: `${keyword} ${field} ${found.fix}` };
  }
  const { at, message = 'is not valid', schema, nameAt } = violation;
  return finding(at, 'D115', `${fieldName(at)} ${message}${nameAt(at)}`, schema.description ?? 'correct it');
}

/** A description as part of a sentence: without a full stop, and without an initial capital unless it begins with an abbreviation. */
function ruleText(description = 'another value'): string {
  const text = description.replace(/\.$/, '');
  return /^[A-Z]{2}/.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1);
}

/** `"doi"`, `element 2 of "detectors"`, or `the content`; elements are counted from 1. */
function fieldName(at: DataPath): string {
  const last = at.at(-1);
  if (last === undefined) return 'the content';
  return typeof last === 'string'
    ? `"${last}"`
    : `element ${last + 1} of "${at.findLast((step) => typeof step === 'string') ?? 'the list'}"`;
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

/** Describes any value briefly, for a message; strings are labelled as text. */
function describeValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (typeof value === 'string') return `the text "${value.length > 60 ? `${value.slice(0, 60)}…` : value}"`;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return Array.isArray(value) ? 'a list' : 'a mapping';
}

/** Matches a key that contains its value because the space after the colon is missing. */
export const GLUED_KEY = /^(\w+):(\S.*)$/;

/** A finding if a key contains its value. */
function gluedFinding(key: string, at: DataPath): Finding | null {
  const [, name, value] = GLUED_KEY.exec(key) ?? [];
  if (name === undefined) return null;
  const message = `no space after the colon of "${name}"`;
  const fix = /[{[]/.test(value ?? '') ? 'put a space there' : `write "${name}: ${value}"`;
  return { at, onKey: true, code: 'D107', message, fix };
}

/** A finding if a comma is used as a decimal point, as in `{best: 0,14}`: the digits after the comma become a key without a value. */
function commaNumber(key: string, record: Readonly<Record<string, unknown>>): Finding | null {
  if (!/^\d+$/.test(key) || record[key] !== null) return null;
  // JavaScript moves keys made of digits to the start of an object, so among several whole numbers, it is unknown which one the digits
  // belong to.
  const wholes = Object.entries(record).filter(([, value]) => Number.isInteger(value));
  const [name, value] = wholes.length === 1 ? (wholes[0] as [string, number]) : ['', ''];
  const fix = name === '' ? 'write a decimal point instead' : `write "${name}: ${value}.${key}"`;
  return { code: 'D104', message: `"${key}" follows a comma, which is not a decimal point here`, fix };
}

/** The fix for a value of the wrong type; `title` is the schema's title. */
function typeFix(wanted: readonly string[], value: unknown, title: string | undefined): string {
  if (wanted.includes('string') && (typeof value === 'number' || typeof value === 'boolean'))
    return `put it in quotes: "${String(value)}"`;
  if (title === 'parameter value' && typeof value === 'number') return `write {best: ${value}}`;
  if (wanted.includes('array') && typeof value === 'string' && /^\w+([\s,|]+\w+)*$/.test(value))
    return `write it as a list: [${value.split(/[\s,|]+/).join(', ')}]`;
  if (wanted.includes('array') && typeof value === 'number') return `write it as a list: [${value}]`;
  const isNumeric = wanted.includes('number') || wanted.includes('integer');
  const numeric = isNumeric && typeof value === 'string' ? fixOfNumber(value) : null;
  if (numeric !== null) return numeric;
  if (isNumeric && typeof value === 'string' && isNumberText(value.replace(/^([-+]?)0+(?=\d)/, '$1')))
    return `write it as a number, without quotes or leading zeros: ${Number(value)}`;
  if (isNumeric && typeof value === 'number' && wanted.includes('integer') && Number.isFinite(value))
    return 'remove the decimals';
  return `give ${wanted.map(typeName).join(' or ')}`;
}

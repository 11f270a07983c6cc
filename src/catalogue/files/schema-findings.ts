/** Explains violations of a JSON Schema. In: the errors of ajv, and the value. Out: findings with the path of each. Pure. */
import type { ErrorObject } from 'ajv/dist/2020.js';
import { findNearest } from '../../report/did-you-mean.ts';
import { explainViolation, GLUED_KEY, type Violation } from './schema-messages.ts';
import type { DataPath, PlacedFinding } from './yaml-file.ts';

/** Translates ajv's errors, and drops those that only repeat another one. A report names a single record, so its findings do not. */
export function findingsOf(errors: readonly ErrorObject[], value: unknown, isRecord: boolean): PlacedFinding[] {
  const nameAt = (at: DataPath): string => placeName(at, value, isRecord);
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
  // A field that another one should be renamed to is not missing as well.
  const renamed = new Set(Array.from(intended, ([{ instancePath }, name]) => name && placed(instancePath, name)));
  const isRenamed = ({ keyword, instancePath, params }: ErrorObject): boolean =>
    keyword === 'required' && renamed.has(placed(instancePath, String(params.missingProperty)));
  const all = errors
    .filter((error) => error.keyword !== 'propertyNames' && !isRenamed(error))
    .map((error) => explainViolation(error.keyword, toViolation(error, intended.get(error) ?? null)));
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

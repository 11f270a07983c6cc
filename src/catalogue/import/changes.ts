/**
 * Compares a record of a data file with what a CSV row says of it. In: both, in the form of the file. Out: the values to write. Pure.
 *
 * What the row does not say is kept. A value that the record lacks is added; one that it has and that differs is a replacement.
 * Lists of names are compared without order; those in `growing` are only added to. Null in a row takes the value away.
 * Errors and limits belong to their best value: where `best` changes, the whole parameter value is replaced.
 */
import type { RawValue, RawValues } from '../files/raw.ts';

/** A record in the form of its file: a mapping, or a list such as a segment. */
export type RawRecord = object;

/** One value to write; `old` undefined is an addition, `value` undefined a removal. */
export interface Change {
  readonly path: readonly string[];
  readonly old: unknown;
  readonly value: unknown;
}

/**
 * A record of what a row says: fields that are undefined are left out. The type is what the schema, which has to check the record next,
 * makes sure of; a cell that is no number is still a text here, so that the schema can name it.
 */
export function recordOf<T extends RawRecord>(fields: { readonly [Field in keyof T]: unknown }): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}

/** Changes that make `old` agree with `given`; empty where it does. */
export function changesOf(old: RawRecord, given: RawRecord, growing: readonly string[] = []): Change[] {
  const before = old as Readonly<Record<string, unknown>>;
  return Object.entries(given).flatMap(([field, value]): Change[] => {
    const path = [field];
    const known = before[field];
    if (field === 'parameters') return parameterChanges((known ?? {}) as RawValues, value as RawValues);
    if (growing.includes(field)) {
      const names = (known ?? []) as readonly unknown[];
      const added = (value as readonly unknown[]).filter((name) => !names.includes(name));
      return added.length === 0 ? [] : [{ path, old: undefined, value: [...names, ...added] }];
    }
    return isSame(known, value ?? undefined) ? [] : [{ path, old: known, value: value ?? undefined }];
  });
}

const sortedText = (value: unknown): string =>
  JSON.stringify(Array.isArray(value) && value.every((one) => typeof one === 'string') ? [...value].sort() : value);

const isSame = (a: unknown, b: unknown): boolean => a === b || sortedText(a) === sortedText(b);

function parameterChanges(old: RawValues, given: RawValues): Change[] {
  return Object.entries(given).flatMap(([name, value]) => valueChanges(name, old[name], value));
}

function valueChanges(name: string, old: RawValue | undefined, value: RawValue): Change[] {
  const path = ['parameters', name];
  if (old === undefined || old.best !== value.best) return [{ path, old, value }];
  return Object.entries(value).flatMap(([field, given]) => {
    const before = old[field as keyof RawValue] ?? undefined;
    // A flag that is false and one that is not there are the same.
    const isEqual = before === given || (given === false && before === undefined);
    return isEqual ? [] : [{ path: [...path, field], old: before === false ? undefined : before, value: given }];
  });
}

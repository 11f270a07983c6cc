/**
 * Salvages the valid parts of a value that violates its schema, because one mistake should not hide others. In: the value and the invalid
 * places. Out: the value without the invalid members, and without list records that are still invalid after that. Pure.
 */
import type { DataPath } from './yaml-file.ts';

export interface Salvaged {
  readonly value: unknown;
  /** False if a record was left out: the file contains more than the value. */
  readonly isWhole: boolean;
  /** The path in the file of a path in the value. */
  readonly pathInFile: (at: DataPath) => DataPath;
}

type Container = Record<string | number, unknown>;

const childOf = (value: unknown, step: string | number): unknown =>
  typeof value === 'object' && value !== null ? (value as Container)[step] : undefined;

/** Paths of the list records that contain these places; null if a place is outside of all records. */
function recordsAround(paths: readonly DataPath[]): DataPath[] | null {
  const records = paths.map((at) => at.slice(0, at.findIndex((step) => typeof step === 'number') + 1));
  return records.some((at) => at.length === 0) ? null : records;
}

/** Removes the members at these places, except list records. Returns true if there were any. */
function removeMembers(value: unknown, places: readonly DataPath[]): boolean {
  let isRemoved = false;
  for (const at of places) {
    const [member, parent] = [at.at(-1), at.slice(0, -1).reduce(childOf, value)];
    if (typeof member !== 'string' || typeof parent !== 'object' || parent === null) continue;
    if (!Object.hasOwn(parent, member)) continue;
    delete (parent as Container)[member];
    isRemoved = true;
  }
  return isRemoved;
}

/** `wrongPlaces` returns where a value violates its schema. Null if nothing can be salvaged. */
export function salvage(whole: unknown, wrongPlaces: (value: unknown) => readonly DataPath[]): Salvaged | null {
  const value = structuredClone(whole);
  let wrong = wrongPlaces(value);
  // Without its misspelt field, a mapping may lack a field that it needs, and is removed next.
  while (removeMembers(value, wrong)) wrong = wrongPlaces(value);
  const records = recordsAround(wrong);
  if (records === null) return null;
  const leftOut = new Map<unknown[], Set<unknown>>();
  for (const at of records) {
    const list = at.slice(0, -1).reduce(childOf, value);
    if (!Array.isArray(list)) return null;
    leftOut.set(list, (leftOut.get(list) ?? new Set()).add(at.at(-1)));
  }
  /** For each list with records left out: the indices of the remaining records in the file. */
  const places = new Map<unknown, number[]>();
  for (const [list, indices] of leftOut) {
    const kept = [...list.keys()].filter((index) => !indices.has(index));
    places.set(list, kept);
    const remaining = kept.map((index) => list[index] as unknown);
    list.length = 0;
    for (const one of remaining) list.push(one);
  }
  if (wrongPlaces(value).length > 0) return null;
  const pathInFile = (at: DataPath): DataPath => {
    let here: unknown = value;
    return at.map((step) => {
      const place = typeof step === 'number' ? places.get(here)?.[step] : undefined;
      here = childOf(here, step);
      return place ?? step;
    });
  };
  return { value, isWhole: places.size === 0, pathInFile };
}

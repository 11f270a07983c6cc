/**
 * Merges new facts into an existing or new record; both have the form that the data file uses. Returns the merged record, and the old and
 * new value of every changed member. Pure; used by every import.
 *
 * Members without facts are kept. Mappings, such as a parameter's value, are merged member by member. Lists are replaced, except that some
 * are only extended (`x-grows` in the schema); the order of strings in a list, and of members in an element, does not matter. Null removes
 * a member.
 */

import { countBlockFiles, uniteBlocks } from '../../catalogue/blocks.ts';
import type { RecordLayout } from '../../catalogue/files/layout.ts';
import { isMapping, type Mapping } from '../../catalogue/files/mapping.ts';
import type { Block } from '../../catalogue/types.ts';
import type { Finding } from '../../report/problems.ts';
import { sortedJson } from './sorted-json.ts';

/** How a merge may change a record: `complete` only adds missing values, `overwrite` also replaces existing values. */
export type MergePolicy = 'complete' | 'overwrite';

/** A member that differs. If `old` is undefined, the member is added; if `value` is undefined, it is removed. */
export interface Change {
  readonly path: readonly string[];
  readonly old: unknown;
  readonly value: unknown;
}

interface MergedRecord<T> {
  readonly record: T;
  readonly changes: readonly Change[];
  /** New blocks of strain files, by member. They are not in `record`: the blocks from all facts are united at once. */
  readonly blocks: ReadonlyMap<string, readonly unknown[]>;
}

/** True for a change that only the policy `overwrite` allows: a value is replaced or removed. */
export const isConflict = ({ old }: Change): boolean => old !== undefined;

/** True for missing values and for false, because a missing flag means false. */
const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === false;

/** Identifies a member's value: neither the order of members nor the order of strings in a list matters. */
export const memberText = (value: unknown): string =>
  sortedJson(Array.isArray(value) && value.every((one) => typeof one === 'string') ? [...value].sort() : value);

const isSame = (a: unknown, b: unknown): boolean =>
  a === b || (isAbsent(a) && isAbsent(b)) || memberText(a) === memberText(b);

/** A new value without its null members, because null in facts only means that an existing value is removed. */
export function withoutNull(value: unknown): unknown {
  if (!isMapping(value)) return value;
  const known = Object.entries(value).filter(([, one]) => one !== null);
  return Object.fromEntries(known.map(([name, one]) => [name, withoutNull(one)]));
}

/**
 * Creates a record from fields, without undefined fields. Its type is not checked here: the schema checks it after the merge. A cell that
 * is not a number stays a string, so that the schema can report it.
 */
export function recordOf<T extends object>(fields: { readonly [Field in keyof T]: unknown }): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}

/** `old` is undefined for a new record; `layout` says which lists are only extended. The arguments are not modified. */
export function mergeRecord<T extends object>(old: T | undefined, facts: T, layout?: RecordLayout): MergedRecord<T> {
  const known = (old ?? (Array.isArray(facts) ? [] : {})) as Mapping;
  const { merged, ...found } = mergeMembers(known, facts as Mapping, layout, []);
  return { record: merged as T, ...found };
}

function mergeMembers(old: Mapping, facts: Mapping, layout: RecordLayout | undefined, path: readonly string[]) {
  const merged = (Array.isArray(old) ? [...old] : { ...old }) as Record<string, unknown>;
  const changes: Change[] = [];
  const blocks = new Map<string, readonly unknown[]>();
  const note = (field: string, value: unknown): void => {
    const known = old[field];
    changes.push({ path: [...path, field], old: isAbsent(known) ? undefined : known, value });
    if (value === undefined) delete merged[field];
    else merged[field] = value;
  };
  for (const [field, value] of Object.entries(facts)) {
    const known = old[field];
    const grows = layout?.members.get(field)?.grows;
    if (grows === 'blocks' && Array.isArray(value)) {
      blocks.set(field, value);
    } else if (isMapping(value) && isMapping(known)) {
      const inner = mergeMembers(known, value, undefined, [...path, field]);
      merged[field] = inner.merged;
      changes.push(...inner.changes);
    } else if (grows === 'names' && Array.isArray(value)) {
      const list = Array.isArray(known) ? known : [];
      const all = addNames(list, value);
      if (all === list) continue;
      merged[field] = all;
      changes.push({ path: [...path, field], old: undefined, value: all });
    } else if (value === null) {
      if (!isAbsent(known)) note(field, undefined);
    } else if (!isSame(known, value)) {
      const given = withoutNull(value);
      if (!isMapping(given) || Object.keys(given).length > 0) note(field, given);
    }
  }
  return { merged, changes, blocks };
}

/** The list with the missing names added, or `old` if it already contains all names. */
function addNames(old: readonly unknown[], added: readonly unknown[]): readonly unknown[] {
  const fresh = [...new Set(added)].filter((name) => !old.includes(name));
  return fresh.length > 0 ? [...old, ...fresh] : old;
}

/** The union of both lists of blocks, or `old` if it already contains all files. */
export function addBlocks(old: readonly unknown[], added: readonly unknown[]): readonly unknown[] {
  const before = old as readonly Block[];
  const all = uniteBlocks([...before, ...(added as readonly Block[])]);
  return countBlockFiles(all) === countBlockFiles(uniteBlocks(before)) ? old : all;
}

/** A member with its old and new values; null if there is no value. */
export interface MemberChange {
  /** The member's place in the record, without `parameters`: `redshift`, `best`, or `detectors`. */
  readonly path: readonly string[];
  readonly old: unknown;
  readonly new: unknown;
}

/** The changes to single members; `fields` are the element names if the record is a list. */
export function memberChanges(changes: readonly Change[], fields: readonly string[], isList: boolean): MemberChange[] {
  return changes.flatMap(({ path: [field = '', ...path], old, value }) => {
    const name = isList ? (fields[Number(field)] ?? field) : field;
    // Parameters are named without `parameters.`, which is unambiguous because no parameter has the name of a record's field.
    const steps = name === 'parameters' ? path : [name, ...path];
    return leafChanges(steps, old ?? null, value ?? null);
  });
}

function leafChanges(path: readonly string[], old: unknown, value: unknown): MemberChange[] {
  if (old === null && isMapping(value)) {
    return Object.entries(value).flatMap(([name, one]) => leafChanges([...path, name], null, one));
  }
  return [{ path, old, new: value }];
}

/** A finding for a value that differs from the existing value. */
export function replacedFinding(label: string, { path, old, new: next }: MemberChange): Finding {
  const message = `${label} ${showMember(path)}: ${formatValue(old)} -> ${formatValue(next)}`;
  return { code: 'D173', message, fix: 'run again with --overwrite to replace it, or correct the row' };
}

/** Formats a member's path: `redshift.best`. */
export const showMember = (path: readonly string[]): string => path.join('.');

/** Formats a value for a line of text; "nothing" for null. */
export const formatValue = (value: unknown): string => (value === null ? 'nothing' : JSON.stringify(value));

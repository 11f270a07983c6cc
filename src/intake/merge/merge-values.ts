/**
 * Merges a value from a source into an existing or new record. Returns the merged record, and the old and new value of every changed
 * member.
 *
 * Members that the source lacks are kept. Mappings, such as a parameter's value, are merged member by member, and lists of records by key.
 * Other lists are replaced, except that some are only extended (`x-grows` in the schema); the order of strings in a list, and of members in
 * an element, does not matter. Null removes a member.
 */
import { blocksIn, countBlockFiles, isBlock, uniteBlocks } from '../../catalogue/blocks.ts';
import { isMapping, type Mapping } from '../../catalogue/files/mapping.ts';
import { isReplacement } from './changes.ts';
import { keyOf, type Layout } from './layout.ts';
import type { Change } from './records.ts';

/** True for missing values and for false, because a missing flag means false. */
const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === false;

/** A value as JSON with sorted members: two values have the same text if they differ only in the order of members. */
export const sortedJson = (value: unknown): string =>
  // Most values are numbers and strings, for which this is faster.
  typeof value === 'object' ? JSON.stringify(value, withSortedMembers) : JSON.stringify(value);

const withSortedMembers = (_: string, value: unknown): unknown =>
  isMapping(value) ? Object.fromEntries(Object.entries(value).sort()) : value;

/** Identifies a member's value: neither the order of members nor the order of strings in a list matters. */
export const memberText = (value: unknown): string =>
  sortedJson(Array.isArray(value) && value.every((one) => typeof one === 'string') ? [...value].sort() : value);

const isSame = (a: unknown, b: unknown): boolean =>
  a === b || (isAbsent(a) && isAbsent(b)) || memberText(a) === memberText(b);

/** A new value without its null members, because null only means that an existing value is removed. */
function withoutNull(value: unknown): unknown {
  if (!isMapping(value)) return value;
  const known = Object.entries(value).filter(([, one]) => one !== null);
  return Object.fromEntries(known.map(([name, one]) => [name, withoutNull(one)]));
}

/** `old` is undefined for a new record; `layout` says which lists are only extended. The arguments are not modified. */
export function mergeRecord(
  old: Mapping | undefined,
  given: Mapping,
  layout?: Layout,
): { readonly record: Mapping; readonly changes: readonly Change[] } {
  const merge = (members: Mapping) => {
    const { merged, changes } = mergeMembers(old, members, layout, []);
    return { record: merged, changes };
  };
  const found = merge(given);
  const remarks = found.changes.filter(isReplacement).flatMap(({ path: [field = ''] }) => REMARKS[field] ?? []);
  if (remarks.length === 0) return found;
  return merge({ ...Object.fromEntries(remarks.map((name) => [name, null])), ...given });
}

/** The members that say where others come from. If a source gives another value, they no longer hold. */
const REMARKS: Readonly<Record<string, string>> = {
  detectors: 'detectors_source',
  grace_id: 'grace_id_source',
  gps_start_32: 'start_source',
  gps_start_2048: 'start_source',
  gps_start_4096: 'start_source',
};

function mergeMembers(old: Mapping | undefined, given: Mapping, layout: Layout | undefined, path: readonly string[]) {
  const merged: Record<string, unknown> = { ...old };
  const changes: Change[] = [];
  // A flag that is missing from an existing value means false.
  const isNew = Object.keys(merged).length === 0;
  const note = (field: string, value: unknown): void => {
    const known = merged[field] ?? (value === true && !isNew ? false : null);
    changes.push({ path: [...path, field], old: known, new: value ?? null });
    if (value === undefined) delete merged[field];
    else merged[field] = value;
  };
  for (const [field, value] of Object.entries(given)) {
    const known = merged[field];
    const inner = layout?.members.get(field);
    const grows = inner?.grows;
    if (inner?.key && Array.isArray(value) && Array.isArray(known)) {
      const all = mergeList(known, value, inner, [...path, field]);
      if (all.changes.length > 0) merged[field] = all.merged;
      changes.push(...all.changes);
    } else if (grows && Array.isArray(value)) {
      const list: readonly unknown[] = Array.isArray(known) ? known : [];
      const all = grows === 'blocks' ? addBlocks(list, value) : addNames(list, value);
      if (all === list) continue;
      merged[field] = all;
      changes.push({ path: [...path, field], old: null, new: all });
    } else if (isMapping(value) && isMapping(known)) {
      const found = mergeMembers(known, value, undefined, [...path, field]);
      merged[field] = found.merged;
      changes.push(...found.changes);
    } else if (value === null) {
      if (!isAbsent(known)) note(field, undefined);
    } else if (!isSame(known, value)) {
      const next = withoutNull(value);
      if (!isMapping(next) || Object.keys(next).length > 0) note(field, next);
    }
  }
  return { merged, changes };
}

/** Merges the records of a list within a record, by key. Their paths have the key, such as `bit 32`, because their order may change. */
function mergeList(old: readonly Mapping[], given: readonly Mapping[], layout: Layout, path: readonly string[]) {
  const merged = [...old];
  const changes: Change[] = [];
  for (const value of given) {
    const known = merged.findIndex((one) => keyOf(layout, one) === keyOf(layout, value));
    const place = [...path, (layout.key ?? []).map((name) => `${name} ${value[name]}`).join(' ')];
    if (known < 0) {
      merged.push(value);
      changes.push({ path: place, old: null, new: value });
      continue;
    }
    const found = mergeMembers(merged[known], value, layout.items, place);
    merged[known] = found.merged;
    changes.push(...found.changes);
  }
  return { merged: layout.compare ? merged.sort(layout.compare) : merged, changes };
}

/** Adds a value from a source to `members`, which has what the source said before about the same record. Changes `members`. */
export function addValue(members: Record<string, unknown>, value: Mapping, layout?: Layout): void {
  for (const [field, one] of Object.entries(value)) {
    const known = members[field];
    if (layout?.members.get(field)?.grows && Array.isArray(known) && Array.isArray(one)) {
      for (const element of one) known.push(element);
    } else if (isMapping(known) && isMapping(one)) {
      const all = { ...known };
      addValue(all, one);
      members[field] = all;
    } else members[field] = Array.isArray(one) ? [...one] : one;
  }
}

/** The list with the missing names added, or `old` if it already contains all names. */
function addNames(old: readonly unknown[], added: readonly unknown[]): readonly unknown[] {
  const fresh = [...new Set(added)].filter((name) => !old.includes(name));
  return fresh.length > 0 ? [...old, ...fresh] : old;
}

/**
 * The union of both lists of blocks, or `old` if it already contains all files. Values that are not blocks are not joined, so that a check
 * reports them as they are.
 */
function addBlocks(old: readonly unknown[], added: readonly unknown[]): readonly unknown[] {
  const before = uniteBlocks(blocksIn(old));
  const all = uniteBlocks([...before, ...blocksIn(added)]);
  const others = added.filter((one) => !isBlock(one));
  if (others.length === 0 && countBlockFiles(all) === countBlockFiles(before)) return old;
  return [...all, ...others];
}

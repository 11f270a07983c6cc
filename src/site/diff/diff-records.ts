/**
 * Compares the records of a collection in two releases: by id, member by member, and parameter by parameter if records have default
 * parameters. Build time.
 */

import type { RowIndex } from '../../core/listing/select.ts';
import { openLines } from './pack-lines.ts';

export interface ValueChange {
  /** `gps`, `catalog`, … or a parameter's member: `mass_1_source.best`; only the parameter if one side lacks it. */
  readonly member: string;
  /** Null if the value was added or removed. */
  readonly old: unknown;
  readonly new: unknown;
}

export interface RecordDiff {
  /** Ids, spelled as in links. */
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly { readonly id: string; readonly changes: readonly ValueChange[] }[];
}

export interface Parameter {
  readonly name: string;
  readonly [member: string]: unknown;
}

export interface RecordBody {
  readonly default_parameters?: readonly Parameter[];
  readonly [member: string]: unknown;
}

/** Members that are not facts about the record, or are compared separately. */
const isDerived = (member: string): boolean => /(^|_)url$/.test(member) || DERIVED.includes(member);
const DERIVED = ['versions', 'default_parameters'];
/** Members of a parameter that are not specific to the event version. */
const isOfAll = (member: string): boolean => ['name', 'unit', 'description'].includes(member);

/** The text of every record by its id. */
function readRecords({ root, packs, index }: RecordSide): Map<string, string> {
  const records = new Map<string, string>();
  for (const lines = openLines(root, packs); lines.line !== undefined; lines.next()) {
    records.set(index.idAt(lines.passed), lines.line);
  }
  return records;
}

type Members = Readonly<Record<string, unknown>>;

function changesOf(old: Members, next: Members, isLeftOut: (member: string) => boolean, prefix = ''): ValueChange[] {
  const names = [...new Set([...Object.keys(old), ...Object.keys(next)])].filter((name) => !isLeftOut(name));
  return names
    .filter((name) => JSON.stringify(old[name]) !== JSON.stringify(next[name]))
    .map((name) => ({ member: `${prefix}${name}`, old: old[name] ?? null, new: next[name] ?? null }));
}

function parameterChanges(old: RecordBody, next: RecordBody): ValueChange[] {
  const byName = ({ default_parameters: all = [] }: RecordBody) => new Map(all.map((one) => [one.name, one]));
  const [before, after] = [byName(old), byName(next)];
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((name) => {
    const [a, b] = [before.get(name), after.get(name)];
    if (a && b) return changesOf(a, b, isOfAll, `${name}.`);
    return [{ member: name, old: a ?? null, new: b ?? null }];
  });
}

/** The records of one release. */
export interface RecordSide {
  readonly root: string;
  /** Packs of the records. */
  readonly packs: readonly string[];
  readonly index: RowIndex;
}

/**
 * Compares two sides. `touched` contains the ids of records that were removed or whose text differs in any way. `onAdded` is called with
 * each added record.
 */
export function diffRecords(
  old: RecordSide,
  next: RecordSide,
  onAdded?: (id: string, record: RecordBody) => void,
): { diff: RecordDiff; touched: string[] } {
  const before = readRecords(old);
  const after = readRecords(next);
  if (onAdded) for (const [id, line] of after) if (!before.has(id)) onAdded(id, JSON.parse(line) as RecordBody);
  const removed = [...before.keys()].filter((id) => !after.has(id));
  const differing = [...after].filter(([id, line]) => before.has(id) && before.get(id) !== line);
  const changed = differing.map(([id, line]) => {
    const [a, b] = [JSON.parse(before.get(id) as string) as RecordBody, JSON.parse(line) as RecordBody];
    return { id, changes: [...changesOf(a, b, isDerived), ...parameterChanges(a, b)] };
  });
  return {
    diff: {
      added: [...after.keys()].filter((id) => !before.has(id)),
      removed,
      changed: changed.filter(({ changes }) => changes.length > 0),
    },
    touched: [...differing.map(([id]) => id), ...removed],
  };
}

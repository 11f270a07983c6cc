/** Compares the event versions of two releases, member by member and parameter by parameter. */

import { openLines } from './pack-lines.ts';

export interface ValueChange {
  /** `gps`, `catalog`, … or a parameter's member: `mass_1_source.best`; a parameter alone where one side lacks it. */
  readonly member: string;
  /** Null where there was, or is, none. */
  readonly old: unknown;
  readonly new: unknown;
}

export interface EventDiff {
  /** Short names. */
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly { readonly id: string; readonly changes: readonly ValueChange[] }[];
}

interface Parameter {
  readonly name: string;
  readonly [member: string]: unknown;
}

interface EventRecord {
  readonly shortName: string;
  readonly default_parameters: readonly Parameter[];
  readonly [member: string]: unknown;
}

/** Members that say nothing of this event version itself. */
const DERIVED = ['detail_url', 'strain_files_url', 'versions', 'default_parameters'];
/** Members of a parameter that say nothing of this event version. */
const OF_ALL = ['name', 'unit', 'description'];

function readRecords(root: string, packs: readonly string[]): Map<string, string> {
  const records = new Map<string, string>();
  for (const lines = openLines(root, packs); lines.line !== undefined; lines.next()) {
    records.set((JSON.parse(lines.line) as EventRecord).shortName, lines.line);
  }
  return records;
}

type Members = Readonly<Record<string, unknown>>;

function changesOf(old: Members, next: Members, leftOut: readonly string[], prefix = ''): ValueChange[] {
  const names = [...new Set([...Object.keys(old), ...Object.keys(next)])].filter((name) => !leftOut.includes(name));
  return names
    .filter((name) => JSON.stringify(old[name]) !== JSON.stringify(next[name]))
    .map((name) => ({ member: `${prefix}${name}`, old: old[name] ?? null, new: next[name] ?? null }));
}

function parameterChanges(old: EventRecord, next: EventRecord): ValueChange[] {
  const byName = ({ default_parameters }: EventRecord) => new Map(default_parameters.map((one) => [one.name, one]));
  const [before, after] = [byName(old), byName(next)];
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((name) => {
    const [a, b] = [before.get(name), after.get(name)];
    if (a && b) return changesOf(a, b, OF_ALL, `${name}.`);
    return [{ member: name, old: a ?? null, new: b ?? null }];
  });
}

export interface EventSide {
  readonly root: string;
  /** Packs of the detail records. */
  readonly packs: readonly string[];
}

/** Compares two sides. `touched` are the ids of the records whose text differs in any way, and of those removed. */
export function diffEventVersions(old: EventSide, next: EventSide): { diff: EventDiff; touched: string[] } {
  const before = readRecords(old.root, old.packs);
  const after = readRecords(next.root, next.packs);
  const removed = [...before.keys()].filter((id) => !after.has(id));
  const differing = [...after].filter(([id, line]) => before.has(id) && before.get(id) !== line);
  const changed = differing.map(([id, line]) => {
    const [a, b] = [JSON.parse(before.get(id) as string) as EventRecord, JSON.parse(line) as EventRecord];
    return { id, changes: [...changesOf(a, b, DERIVED), ...parameterChanges(a, b)] };
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

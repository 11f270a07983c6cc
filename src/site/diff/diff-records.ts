/** Compares the records of a collection in two releases: by id, then member by member, and parameter by parameter. */

import type { Collection } from '../../core/contract/collection.ts';
import { lineOf } from '../../core/listing/pack.ts';
import { decodeText, type PublishedCatalogue } from './release-side.ts';

export interface ShownParameter {
  readonly name: string;
  readonly [member: string]: unknown;
}

interface RecordBody {
  readonly default_parameters?: readonly ShownParameter[];
  readonly [member: string]: unknown;
}

/** A record that only one release has, or that differs. A side without the record is null. */
export interface RecordChange {
  readonly id: string;
  readonly old: RecordBody | null;
  readonly new: RecordBody | null;
}

export interface ValueChange {
  /** `gps`; for a parameter `far.best`, or just `far` if one side lacks the parameter. */
  readonly member: string;
  /** Null if the value was added; `new` is null if it was removed. */
  readonly old: unknown;
  readonly new: unknown;
}

export type OnPackCompared = (done: number, total: number) => void;

/** The records in the packs that the other release lacks, by id. */
async function* recordsOnlyIn(
  { open }: PublishedCatalogue,
  collection: Collection,
  set: string,
  other: PublishedCatalogue,
  onPack: OnPackCompared,
): AsyncGenerator<readonly [id: string, line: string]> {
  const source = await open(collection.name);
  if (source === null) return;
  const { names = [], starts = [] } = source.packs[set] ?? {};
  const shared = new Set((await other.open(collection.name))?.packs[set]?.names);
  for (const [n, name] of names.entries()) {
    onPack(n, names.length);
    if (shared.has(name)) continue;
    const pack = await source.readPack(name);
    for (let row = 0; row < pack.starts.length - 1; row++) {
      yield [source.index.idAt((starts[n] as number) + row), decodeText(lineOf(pack, row))];
    }
  }
}

/** The records that differ: first the records of the new release in its order, then the removed ones. `set` is the records' line set. */
export async function diffRecords(
  collection: Collection,
  set: string,
  old: PublishedCatalogue,
  next: PublishedCatalogue,
  onPack: OnPackCompared = () => {},
): Promise<RecordChange[]> {
  const before = new Map<string, string>();
  for await (const [id, line] of recordsOnlyIn(old, collection, set, next, () => {})) before.set(id, line);
  const changes: RecordChange[] = [];
  for await (const [id, line] of recordsOnlyIn(next, collection, set, old, onPack)) {
    const previous = before.get(id);
    before.delete(id);
    if (previous === line) continue;
    changes.push({ id, old: previous === undefined ? null : JSON.parse(previous), new: JSON.parse(line) });
  }
  return [...changes, ...Array.from(before, ([id, line]) => ({ id, old: JSON.parse(line), new: null }))];
}

/** Members of a parameter that are the same for all records, or follow from its value. */
const DESCRIPTIVE = ['name', 'unit', 'description', 'decimal_places'];

function compareMembers(old: RecordBody, next: RecordBody, omitted: readonly string[], prefix = ''): ValueChange[] {
  return [...new Set([...Object.keys(old), ...Object.keys(next)])]
    .filter((name) => !omitted.includes(name) && JSON.stringify(old[name]) !== JSON.stringify(next[name]))
    .map((name) => ({ member: prefix + name, old: old[name] ?? null, new: next[name] ?? null }));
}

/** The values that differ in a record that both releases have. */
function changedValues(old: RecordBody, next: RecordBody): ValueChange[] {
  const byName = ({ default_parameters: all = [] }: RecordBody) => new Map(all.map((one) => [one.name, one]));
  const [before, after] = [byName(old), byName(next)];
  const ofParameters = [...new Set([...before.keys(), ...after.keys()])].flatMap((name): ValueChange[] => {
    const [a, b] = [before.get(name), after.get(name)];
    if (a && b) return compareMembers(a, b, DESCRIPTIVE, `${name}.`);
    return [{ member: name, old: a ?? null, new: b ?? null }];
  });
  return [...compareMembers(old, next, ['default_parameters']), ...ofParameters];
}

/** A new record: its members, except links, unknown values and lists of records. Parameters are in the catalogue's order. */
export interface NewRecord {
  readonly id: string;
  readonly facts: Readonly<Record<string, unknown>>;
  readonly parameters: readonly ShownParameter[];
}

export interface ChangedRecord {
  readonly id: string;
  /** The new record's catalog; missing if it belongs to none. */
  readonly catalog?: string;
  readonly changes: readonly ValueChange[];
}

export interface RecordDiff {
  readonly added: readonly NewRecord[];
  /** Ids, spelled as in links. */
  readonly removed: readonly string[];
  readonly changed: readonly ChangedRecord[];
}

/** True for links to other parts of the site, unknown values, and lists of records. */
function isOmitted(member: string, value: unknown): boolean {
  const isEmpty = value === null || (Array.isArray(value) && value.length === 0);
  return isEmpty || /(^|_)url$/.test(member) || (Array.isArray(value) && typeof value[0] === 'object');
}

/** What is new in records that differ. Descriptions of parameters are the same for all records, and are left out. */
export function describeRecords(differing: readonly RecordChange[]): RecordDiff {
  const added: NewRecord[] = [];
  const changed: ChangedRecord[] = [];
  for (const { id, old, new: next } of differing) {
    if (next === null) continue;
    const { default_parameters: parameters = [], ...record } = next;
    if (old === null) {
      const facts = Object.entries(record).filter(([member, value]) => !isOmitted(member, value));
      added.push({ id, facts: Object.fromEntries(facts), parameters });
      continue;
    }
    const changes = changedValues(old, next);
    const { catalog } = record;
    if (changes.length > 0) changed.push({ id, ...(typeof catalog === 'string' && { catalog }), changes });
  }
  return { added, removed: differing.filter((one) => one.new === null).map(({ id }) => id), changed };
}

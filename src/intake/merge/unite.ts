/** Unites what a source says about each record, and finds contradictory and duplicate items within the source. */

import { isMapping } from '../../catalogue/files/mapping.ts';
import { groupBy } from '../../core/base/group-by.ts';
import { type Finding, type Problem, toProblem } from '../../report/problems.ts';
import { keyOf, layoutOf, layoutWithin, type RecordLayout } from './layout.ts';
import { addValue, memberText } from './merge-values.ts';
import type { Origin, SourceItem, SourceRecord, UnitedRecord } from './records.ts';

/** The layout of the list that contains a record, or of the file. */
export function layoutAt({ kind, list, within }: SourceRecord): RecordLayout {
  const file = layoutOf(kind);
  const around = within ? layoutWithin(file, within.list)?.items : file;
  const layout = list === null ? file : layoutWithin(around, list);
  if (!layout) throw new Error(`${kind}: no list ${list}`);
  return layout;
}

/** The layout of the record itself. */
export const layoutOfRecord = (record: SourceRecord): RecordLayout => {
  const layout = layoutAt(record);
  return (layout.key && layout.items) || layout;
};

/** Identifies the record in the data folder. */
function idOf(record: SourceRecord): string {
  const { kind, name, within, list } = record;
  const layout = layoutAt(record);
  return JSON.stringify([kind, name, within, list, layout.key ? keyOf(layout, record.value) : null]);
}

/** What the items say about each record. An item's first record is its own, so the order is that of the items, not of the mentions. */
function groupRecords(items: readonly SourceItem[]): Map<string, Origin[]> {
  const originsIn = (records: (item: SourceItem) => readonly SourceRecord[]): Origin[] =>
    items.flatMap((item) => records(item).flatMap((record) => (record.isOnlyNamed ? [] : [{ item, record }])));
  const origins = [...originsIn((item) => item.records.slice(0, 1)), ...originsIn((item) => item.records.slice(1))];
  return groupBy(origins, ({ record }) => idOf(record));
}

/** How many records a record is in: a file that is a record itself contains all others. */
const depthOf = ({ list, within }: SourceRecord): number => (list === null ? 0 : within ? 2 : 1);

/**
 * The records in all items, each once. A record comes before the records in it, so that it is put into its list with all its members, which
 * decide its place there.
 */
export function unite(items: readonly SourceItem[]): UnitedRecord[] {
  const united = [...groupRecords(items).values()].map((origins): UnitedRecord => {
    const [{ record: first }] = origins as [Origin];
    if (origins.length === 1) return { ...first, origins };
    const value = Array.isArray(first.value) ? [] : {};
    for (const one of origins) addValue(value, one.record.value, layoutOfRecord(first));
    const { record } = origins.find((one) => one.record.counts !== 'nothing') ?? (origins[0] as Origin);
    return { ...record, value, origins };
  });
  return united.sort((a, b) => depthOf(a) - depthOf(b));
}

interface Comparison {
  /** The problems of items that contradict others, or the data. */
  readonly contradictions: ReadonlyMap<SourceItem, readonly Problem[]>;
  /** A note about each item that says the same as an earlier item. */
  readonly repeated: ReadonlyMap<SourceItem, Problem>;
}

/**
 * Compares the items with each other. `findDiffering` finds the values of a record that differ from the data: if two items contradict each
 * other, the one that agrees with the data is right.
 */
export function compareItems(
  items: readonly SourceItem[],
  findDiffering: (origin: Origin) => readonly Problem[],
): Comparison {
  const repeated = new Map<SourceItem, Problem>();
  const first = new Map<string, SourceItem>();
  for (const item of items) {
    if (item.records.length === 0) continue;
    const text = JSON.stringify(item.records.map((one) => [idOf(one), [...leavesOf(one.value)]]));
    const before = first.get(text);
    if (before) repeated.set(item, repeatedNote(item, before));
    else first.set(text, item);
  }
  const contradictions = new Map<SourceItem, readonly Problem[]>();
  for (const origins of groupRecords(items).values()) {
    if (origins.length === 1) continue;
    const all = origins.map((origin): Statement => ({ ...origin, leaves: comparableLeaves(origin.record) }));
    if (findContradictions(all).size === 0) continue;
    const differing = new Map(all.map((one) => [one, findDiffering(one)]));
    for (const [{ item }, problems] of differing)
      if (problems.length > 0) contradictions.set(item, [...(contradictions.get(item) ?? []), ...problems]);
    const group = all.filter((one) => differing.get(one)?.length === 0);
    for (const [one, other] of findContradictions(group)) {
      if (contradictions.has(one.item)) continue;
      contradictions.set(one.item, [toProblem(contradiction(one, other), one.item.place)]);
    }
  }
  return { contradictions, repeated };
}

/** What an item says about a record. */
interface Statement extends Origin {
  /** Values by member path. */
  readonly leaves: ReadonlyMap<string, string>;
}

/** The values that can contradict others: not the lists that are only extended. */
function comparableLeaves(record: SourceRecord): Map<string, string> {
  const growing = [...layoutOfRecord(record).members].filter(([, { grows }]) => grows).map(([name]) => name);
  return leavesOf(record.value, growing);
}

function leavesOf(value: object, without: readonly string[] = [], path = '', leaves = new Map<string, string>()) {
  for (const [name, one] of Object.entries(value)) {
    if (one === undefined || without.includes(name)) continue;
    if (isMapping(one)) leavesOf(one, [], `${path}${name}.`, leaves);
    else leaves.set(`${path}${name}`, memberText(one));
  }
  return leaves;
}

/** The statements that give a member another value than others do, each with the first such statement. */
function findContradictions(group: readonly Statement[]): Map<Statement, Statement> {
  // For each member, the first statement with its first value, and the first with another value.
  const first = new Map<string, Statement>();
  const second = new Map<string, Statement>();
  const textOf = (one: Statement | undefined, member: string) => one?.leaves.get(member);
  for (const one of group) {
    for (const [member, text] of one.leaves) {
      if (!first.has(member)) first.set(member, one);
      else if (!second.has(member) && textOf(first.get(member), member) !== text) second.set(member, one);
    }
  }
  const found = new Map<Statement, Statement>();
  for (const one of group) {
    for (const [member, text] of one.leaves) {
      const [a, b] = [first.get(member), second.get(member)];
      const other = b && textOf(a, member) === text ? b : a;
      if (b && other && !found.has(one)) found.set(one, other);
    }
  }
  return found;
}

const differingMembers = (a: Statement, b: Statement): string[] =>
  [...a.leaves].filter(([member, text]) => (b.leaves.get(member) ?? text) !== text).map(([member]) => member);

const placeIn = ({ place, row }: SourceItem): string => (row ? `line ${place.line}` : place.file);

function contradiction(one: Statement, other: Statement): Finding {
  const members = differingMembers(one, other);
  const columns = columnsOf(members, one.item, other.item);
  const names = (columns ?? members.map((path) => path.replace(/^parameters\./, ''))).join(', ');
  const message = `it contradicts ${placeIn(other.item)} in ${names}`;
  const what = one.item.row ? 'the two rows' : 'one of the two';
  return { code: 'D116', message, fix: `correct ${what}, or remove one of them` };
}

/**
 * The columns for members that differ: columns in which the rows differ, and whose names begin with a step of a member's path, such as
 * `redshift_upper`. Null if the items are not rows.
 */
function columnsOf(members: readonly string[], { row }: SourceItem, other: SourceItem): readonly string[] | null {
  if (!row || !other.row) return null;
  const { texts } = other.row;
  const differing = row.header.filter((_, n) => row.texts[n] !== texts[n]);
  const steps = members.flatMap((member) => member.split('.'));
  const named = differing.filter((column) => steps.some((step) => column === step || column.startsWith(`${step}_`)));
  return named.length > 0 ? named : differing;
}

function repeatedNote({ place, label }: SourceItem, before: SourceItem): Problem {
  const message = `${label ?? 'it'} is a duplicate of ${placeIn(before)}`;
  return { ...place, code: 'W220', message, fix: 'remove one of the two', topic: 'it is a duplicate' };
}

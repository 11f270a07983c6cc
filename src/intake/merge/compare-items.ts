/** Compares the items of a source with each other, and finds contradictory and duplicate items. */

import { isMapping, type Mapping } from '../../catalogue/files/mapping.ts';
import { type Finding, type Problem, shortPlace, toProblem } from '../../report/problems.ts';
import { layoutOfRecord } from './layout.ts';
import { memberText } from './merge-values.ts';
import type { Origin, SourceItem, SourceRecord } from './records.ts';
import { groupRecords, idOf } from './unite.ts';

interface Comparison {
  /** The problems of items that contradict others, or the data. */
  readonly contradictions: ReadonlyMap<SourceItem, readonly Problem[]>;
  /** A warning about each item that says the same as an earlier item. */
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
    if (before) repeated.set(item, repeatedWarning(item, before));
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

function leavesOf(value: Mapping, without: readonly string[] = [], path = '', leaves = new Map<string, string>()) {
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

const placeIn = ({ place, row }: SourceItem): string => (row ? `line ${row.line}` : shortPlace(place));

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
  const { cells } = other.row;
  const differing = row.table.columns.filter((_, n) => row.cells[n] !== cells[n]);
  const steps = members.flatMap((member) => member.split('.'));
  const named = differing.filter((column) => steps.some((step) => column === step || column.startsWith(`${step}_`)));
  return named.length > 0 ? named : differing;
}

function repeatedWarning({ place, label }: SourceItem, before: SourceItem): Problem {
  const message = `${label ?? 'it'} is a duplicate of ${placeIn(before)}`;
  return toProblem({ code: 'W220', message, fix: 'remove one of the two', topic: 'it is a duplicate' }, place);
}

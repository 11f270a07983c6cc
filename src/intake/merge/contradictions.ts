/** Finds contradictory and duplicate facts about the same record within one source. Pure. */
import { keyOf, type RecordLayout } from '../../catalogue/files/layout.ts';
import { isMapping } from '../../catalogue/files/mapping.ts';
import { groupBy } from '../../core/base/group-by.ts';
import type { Finding } from '../../report/problems.ts';
import type { RecordFacts, SourcedFacts } from './facts.ts';
import { memberText } from './merge-record.ts';

/** Facts with their records, each with the layout of its list. */
export interface FactsOfRecords {
  readonly source: SourcedFacts<unknown>;
  readonly records: readonly (RecordFacts & { readonly layout: RecordLayout })[];
}

interface Comparison {
  readonly contradictions: ReadonlyMap<FactsOfRecords, Finding>;
  /** Maps duplicate facts to the first identical facts. */
  readonly repeated: ReadonlyMap<FactsOfRecords, FactsOfRecords>;
}

/** `isMergeable` returns true for facts that could be merged by themselves. Only such facts can contradict each other. */
export function compareFacts(
  all: readonly FactsOfRecords[],
  isMergeable: (facts: FactsOfRecords) => boolean,
): Comparison {
  const contradictions = new Map<FactsOfRecords, Finding>();
  const repeated = new Map<FactsOfRecords, FactsOfRecords>();
  const first = new Map<string, FactsOfRecords>();
  for (const facts of all) {
    const text = JSON.stringify(facts.records.map((one) => [idOf(one), [...leavesOf(one.record)]]));
    const before = first.get(text);
    if (before) repeated.set(facts, before);
    else first.set(text, facts);
  }
  for (const group of groupByRecord(all).values()) {
    if (!isContradictory(group)) continue;
    const mergeable = group.filter(({ facts }) => isMergeable(facts));
    for (const one of mergeable) {
      const other = mergeable.find((two) => two.facts !== one.facts && differingMembers(one, two).length > 0);
      if (other && !contradictions.has(one.facts)) contradictions.set(one.facts, contradiction(one, other));
    }
  }
  return { contradictions, repeated };
}

/** The facts about one record. */
interface FactsOfRecord {
  /** Identifies the record. */
  readonly id: string;
  readonly facts: FactsOfRecords;
  /** Values by member path. */
  readonly leaves: ReadonlyMap<string, string>;
}

const idOf = ({ name = '', list, record, layout }: FactsOfRecords['records'][number]): string =>
  JSON.stringify([name, list, layout.key ? keyOf(layout, record) : '']);

function groupByRecord(all: readonly FactsOfRecords[]): Map<string, FactsOfRecord[]> {
  const ofRecords = all.flatMap((facts) =>
    facts.records.map((one): FactsOfRecord => {
      const members = [...(one.layout.items ?? one.layout).members];
      const growing = members.filter(([, { grows }]) => grows).map(([name]) => name);
      return { id: idOf(one), facts, leaves: leavesOf(one.record, growing) };
    }),
  );
  return groupBy(ofRecords, ({ id }) => id);
}

function leavesOf(value: object, without: readonly string[] = [], path = '', leaves = new Map<string, string>()) {
  for (const [name, one] of Object.entries(value)) {
    if (one === undefined || without.includes(name)) continue;
    if (isMapping(one)) leavesOf(one, [], `${path}${name}.`, leaves);
    else leaves.set(`${path}${name}`, memberText(one));
  }
  return leaves;
}

/** True if any member has two different values. */
function isContradictory(group: readonly FactsOfRecord[]): boolean {
  const known = new Map<string, string>();
  return group.some(({ leaves }) =>
    [...leaves].some(([member, text]) => {
      const before = known.get(member) ?? text;
      known.set(member, before);
      return before !== text;
    }),
  );
}

const differingMembers = (a: FactsOfRecord, b: FactsOfRecord): string[] =>
  [...a.leaves].filter(([member, text]) => (b.leaves.get(member) ?? text) !== text).map(([member]) => member);

function contradiction(one: FactsOfRecord, other: FactsOfRecord): Finding {
  const { place, row } = other.facts.source;
  const members = differingMembers(one, other);
  const columns = row ? one.facts.source.row?.differingColumns(row) : undefined;
  const names = (columns ? columnsOf(members, columns) : members).join(', ');
  const message = `it contradicts ${row ? `line ${place.line}` : place.file} in ${names}`;
  return { code: 'D116', message, fix: `correct ${row ? 'the two rows' : 'one of the two'}, or remove one of them` };
}

/** The columns for members that differ: columns whose names begin with a step of a member's path, such as `redshift_upper`. */
function columnsOf(members: readonly string[], differing: readonly string[]): readonly string[] {
  const steps = members.flatMap((member) => member.split('.'));
  const named = differing.filter((column) => steps.some((step) => column === step || column.startsWith(`${step}_`)));
  return named.length > 0 ? named : differing;
}

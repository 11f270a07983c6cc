/** Compares the records of a collection in two releases: by id, member by member, and parameter by parameter. */

import type { Collection } from '../../core/contract/collection.ts';
import { parseBody } from '../../core/listing/compose.ts';
import { idsOf, type PublishedCatalogue } from './release-side.ts';

export interface ValueChange {
  /** A member, such as `gps`; or a parameter and its member, such as `far` and `best`; just the parameter if one side lacks it. */
  readonly path: readonly string[];
  /** Null if the value was added; `new` is null if it was removed. */
  readonly old: unknown;
  readonly new: unknown;
}

export interface ShownParameter {
  readonly name: string;
  readonly [member: string]: unknown;
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

interface RecordBody {
  readonly default_parameters?: readonly ShownParameter[];
  readonly [member: string]: unknown;
}

const parse: (body: Uint8Array) => RecordBody = parseBody;

/** Members of a parameter that are the same for all records. */
const DESCRIPTIVE = ['name', 'unit', 'description'];

function compareMembers(old: RecordBody, next: RecordBody, leftOut: readonly string[]): ValueChange[] {
  return [...new Set([...Object.keys(old), ...Object.keys(next)])]
    .filter((name) => !leftOut.includes(name) && JSON.stringify(old[name]) !== JSON.stringify(next[name]))
    .map((name) => ({ path: [name], old: old[name] ?? null, new: next[name] ?? null }));
}

function compareParameters(old: RecordBody, next: RecordBody): ValueChange[] {
  const byName = ({ default_parameters: all = [] }: RecordBody) => new Map(all.map((one) => [one.name, one]));
  const [before, after] = [byName(old), byName(next)];
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((name) => {
    const [a, b] = [before.get(name), after.get(name)];
    if (a && b) return compareMembers(a, b, DESCRIPTIVE).map((one) => ({ ...one, path: [name, ...one.path] }));
    return [{ path: [name], old: a ?? null, new: b ?? null }];
  });
}

/** True for links to other parts of the site, unknown values, and lists of records. */
function isOmitted(member: string, value: unknown): boolean {
  const isEmpty = value === null || (Array.isArray(value) && value.length === 0);
  return isEmpty || /(^|_)url$/.test(member) || (Array.isArray(value) && typeof value[0] === 'object');
}

function toNewRecord(id: string, { default_parameters: parameters = [], ...record }: RecordBody): NewRecord {
  const facts = Object.entries(record).filter(([member, value]) => !isOmitted(member, value));
  return { id, facts: Object.fromEntries(facts), parameters };
}

/** Compares a collection's records, whose paths are `path/<id>`. */
export async function diffRecords(
  collection: Collection,
  path: string,
  old: PublishedCatalogue,
  next: PublishedCatalogue,
): Promise<RecordDiff> {
  const before = await idsOf(old, collection.name);
  const known = new Set(before);
  const added: NewRecord[] = [];
  const changed: ChangedRecord[] = [];
  const after = await idsOf(next, collection.name);
  for (const id of after) {
    const body = (await next.ask(`${path}/${id}`)) as Uint8Array;
    const previous = known.has(id) ? await old.ask(`${path}/${id}`) : null;
    if (previous === null) added.push(toNewRecord(id, parse(body)));
    else if (Buffer.compare(previous, body) !== 0) {
      const [a, b] = [parse(previous), parse(body)];
      const changes = [...compareMembers(a, b, ['default_parameters']), ...compareParameters(a, b)];
      const { catalog } = b;
      if (changes.length > 0) changed.push({ id, ...(typeof catalog === 'string' && { catalog }), changes });
    }
  }
  const stays = new Set(after);
  return { added, removed: before.filter((id) => !stays.has(id)), changed };
}

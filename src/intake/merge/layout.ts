/**
 * Reads from the schemas how files of each kind are laid out: members follow the order of `properties`; `x-key` names the members that
 * identify a record in a list, `x-order` the sort keys, and `x-head` the member that marks records that come before new records; `x-lines`
 * determines whether each part of a value has its own line. `x-names` names the members of a record that files hold as a list, such as a
 * segment; everywhere else, such a record is a mapping.
 */

import type { InputKind } from '../../catalogue/files/input-files.ts';
import { isMapping, type Mapping } from '../../catalogue/files/mapping.ts';
import { readSchema } from '../../catalogue/files/schema.ts';
import { byCodeUnit } from '../../core/base/order.ts';
import type { SourceRecord } from './records.ts';

/** The layout of a value. */
export interface Layout {
  /** Layouts of the members of a mapping with fixed names, in order. */
  readonly members: ReadonlyMap<string, Layout>;
  /** Layout of the values in a mapping with arbitrary names. */
  readonly values: Layout | undefined;
  /** Layout of the elements in a list. */
  readonly items: Layout | undefined;
  /** The members of a record that identify it in a list; null if the list does not contain records. */
  readonly key: readonly string[] | null;
  /** Compares two records in a list, or its elements; negative if `a` comes first. Null if new records are appended. */
  readonly compare: ((a: object, b: object) => number) | null;
  /**
   * The member that marks records that stay at the head of an unordered list: new records come right after them. Null if new records come
   * last.
   */
  readonly head: string | null;
  /** True if the value is required in its parent mapping. */
  readonly isRequired: boolean;
  /** True if each part has its own line. */
  readonly isOverLines: boolean;
  /** How a list that is only ever extended grows: by missing names, or by blocks of strain files. */
  readonly grows: 'names' | 'blocks' | null;
  /** The members of a record that files hold as a list of their values; empty for any other value. */
  readonly names: readonly string[];
  /** The minimum number of decimal places. */
  readonly decimals: number;
}

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly 'x-key'?: readonly string[];
  readonly 'x-order'?: readonly string[];
  readonly 'x-head'?: string;
  readonly 'x-lines'?: boolean;
  readonly 'x-grows'?: 'names' | 'blocks';
  readonly 'x-decimals'?: number;
  readonly 'x-names'?: readonly string[];
}

const known = new Map<InputKind, Layout>();

/** The layout of files of a kind. The lines in a statistics file are treated as the elements of a list. */
export function layoutOf(kind: InputKind): Layout {
  const layout = known.get(kind) ?? readLayout(kind);
  known.set(kind, layout);
  return layout;
}

function readLayout(kind: InputKind): Layout {
  const whole = toLayout(readSchema(kind) as Schema);
  return kind === 'strain-statistics' ? { ...whole, members: new Map(), items: { ...whole, key: null } } : whole;
}

function toLayout(schema: Schema): Layout {
  const { properties = {}, required = [], additionalProperties: values, 'x-order': order } = schema;
  const items = schema.items && toLayout(schema.items);
  return {
    members: new Map(
      Object.entries(properties).map(([name, member]) => [
        name,
        { ...toLayout(member), isRequired: required.includes(name) },
      ]),
    ),
    values: typeof values === 'object' ? toLayout(values) : undefined,
    items,
    key: schema['x-key'] ?? null,
    compare: order ? compareBy(order, items) : null,
    head: schema['x-head'] ?? null,
    isRequired: false,
    isOverLines: schema['x-lines'] ?? false,
    grows: schema['x-grows'] ?? null,
    decimals: schema['x-decimals'] ?? 0,
    names: schema['x-names'] ?? [],
  };
}

/** Creates a comparison by sort keys: `-gps` is descending, and `a|b` uses the first member that is present. */
function compareBy(order: readonly string[], items: Layout | undefined): (a: object, b: object) => number {
  const steps = order.map((step) => {
    const names = step.replace(/^-/, '').split('|');
    const read = (record: Mapping): unknown => names.map((name) => record[name]).find((one) => one != null);
    return { read, sign: step.startsWith('-') ? -1 : 1 };
  });
  return (first, second) => {
    const [a, b] = [toRecord(first, items), toRecord(second, items)];
    for (const { read, sign } of steps) {
      const found = sign * compareValues(read(a), read(b));
      if (found !== 0) return found;
    }
    return 0;
  };
}

const compareValues = (a: unknown, b: unknown): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : byCodeUnit(String(a ?? ''), String(b ?? ''));

/** The layout of a member or element of a value. */
export const layoutWithin = (layout: Layout | undefined, step: string | number): Layout | undefined =>
  layout && (typeof step === 'number' ? layout.items : (layout.members.get(step) ?? layout.values ?? layout.items));

/** True for a mapping or a list. */
export const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** A member or an element of a value; undefined if it does not exist. */
export const partOf = (value: unknown, step: string | number): unknown =>
  isObject(value) ? Reflect.get(value, step) : undefined;

/** The record that an element of a list holds. `layout` is the layout of the list's elements. */
export const toRecord = (element: unknown, layout: Layout | undefined): Mapping =>
  isMapping(element) ? element : Object.fromEntries((layout?.names ?? []).map((name, n) => [name, partOf(element, n)]));

/** The element that holds a record in a file. */
export const toElement = (record: Mapping, layout: Layout | undefined): object =>
  layout && layout.names.length > 0 ? layout.names.map((name) => record[name]) : record;

/** The string that identifies a record, or the element that holds it, in its list. */
export function keyOf({ key, items }: Layout, element: unknown): string {
  const record = toRecord(element, items);
  return JSON.stringify((key ?? []).map((name) => record[name]));
}

/** The value with its members in the order of `names`; other members come last. */
export function inOrder(value: Mapping, names: Iterable<string>): Mapping {
  const all = new Set([...[...names].filter((name) => Object.hasOwn(value, name)), ...Object.keys(value)]);
  return Object.fromEntries([...all].map((name) => [name, value[name]]));
}

/** The lists of records that a new file or record must have. */
export const emptyLists = ({ members }: Layout): Mapping =>
  Object.fromEntries([...members].flatMap(([name, { key, isRequired }]) => (key && isRequired ? [[name, []]] : [])));

/** True if the value has all required members. */
export const isComplete = (value: Mapping, { members }: Layout): boolean =>
  [...members].every(([name, { isRequired }]) => !isRequired || Object.hasOwn(value, name));

/** The layout of the list that contains a record, or of the file. */
export function layoutAt({ kind, list, within }: Pick<SourceRecord, 'kind' | 'list' | 'within'>): Layout {
  const file = layoutOf(kind);
  const around = within ? layoutWithin(file, within.list)?.items : file;
  const layout = list === null ? file : layoutWithin(around, list);
  if (!layout) throw new Error(`${kind}: no list ${list}`);
  return layout;
}

/** The layout of the record itself. */
export const layoutOfRecord = (record: SourceRecord): Layout => {
  const layout = layoutAt(record);
  return (layout.key && layout.items) || layout;
};

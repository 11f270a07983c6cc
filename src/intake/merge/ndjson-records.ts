/**
 * The records of one file of newline-delimited JSON during a merge. In: its text, and the layout of the records. Out: the new text, with the
 * records in order.
 */
import { splitLines } from '../../catalogue/statistics.ts';
import type { RawRecord } from './merge-record.ts';
import type { RecordLayout, RecordStore } from './record-merger.ts';

/** The layout of records in files of newline-delimited JSON. */
interface LineLayout<T extends RawRecord> extends Omit<RecordLayout<T>, 'open' | 'begin'> {
  /** Order of the lines; negative if `a` comes first. */
  readonly compare: (a: T, b: T) => number;
  /** The record with its members in the order of the file. */
  readonly inOrder: (record: T) => object;
}

export function lineLayout<T extends RawRecord>(layout: LineLayout<T>): RecordLayout<T> {
  return {
    ...layout,
    open: (text) =>
      openLines(
        layout,
        Array.from(splitLines(text), (line) => JSON.parse(line) as T),
      ),
    begin: () => openLines(layout, []),
  };
}

function openLines<T extends RawRecord>(
  { keyOf, compare, inOrder }: LineLayout<T>,
  existing: readonly T[],
): RecordStore<T> {
  const records = new Map(existing.map((record) => [keyOf(record), record]));
  let ordered: T[] | null = null;
  const sorted = (): T[] => {
    ordered ??= [...records.values()].sort(compare);
    return ordered;
  };
  return {
    find: (record) => records.get(keyOf(record)),
    checkBeside: () => [],
    write(record) {
      records.set(keyOf(record), record);
      ordered = null;
    },
    text: () =>
      sorted()
        .map((record) => `${JSON.stringify(inOrder(record))}\n`)
        .join(''),
    recordAt(line) {
      const record = sorted()[line - 1];
      return record ? { record, within: '' } : null;
    },
  };
}

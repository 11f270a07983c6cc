/** Handles a file's value during a merge. Pure. */
import type { DataFile } from '../../catalogue/files/data-file.ts';
import { INPUT_FILES, type InputKind } from '../../catalogue/files/input-files.ts';
import { keyOf, layoutWithin, type RecordLayout } from '../../catalogue/files/layout.ts';
import type { Mapping } from '../../catalogue/files/mapping.ts';
import type { DataPath } from '../../report/problems.ts';

export interface WorkingFile {
  readonly path: string;
  readonly kind: InputKind;
  /** The file's name without its extension. */
  readonly name: string;
  readonly layout: RecordLayout;
  /** The file before the merge; null for a new file. */
  readonly before: DataFile | null;
  readonly value: object;
}

/** The value of a new file. The file's name is in the first member, and the required lists are empty. */
export function newValue(kind: InputKind, name: string, { members }: RecordLayout): object {
  if (kind === 'strain-statistics') return [];
  const [first] = members.keys();
  const isNamed = INPUT_FILES[kind].pattern.includes('*');
  const lists = [...members].filter(([, { key, isRequired }]) => key && isRequired).map(([list]) => [list, []]);
  return { ...(isNamed && { [first as string]: name }), ...Object.fromEntries(lists) };
}

/** Replaces a record's members with another record's members. */
export function replaceMembers(record: object, members: object): void {
  if (Array.isArray(record)) {
    record.splice(0, record.length, ...(members as unknown[]));
    return;
  }
  const kept = { ...members };
  for (const name of Object.keys(record)) delete (record as Record<string, unknown>)[name];
  Object.assign(record, kept);
}

/** Converts a path in a file's current value to the path in the file before the merge. Records are found by their keys. */
export function pathBefore({ before, value, layout: whole }: WorkingFile, at: DataPath): DataPath {
  const path: (string | number)[] = [];
  let [old, now]: unknown[] = [before?.value, value];
  let layout: RecordLayout | undefined = whole;
  for (const step of at) {
    const record = (now as Mapping | undefined)?.[step as string];
    const list = layout;
    const isRecord = list?.key && typeof step === 'number' && Array.isArray(old);
    const place = isRecord
      ? (old as object[]).findIndex((one) => keyOf(list, one) === keyOf(list, Object(record)))
      : step;
    if (place === -1) break;
    path.push(place);
    old = (old as Mapping | undefined)?.[place as string];
    now = record;
    layout = layout && layoutWithin(layout, step);
  }
  return path;
}

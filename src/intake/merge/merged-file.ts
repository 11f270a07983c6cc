/** Handles a file's value during a merge. */
import type { DataFile } from '../../catalogue/files/data-file.ts';
import { INPUT_FILES, type InputKind } from '../../catalogue/files/input-files.ts';
import type { Mapping } from '../../catalogue/files/mapping.ts';
import type { DataPath } from '../../report/problems.ts';
import { keyOf, layoutOf, layoutWithin, type RecordLayout } from './layout.ts';

/** A file that a merge reads, changes or creates. */
export interface MergedFile {
  readonly path: string;
  readonly kind: InputKind;
  /** The file's name without its extension. */
  readonly name: string;
  /** The file before the merge; null for a new file. */
  readonly before: DataFile | null;
  readonly value: object;
}

/** The value of a new file. */
export function newValue(kind: InputKind, name: string): object {
  const layout = layoutOf(kind);
  const { namedBy } = INPUT_FILES[kind];
  return layout.key ? [] : { ...(namedBy !== null && { [namedBy]: name }), ...emptyLists(layout) };
}

/** The lists of records that a new file or record must have. */
export const emptyLists = ({ members }: RecordLayout): object =>
  Object.fromEntries([...members].flatMap(([name, { key, isRequired }]) => (key && isRequired ? [[name, []]] : [])));

/** True if the value has all required members. */
export const isComplete = (value: object, { members }: RecordLayout): boolean =>
  [...members].every(([name, { isRequired }]) => !isRequired || Object.hasOwn(value, name));

/** Converts a path in a file's current value to the path in the file before the merge. Records are found by their keys. */
export function pathBefore({ kind, before, value }: MergedFile, at: DataPath): DataPath {
  const path: (string | number)[] = [];
  let [old, now]: unknown[] = [before?.value, value];
  let layout: RecordLayout | undefined = layoutOf(kind);
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

/** Defines the files that a merge reads, changes or creates. */
import type { DataFile } from '../../catalogue/files/data-file.ts';
import { INPUT_FILES, type InputKind } from '../../catalogue/files/input-files.ts';
import type { Mapping } from '../../catalogue/files/mapping.ts';
import { emptyLists, layoutOf } from './layout.ts';

export interface MergedFile {
  readonly path: string;
  readonly kind: InputKind;
  /** The file's name without its extension. */
  readonly stem: string;
  /** The file before the merge; null for a new file. */
  readonly before: DataFile | null;
  /** The current value. A file of lines is a list of records. */
  value: Mapping | Mapping[];
}

/** A new file, without records. */
export function newFile(path: string, kind: InputKind, stem: string): MergedFile {
  const layout = layoutOf(kind);
  const { namedBy } = INPUT_FILES[kind];
  const value = layout.key ? [] : { ...(namedBy !== null && { [namedBy]: stem }), ...emptyLists(layout) };
  return { path, kind, stem, before: null, value };
}

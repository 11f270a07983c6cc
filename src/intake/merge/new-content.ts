/** Writes the content of changed files. */
import { isDeepStrictEqual } from 'node:util';
import type { DataFile } from '../../catalogue/files/data-file.ts';
import { splitLines } from '../../catalogue/files/json-lines.ts';
import type { Mapping } from '../../catalogue/files/mapping.ts';
import { sha256 } from '../../fs/hash.ts';
import type { Replacement } from '../../fs/replace-files.ts';
import { inOrder, keyOf, layoutOf } from './layout.ts';
import type { MergedFile } from './merged-file.ts';
import type { MergedFolder } from './merged-folder.ts';
import { changedText, newFileText } from './write-yaml.ts';

/** The new content by path. `created` are the texts of files that do not exist yet, although the merge has read them. */
export function newContent(
  dataDir: string,
  { changed, removed }: MergedFolder,
  created: ReadonlyMap<string, string>,
): ReadonlyMap<string, Replacement> {
  const old = ({ path, before }: MergedFile): string | null =>
    before === null || created.has(path) ? null : sha256(textOf(before));
  return new Map([
    ...[...created].map(([path, text]): [string, Replacement] => [path, { before: null, text }]),
    ...changed.map((file): [string, Replacement] => [file.path, { before: old(file), text: newText(dataDir, file) }]),
    ...removed.map((file): [string, Replacement] => [file.path, { before: old(file), text: null }]),
  ]);
}

/** The text of a file before the merge. */
const textOf = (before: DataFile | null): string => before?.text ?? '';

function newText(dataDir: string, file: MergedFile): string {
  const { kind, stem, before, value } = file;
  if (kind === 'strain-statistics') return newLines(file);
  return before ? changedText(textOf(before), value, layoutOf(kind)) : newFileText(dataDir, kind, stem, value);
}

function newLines({ kind, before, value }: MergedFile): string {
  const layout = layoutOf(kind);
  const lines = [...splitLines(textOf(before))];
  const old = new Map(Object.values(Object(before?.value)).map((record, n) => [keyOf(layout, record), { record, n }]));
  return (Object.values(value) as Mapping[])
    .map((record) => {
      const known = old.get(keyOf(layout, record));
      const isSame = known && isDeepStrictEqual(known.record, record);
      return `${isSame ? lines[known.n] : JSON.stringify(layout.items ? inOrder(record, layout.items.members.keys()) : record)}\n`;
    })
    .join('');
}

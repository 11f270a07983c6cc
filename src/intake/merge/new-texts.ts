/** Writes the content of changed files. */
import { isDeepStrictEqual } from 'node:util';
import { splitLines } from '../../catalogue/files/json-lines.ts';
import { inOrder, keyOf } from '../../catalogue/files/layout.ts';
import type { WorkingFile } from './working-file.ts';
import { changedText, newFileText } from './write-yaml.ts';

/** The new content by path. */
export const newTexts = (dataDir: string, files: readonly WorkingFile[]): ReadonlyMap<string, string> =>
  new Map(files.map((file) => [file.path, newText(dataDir, file)]));

function newText(dataDir: string, file: WorkingFile): string {
  const { kind, name, layout, before, value } = file;
  if (kind === 'strain-statistics') return newLines(file);
  return before ? changedText(before.text, value, layout) : newFileText(dataDir, kind, name, value);
}

function newLines({ layout, before, value }: WorkingFile): string {
  const lines = [...splitLines(before?.text ?? '')];
  const old = new Map(((before?.value ?? []) as object[]).map((record, n) => [keyOf(layout, record), { record, n }]));
  return (value as object[])
    .map((record) => {
      const known = old.get(keyOf(layout, record));
      const isSame = known && isDeepStrictEqual(known.record, record);
      return `${isSame ? lines[known.n] : JSON.stringify(layout.items ? inOrder(record, layout.items) : record)}\n`;
    })
    .join('');
}

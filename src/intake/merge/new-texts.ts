/** Writes the content of changed files. */
import { isDeepStrictEqual } from 'node:util';
import { type DataFile, TextPlaces } from '../../catalogue/files/data-file.ts';
import { inOrder, keyOf } from '../../catalogue/files/layout.ts';
import { type Overlay, readTextFile } from '../../catalogue/files/text-file.ts';
import { splitLines } from '../../catalogue/statistics.ts';
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

/** Reads a statistics file as a list of records. The file was valid when the folder was checked. */
export function readStatisticsLines(path: string, texts: Overlay): DataFile {
  const read = readTextFile(path, texts);
  if ('problem' in read) throw new Error(`${path}: ${read.problem.message}`);
  const { text } = read;
  const places = new TextPlaces(path, text);
  const value = Array.from(splitLines(text), (line) => JSON.parse(line) as object);
  return { path, text, value, place: ([line = 0]) => places.ofLine(Number(line) + 1) };
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

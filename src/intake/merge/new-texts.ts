/** Writes the content of changed files. Lines of unchanged records stay the same. */
import { isDeepStrictEqual } from 'node:util';
import { type DataFile, TextPlaces } from '../../catalogue/files/data-file.ts';
import { parseFastYaml } from '../../catalogue/files/fast-yaml.ts';
import { inOrder, keyOf } from '../../catalogue/files/layout.ts';
import { type Overlay, readTextFile } from '../../catalogue/files/text-file.ts';
import { parseYaml } from '../../catalogue/files/yaml-file.ts';
import { splitLines } from '../../catalogue/statistics.ts';
import { editYaml } from './edit-yaml.ts';
import { newFileText } from './render-yaml.ts';
import { sortedJson } from './sorted-json.ts';
import type { WorkingFile } from './working-file.ts';

/** The new content by path. */
export const newTexts = (dataDir: string, files: readonly WorkingFile[]): ReadonlyMap<string, string> =>
  new Map(files.map((file) => [file.path, newText(dataDir, file)]));

function newText(dataDir: string, file: WorkingFile): string {
  const { path, kind, name, layout, before, value } = file;
  if (kind === 'strain-statistics') return newLines(file);
  const text = before ? editYaml(before.text, before.value, value, layout) : newFileText(dataDir, kind, name, value);
  // Reads the text back, because a mistake in an edit must not damage a file.
  if (!isText(text, value)) throw new Error(`${path}: the new text would not have the new values`);
  return text;
}

/** True if YAML text has this value. */
function isText(text: string, value: object): boolean {
  const read = parseFastYaml(text) ?? readSlowly(text);
  // Undefined members, which are not written, make only the second comparison necessary.
  return isDeepStrictEqual(read, value) || sortedJson(read) === sortedJson(value);
}

/** The value of text that only the slower parser can read; undefined if the text is invalid. */
function readSlowly(text: string): unknown {
  const document = parseYaml(text);
  return document.errors.length > 0 ? undefined : document.toJS();
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

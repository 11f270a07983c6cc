/** Reads a file with one JSON object on each line, and checks each object against the schema. */
import { type Finding, failed, type Problem, placeOfFile, type Reading, toProblem } from '../../report/problems.ts';
import { type DataFile, excerptOf, type FoundInText, MAX_PROBLEMS, MORE_PROBLEMS, TextPlaces } from './data-file.ts';
import { findJsonError, findRepeatedKeys, offsetInJson } from './json-text.ts';
import { checkSchema, type SchemaName } from './schema.ts';
import { type Overlay, readTextFile } from './text-file.ts';

/** Two hundred times the length of the longest record. */
const MAX_LINE_LENGTH = 1 << 16;

/** The lines in a text, without an empty line after the last line feed. */
export function* splitLines(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf('\n', start);
    yield text.slice(start, end < 0 ? text.length : end);
    start = end < 0 ? text.length : end + 1;
  }
}

/** Reads and checks a file. The first step of a path in its value is the number of the line, from 0. */
export function readJsonLines<T>(path: string, schema: SchemaName, overlay?: Overlay): Reading<DataFile<readonly T[]>> {
  const read = readTextFile(path, overlay);
  if (read.value === null) return read;
  const text = read.value;
  const empty = { code: 'D105', message: 'the file is empty', fix: 'fill it in, or delete it' } as const;
  if (text === '') return failed([toProblem(empty, placeOfFile(path))]);
  const problems: Problem[] = [];
  const value: T[] = [];
  let number = 0;
  for (const line of splitLines(text)) {
    number++;
    if (problems.length >= MAX_PROBLEMS) {
      problems.push(toProblem(MORE_PROBLEMS, { file: path, line: number, column: 1 }));
      break;
    }
    const { record, found } = readLine(line, schema);
    value.push(record as T);
    for (const [offset, finding] of found) {
      const column = offset + 1;
      problems.push(toProblem(finding, { file: path, line: number, column, excerpt: excerptOf(line, column) }));
    }
  }
  if (problems.length > 0) return failed(problems);
  const places = new TextPlaces(path, text);
  return {
    value: {
      path,
      text,
      value,
      place: ([n = 0, ...at], onKey = false) => places.ofLine(Number(n) + 1, (line) => offsetInJson(line, at, onKey)),
    },
    problems: [],
  };
}

function readLine(line: string, schema: SchemaName): { record: unknown; found: readonly FoundInText[] } {
  if (line.length > MAX_LINE_LENGTH) {
    const message = 'the line is longer than 64 KiB';
    return { record: null, found: [[0, { code: 'D150', message, fix: 'write one object per line' }]] };
  }
  let record: unknown;
  try {
    record = JSON.parse(line);
  } catch {
    return { record: null, found: [syntaxError(line)] };
  }
  const findings = checkSchema(schema, record);
  const inText = (finding: Finding): FoundInText => [
    offsetInJson(line, finding.at ?? [], finding.onKey ?? false),
    finding,
  ];
  return { record, found: findings.length > 0 ? findings.map(inText) : findRepeatedKeys(line, record) };
}

function syntaxError(line: string): FoundInText {
  if (line.trim() === '') return [0, { code: 'D150', message: 'the line is empty', fix: 'remove the line' }];
  const offset = findJsonError(line);
  const rest = line.slice(offset).trim();
  const found = rest === '' ? 'the line ends too early' : `"${rest.slice(0, 1)}" is not expected here`;
  return [offset, { code: 'D150', message: `not valid JSON: ${found}`, fix: 'write one JSON object on the line' }];
}

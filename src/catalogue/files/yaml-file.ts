/**
 * Reads one YAML file, checks it against its schema, and locates values in the text. In: path and schema. Out: the value with a way to
 * create located problems, or only the problems.
 *
 * Reading is most of what `validate` does, so valid files are read by a faster parser (`fast-yaml.ts`). `yaml` reads all others: problems
 * are its findings alone.
 */
import {
  type Document,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  type Pair,
  parseDocument,
  type YAMLMap,
} from 'yaml';
import type { Finding, Problem } from '../../report/problems.ts';
import { parseFastYaml } from './fast-yaml.ts';
import { checkSchema, isValid, type SchemaName } from './schema.ts';
import { fileProblem, MAX_EDITED_MIB, type Overlay, readTextFile } from './text-file.ts';
import { findInYaml } from './yaml-findings.ts';

/** Path from the top of a file to a value: keys and 0-based indices. */
export type DataPath = readonly (string | number)[];

/** A finding and its path; `onKey` points at the key instead of its value. */
export interface PlacedFinding extends Finding {
  readonly at: DataPath;
  readonly onKey?: boolean;
  /** For an unknown field: the field that it probably is; null if there is none like it. */
  readonly suggestion?: string | null;
}

/** What checks find about a value or a part of it: nothing, one thing, or a list. */
export type Findings = readonly PlacedFinding[] | (Finding & Partial<PlacedFinding>) | null;

/** Places findings about the value at a path. */
export const placed = (at: DataPath, found: Findings): PlacedFinding[] =>
  [found ?? []].flat().map((finding) => ({ ...finding, at: [...at, ...(finding.at ?? [])] }));

export interface YamlFile<T> {
  readonly path: string;
  readonly value: T;
  problem(found: PlacedFinding): Problem;
  /** 1-based line of the value, for messages that name a second place. */
  line(at: DataPath): number;
}

const EXCERPT_LENGTH = 100;

/** The line that contains the column, cut to about 100 characters around it. Tabs are shown as arrows. Does not read the rest of a long line. */
export function excerptOf(line: string, column: number): string {
  const length = line.endsWith('\r') ? line.length - 1 : line.length;
  const start = Math.max(0, Math.min(column - 1 - EXCERPT_LENGTH / 2, length - EXCERPT_LENGTH));
  const end = Math.min(start + EXCERPT_LENGTH, length);
  const shown = line.slice(start, end).replaceAll('\t', '→');
  return `${start > 0 ? '…' : ''}${shown}${end < length ? '…' : ''}`;
}

/** The pairs of a mapping by key, because `yaml` would search all of them for each problem. */
const knownPairs = new WeakMap<YAMLMap, ReadonlyMap<string, Pair>>();

function pairAt(map: YAMLMap, key: string | number): Pair | undefined {
  let pairs = knownPairs.get(map);
  if (pairs === undefined) {
    pairs = new Map(map.items.map((pair) => [isScalar(pair.key) ? String(pair.key.value) : '', pair]));
    knownPairs.set(map, pairs);
  }
  return pairs.get(String(key));
}

/** Offset of the value (or its key) at the path; if the path does not exist, of the nearest enclosing value. */
function offsetOf(document: Document, at: DataPath, onKey: boolean): number {
  let node: unknown = document.contents;
  let offset = 0;
  for (const [depth, step] of [...at, null].entries()) {
    if (!isNode(node)) break;
    offset = node.range?.[0] ?? offset;
    if (step === null) break;
    const pair = isMap(node) ? pairAt(node, step) : undefined;
    if (onKey && depth === at.length - 1 && isNode(pair?.key) && pair.key.range) return pair.key.range[0];
    node = isSeq(node) ? node.items[Number(step)] : pair?.value;
  }
  return offset;
}

/** Where values stand in a text. */
class Places {
  readonly #text: string;
  readonly #document: Document;
  readonly #lines = new LineCounter();

  constructor(text: string, document: Document) {
    this.#text = text;
    this.#document = document;
    this.#lines.addNewLine(0);
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.#lines.addNewLine(at + 1);
  }

  problemAt(file: string, offset: number, { code, message, fix, topic }: Finding): Problem {
    const { line, col: column } = this.#lines.linePos(offset);
    const start = this.#lines.lineStarts[line - 1] ?? 0;
    const end = this.#lines.lineStarts[line];
    const excerpt = excerptOf(this.#text.slice(start, end === undefined ? undefined : end - 1), column);
    return { file, line, column, code, message, fix, excerpt, ...(topic !== undefined && { topic }) };
  }

  problem(file: string, found: PlacedFinding): Problem {
    return this.problemAt(file, offsetOf(this.#document, found.at, found.onKey === true), found);
  }

  line(at: DataPath): number {
    return this.#lines.linePos(offsetOf(this.#document, at, false)).line;
  }
}

/** `yaml` takes quadratic time to find duplicate keys: `findInYaml` does instead. */
const parse = (text: string): Document =>
  parseDocument(text, { prettyErrors: false, stringKeys: true, uniqueKeys: false });

/**
 * A document takes some thirty times the memory of its text, so a file does not keep its own. Most problems follow each other file by file
 * and name two files at most, so a few documents are enough to locate them.
 */
const MAX_PARSED = 4;
const lastParsed = new Map<string, Places>();

function placesOf(text: string): Places {
  const places = lastParsed.get(text) ?? new Places(text, parse(text));
  // The last one used comes last.
  lastParsed.delete(text);
  lastParsed.set(text, places);
  const [oldest = text] = lastParsed.keys();
  if (lastParsed.size > MAX_PARSED) lastParsed.delete(oldest);
  return places;
}

type YamlReading<T> =
  | { readonly file: YamlFile<T>; readonly problems: readonly [] }
  | { readonly file: null; readonly problems: readonly Problem[] };

const failed = (problems: readonly Problem[]): { readonly file: null; readonly problems: readonly Problem[] } => ({
  file: null,
  problems,
});

/**
 * Valid files by the bytes in an overlay, as long as these are kept: imports read the folder before the merge, after each kind of facts,
 * and at the end, and hardly any of its files change in between.
 */
const alreadyRead = new WeakMap<Uint8Array, { readonly file: YamlFile<unknown>; readonly schema: SchemaName }>();

/** Reads and checks one file. `T` is the type that the schema describes. The value is shared, so nobody may change it. */
export function readYamlFile<T>(path: string, schema: SchemaName, overlay?: Overlay): YamlReading<T> {
  const bytes = overlay?.get(path);
  const known = bytes instanceof Uint8Array ? alreadyRead.get(bytes) : undefined;
  if (known?.file.path === path && known.schema === schema) return { file: known.file as YamlFile<T>, problems: [] };
  const reading = parseYamlFile<T>(path, schema, overlay);
  if (bytes instanceof Uint8Array && reading.file) alreadyRead.set(bytes, { file: reading.file, schema });
  return reading;
}

function parseYamlFile<T>(path: string, schema: SchemaName, overlay?: Overlay): YamlReading<T> {
  const read = readTextFile(path, overlay, { maxMiB: MAX_EDITED_MIB });
  if ('problem' in read) return failed([read.problem]);
  const { text } = read;
  const fileOf = (value: unknown): YamlReading<T> => ({
    file: {
      path,
      value: value as T,
      problem: (found) => placesOf(text).problem(path, found),
      line: (at) => placesOf(text).line(at),
    },
    problems: [],
  });
  const fast = parseFastYaml(text);
  if (fast !== undefined && isValid(schema, fast)) return fileOf(fast);
  let document: Document;
  try {
    document = parse(text);
  } catch (error) {
    // Where `yaml` does not expect it, deep nesting exhausts the stack.
    if (!(error instanceof RangeError)) throw error;
    const message = 'not valid YAML: it is nested too deeply';
    return failed([fileProblem(path, { code: 'D107', message, fix: 'remove superfluous brackets and hyphens' })]);
  }
  const faults = findInYaml(text, document);
  const places = new Places(text, document);
  if (faults.length > 0) return failed(faults.map(({ offset, finding }) => places.problemAt(path, offset, finding)));
  const value: unknown = document.toJS();
  if (value === null || value === undefined) {
    return failed([fileProblem(path, { code: 'D105', message: 'the file is empty', fix: 'fill it in, or delete it' })]);
  }
  const findings = checkSchema(schema, value);
  return findings.length > 0 ? failed(findings.map((found) => places.problem(path, found))) : fileOf(value);
}

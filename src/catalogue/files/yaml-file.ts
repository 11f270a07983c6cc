/**
 * Reads one YAML file, checks it against its schema, and locates values in the text.
 *
 * In: path and schema. Out: the value with a way to create located problems, or only the problems.
 *
 * The plain form of YAML has a fast parser of its own (`plain-yaml.ts`), because parsing is a large part of a build. If a text is
 * not plain or violates its schema, or a problem needs its line, `yaml` parses the text again and its result counts.
 */
import { createRequire } from 'node:module';
import type { Document, LineCounter, Pair, YAMLError, YAMLMap } from 'yaml';
import type { Finding, Problem } from '../../report/problems.ts';
import { parsePlainYaml } from './plain-yaml.ts';
import { salvage } from './salvage.ts';
import { checkOf, checkSchema, type SchemaName } from './schema.ts';
import { fileProblem, type Overlay, readTextFile } from './text-file.ts';
import { findExcess } from './value-limit.ts';
import { type DocumentFinding, findInDocument, isHarmless } from './yaml-findings.ts';
import { explainSyntax } from './yaml-syntax.ts';

/** Loaded when it is needed: valid files in the plain form can do without it. */
function yaml(): typeof import('yaml') {
  // Stored here because finding a module takes `require` a while.
  loaded ??= require('yaml') as typeof import('yaml');
  return loaded;
}
let loaded: typeof import('yaml') | undefined;
const require = createRequire(import.meta.url);

/** Path from the top of a file to a value: keys and 0-based indices. */
export type DataPath = readonly (string | number)[];

/** A finding and its path; `onKey` points at the key instead of its value. */
export interface PlacedFinding extends Finding {
  readonly at: DataPath;
  readonly onKey?: boolean;
}

export interface YamlFile<T> {
  readonly path: string;
  readonly value: T;
  /** False if records that violate the schema were left out of the value. */
  readonly isWhole: boolean;
  problem(found: PlacedFinding): Problem;
  /** "line 12", for messages that name a second place. */
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
    pairs = new Map(map.items.map((pair) => [keyText(pair.key), pair]));
    knownPairs.set(map, pairs);
  }
  return pairs.get(String(key));
}

/** Offset of the value (or its key) at the path; if the path does not exist, of the nearest enclosing value. */
function offsetOf(document: Document, at: DataPath, onKey: boolean): number {
  const { isMap, isNode, isSeq } = yaml();
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

const keyText = (key: unknown): string =>
  yaml().isNode(key) && 'value' in key ? String((key as { value: unknown }).value) : String(key);

function placeIn(file: string, text: string, lines: LineCounter, offset: number, finding: Finding): Problem {
  const { line, col } = lines.linePos(offset);
  const start = lines.lineStarts[line - 1] ?? 0;
  const end = text.indexOf('\n', start);
  const excerpt = excerptOf(text.slice(start, end < 0 ? text.length : end), col);
  const { code, message, fix } = finding;
  return { file, line: Math.max(line, 1), column: Math.max(col, 1), code, message, fix, excerpt };
}

function syntaxFinding(fault: YAMLError): Finding {
  const code = 'D107';
  if (fault.code === 'MULTIPLE_DOCS') {
    return { code, message: 'not valid YAML here: a second document begins', fix: 'keep one document per file' };
  }
  if (fault.code === 'TAG_RESOLVE_FAILED') {
    return { code, message: 'not valid YAML here: tags are not used', fix: 'write the plain value' };
  }
  const said = fault.message.replace(/\s+/g, ' ').trim();
  const fix = 'check indentation, quotes and brackets of this line and the one above';
  return { code, message: `not valid YAML: ${said}`, fix };
}

/** The first syntax error; later ones often follow from it. */
function syntaxProblems(file: string, text: string, document: Document, lines: LineCounter): Problem[] {
  const place = (offset: number, finding: Finding): Problem => placeIn(file, text, lines, offset, finding);
  const [first] = [...document.errors, ...document.warnings].sort((a, b) => a.pos[0] - b.pos[0]);
  if (first === undefined) return [];
  const tab = /^[ -]*\t/m.exec(text);
  if (first.code === 'TAB_AS_INDENT' || (tab && lines.linePos(tab.index).line <= lines.linePos(first.pos[0]).line)) {
    const offset = tab ? tab.index + tab[0].length - 1 : first.pos[0];
    return [place(offset, { code: 'D108', message: 'YAML is indented with a tab', fix: 'indent with spaces' })];
  }
  const explained = explainSyntax(text, lines.linePos(first.pos[0]).line, first);
  if (explained === null) return [place(first.pos[0], syntaxFinding(first))];
  return [place((lines.lineStarts[explained.line - 1] ?? 0) + explained.column - 1, explained.finding)];
}

interface ParsedYaml {
  readonly document: Document;
  readonly lines: LineCounter;
}

/**
 * A document takes some thirty times the memory of its text, so only the last ones are kept; when a problem needs another one, its text is
 * parsed again. A problem names two files at most, and most follow each other file by file.
 */
const MAX_PARSED = 4;
const lastParsed = new Map<string, ParsedYaml>();

function parse(text: string): ParsedYaml {
  const { LineCounter, parseDocument } = yaml();
  let parsed = lastParsed.get(text);
  if (parsed === undefined) {
    const lines = new LineCounter();
    // Duplicate keys are found by `findInDocument`.
    const options = { lineCounter: lines, prettyErrors: false, stringKeys: true, uniqueKeys: false };
    parsed = { document: parseDocument(text, options), lines };
  }
  // The last one used comes last.
  lastParsed.delete(text);
  lastParsed.set(text, parsed);
  const [oldest = text] = lastParsed.keys();
  if (lastParsed.size > MAX_PARSED) lastParsed.delete(oldest);
  return parsed;
}

/** Null if the nesting exhausts the stack where `yaml` does not expect it. */
function parseOrNull(text: string): ParsedYaml | null {
  try {
    return parse(text);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

type YamlReading<T> =
  | { readonly file: YamlFile<T>; readonly problems: readonly []; readonly salvaged: null }
  /** `salvaged` is the file without its invalid parts, for checks that would otherwise be skipped. */
  | { readonly file: null; readonly problems: readonly Problem[]; readonly salvaged: YamlFile<T> | null };

/** Maximum number of problems per file. */
const MAX_SALVAGED = 1000;

/** Reads and checks one file. `T` is the type that the schema describes. */
export function readYamlFile<T>(path: string, schema: SchemaName, overlay?: Overlay): YamlReading<T> {
  const read = readTextFile(path, overlay);
  if ('problem' in read) return { file: null, problems: [read.problem], salvaged: null };
  const { text } = read;
  const excess = findExcess(text);
  if (excess) return { file: null, problems: [fileProblem(path, excess)], salvaged: null };
  const problem = (found: PlacedFinding): Problem => {
    const { document, lines } = parse(text);
    return placeIn(path, text, lines, offsetOf(document, found.at, found.onKey === true), found);
  };
  const line = (at: DataPath): number => {
    const { document, lines } = parse(text);
    return lines.linePos(offsetOf(document, at, false)).line;
  };
  const whole = { path, isWhole: true, problem, line };
  const found = (value: unknown): YamlReading<T> => ({
    file: { ...whole, value: value as T },
    problems: [],
    salvaged: null,
  });
  const failed = (problems: Problem[], salvaged: YamlFile<T> | null = null): YamlReading<T> => ({
    file: null,
    problems,
    salvaged,
  });

  const plain = parsePlainYaml(text);
  if (plain !== undefined && checkOf(schema)(plain)) return found(plain);
  const parsed = parseOrNull(text);
  if (parsed === null) {
    const fix = 'remove superfluous brackets and hyphens';
    return failed([fileProblem(path, { code: 'D107', message: 'not valid YAML: it is nested too deeply', fix })]);
  }
  const { document, lines } = parsed;
  const inDocument = findInDocument(document, yaml());
  const placed = (found: readonly DocumentFinding[]): Problem[] =>
    found.map(({ offset, finding }) => placeIn(path, text, lines, offset, finding));
  const harmful = inDocument.filter((found) => !isHarmless(found));
  if (document.errors.length + document.warnings.length + harmful.length > 0) {
    return failed([...placed(harmful), ...syntaxProblems(path, text, document, lines)]);
  }
  const value: unknown = document.toJS();
  if (value === null || value === undefined) {
    return failed([fileProblem(path, { code: 'D105', message: 'the file is empty', fix: 'fill it in, or delete it' })]);
  }
  const ambiguous = placed(inDocument);
  const findings = checkSchema(schema, value);
  if (ambiguous.length + findings.length === 0) return found(value);
  const saved =
    findings.length > MAX_SALVAGED ? null : salvage(value, (one) => checkSchema(schema, one).map(({ at }) => at));
  const salvaged = saved && {
    path,
    value: saved.value as T,
    isWhole: saved.isWhole,
    problem: (one: PlacedFinding) => problem({ ...one, at: saved.pathInFile(one.at) }),
    line: (at: DataPath) => line(saved.pathInFile(at)),
  };
  return failed([...ambiguous, ...findings.map(problem)], salvaged);
}

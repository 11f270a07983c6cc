/**
 * Reads one YAML file and checks it against its schema. Returns the file with its value, or problems.
 *
 * `validate` spends most of its time reading, so valid files are read by a faster parser (`fast-yaml.ts`). `yaml` reads all other files,
 * and finds their problems.
 */
import { type Document, isMap, isNode, isScalar, isSeq, type Pair, parseDocument, type YAMLMap } from 'yaml';
import { type DataPath, type Finding, failed, placeOfFile, type Reading, toProblem } from '../../report/problems.ts';
import { type DataFile, TextPlaces } from './data-file.ts';
import { parseFastYaml } from './fast-yaml.ts';
import { checkSchema, isValid, type SchemaName } from './schema.ts';
import { MAX_EDITED_MIB, type Overlay, readTextFile } from './text-file.ts';
import { findInYaml } from './yaml-findings.ts';

/** A mapping's pairs by key, cached because `yaml` would search all of them for each problem. */
const knownPairs = new WeakMap<YAMLMap, ReadonlyMap<string, Pair>>();

function pairAt(map: YAMLMap, key: string | number): Pair | undefined {
  let pairs = knownPairs.get(map);
  if (pairs === undefined) {
    pairs = new Map(map.items.map((pair) => [isScalar(pair.key) ? String(pair.key.value) : '', pair]));
    knownPairs.set(map, pairs);
  }
  return pairs.get(String(key));
}

/** The offset of the value (or its key) at the path; if the path does not exist, the offset of the nearest enclosing value. */
export function offsetInYaml(document: Document, at: DataPath, onKey: boolean): number {
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

/** Parses YAML text. `yaml` takes quadratic time to find duplicate keys, so `findInYaml` finds them instead. */
export const parseYaml = (text: string): Document =>
  parseDocument(text, { prettyErrors: false, stringKeys: true, uniqueKeys: false });

/**
 * A document takes some thirty times the memory of its text, so files do not keep their documents. Problems mostly come file by file and
 * name at most two files, so a few documents are enough to locate them.
 */
const MAX_PARSED = 4;
const lastParsed = new Map<string, Document>();

/** Parses YAML text, or returns one of the documents parsed last. */
export function documentOf(text: string): Document {
  const document = lastParsed.get(text) ?? parseYaml(text);
  // The most recently used document comes last.
  lastParsed.delete(text);
  lastParsed.set(text, document);
  const [oldest = text] = lastParsed.keys();
  if (lastParsed.size > MAX_PARSED) lastParsed.delete(oldest);
  return document;
}

/** Fixes for empty files that are required. */
const WHEN_EMPTY: Partial<Record<SchemaName, string>> = {
  runs: 'fill it in, or write "runs: []"',
  catalogs: 'fill it in, or write "catalogs: []"',
  'default-parameters': 'fill it in, or write "default_parameters: []"',
  detectors: 'list at least one detector',
};

/** Fixes for missing files, if an import can create them. */
const WHEN_MISSING: Partial<Record<SchemaName, string>> = {
  detectors: 'add it, with code and name of each detector; or first import something that names detectors',
};

/** Reads and checks one file. `T` is the type that the schema describes. */
export function readYamlFile<T>(path: string, schema: SchemaName, overlay?: Overlay): Reading<DataFile<T>> {
  const read = readTextFile(path, overlay, { maxMiB: MAX_EDITED_MIB, whenMissing: WHEN_MISSING[schema] });
  if (read.value === null) return read;
  const text = read.value;
  const places = new TextPlaces(path, text);
  const fileOf = (value: unknown): Reading<DataFile<T>> => {
    const place: DataFile['place'] = (at, onKey = false) => places.at(offsetInYaml(documentOf(text), at, onKey));
    return { value: { path, text, value: value as T, place }, problems: [] };
  };
  const fast = parseFastYaml(text);
  if (fast !== undefined && isValid(schema, fast)) return fileOf(fast);
  let document: Document;
  try {
    document = parseYaml(text);
  } catch (error) {
    // Deep nesting can exhaust the stack, because `yaml` does not guard against it everywhere.
    if (!(error instanceof RangeError)) throw error;
    const message = 'not valid YAML: it is nested too deeply';
    return failed([
      toProblem({ code: 'D107', message, fix: 'remove superfluous brackets and hyphens' }, placeOfFile(path)),
    ]);
  }
  const faults = findInYaml(text, document);
  if (faults.length > 0) return failed(faults.map(([offset, finding]) => toProblem(finding, places.at(offset))));
  const value: unknown = document.toJS();
  if (value === null || value === undefined) {
    const fix = WHEN_EMPTY[schema] ?? 'fill it in, or delete it';
    return failed([toProblem({ code: 'D105', message: 'the file is empty', fix }, placeOfFile(path))]);
  }
  const findings = checkSchema(schema, value);
  if (findings.length === 0) return fileOf(value);
  const placeOf = ({ at = [], onKey = false }: Finding) => places.at(offsetInYaml(document, at, onKey));
  return failed(findings.map((found) => toProblem(found, placeOf(found))));
}

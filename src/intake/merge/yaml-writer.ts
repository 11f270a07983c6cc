/**
 * Creates and edits YAML files through the document tree, so that comments stay in place.
 *
 * Unchanged files are not rewritten. In changed files the library may change indentation and line breaks, but comments, order and the
 * spelling of numbers are kept.
 */
import { existsSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { Document, isMap, isNode, isScalar, isSeq, type YAMLMap, YAMLSeq } from 'yaml';
import { INPUT_FILES, type InputKind } from '../../catalogue/files/input-files.ts';
import type { Change } from './merge-record.ts';

/** Kinds of files with one document. */
export type YamlKind = Exclude<InputKind, 'strain-statistics'>;

/** How a kind of file begins. `*` stands for its name: a catalog, a run, a dataset. */
interface NewFile {
  readonly comment: string;
  readonly list: string;
  /** The member with the name; null if the file is itself a record, with the list. */
  readonly head?: 'catalog' | 'run' | null;
}

const NEW_FILES: Readonly<Record<YamlKind, NewFile>> = {
  detectors: { comment: 'Detectors that strain files and event versions may name.', list: 'detectors' },
  runs: { comment: 'Observing runs in GPS seconds; gps_stop no longer belongs to the run.', list: 'runs' },
  catalogs: { comment: 'Catalogs that event versions belong to.', list: 'catalogs' },
  events: { comment: 'What is on record of events as a whole.', list: 'events' },
  'default-parameters': { comment: 'Parameters that event versions may state.', list: 'default_parameters' },
  'event-versions': { comment: 'Event versions of *, latest event first.', list: 'event_versions', head: 'catalog' },
  'event-strain-files': {
    comment: 'Starts of the strain files of single events in *, latest event first.',
    list: 'event_strain_files',
    head: 'catalog',
  },
  'strain-files': { comment: 'Strain files of *. A block is [first_gps_start, count].', list: 'series', head: null },
  timelines: { comment: 'Segments of the data-quality flags in *, as [start, stop).', list: 'flags', head: 'run' },
};

/** The name of the list in a kind of file. */
export const listNameOf = (kind: YamlKind): string => NEW_FILES[kind].list;

/** A new document with its schema for editors, a comment and an empty list. `name` is that of the file; `first` is its first record. */
export function newDocument(dataDir: string, kind: YamlKind, name: string, first: object): Document {
  const { comment, list, head } = NEW_FILES[kind];
  const document = new Document({});
  const start = head === null ? first : head === undefined ? {} : { [head]: name };
  document.contents = recordNode(document, { ...start, [list]: [] });
  const schema = schemaPath(dataDir, kind);
  // Editors read the path up to the first blank.
  const forEditors = schema === null || /\s/.test(schema) ? '' : ` yaml-language-server: $schema=${schema}\n`;
  document.commentBefore = `${forEditors} ${comment.replace('*', () => name)}`;
  return document;
}

/**
 * The path from a file of a kind to its schema: beside the data, as in a clone of this repository, or in the package that is installed
 * there. Null if it is elsewhere on this machine, where other users of the file do not have it.
 */
function schemaPath(dataDir: string, kind: YamlKind): string | null {
  const project = resolve(dataDir, '..');
  const places = [project, resolve(project, 'node_modules/stillwave')];
  const schema = places.map((place) => resolve(place, `schemas/${kind}.schema.json`)).find((path) => existsSync(path));
  if (schema === undefined) return null;
  return relative(dirname(resolve(dataDir, INPUT_FILES[kind].pattern)), schema).replaceAll('\\', '/');
}

export function documentText(document: Document): string {
  return document.toString({ lineWidth: 0, flowCollectionPadding: false });
}

/** The list at a path, created if necessary. An empty list in flow style becomes a block. */
export function listAt(document: Document, path: readonly (string | number)[]): YAMLSeq {
  const found = document.getIn(path, true);
  if (isSeq(found)) {
    if (found.items.length === 0) found.flow = false;
    return found;
  }
  const made = new YAMLSeq();
  document.setIn(path, made);
  return made;
}

/** `{best: 35.6, upper_error: 4.7}` on one line. */
export function flowNode(document: Document, value: unknown): unknown {
  return document.createNode(value, { flow: true });
}

/** A field of a record: lists and mappings on one line, but one line for each parameter and each block of strain files. */
function fieldNode(document: Document, field: string, value: unknown): unknown {
  const isLong = field === 'parameters' || field === 'blocks';
  const node = document.createNode(value, { flow: !isLong });
  // Event times always have one decimal, as in responses.
  if (field === 'gps' && isScalar(node)) Object.assign(node, { minFractionDigits: 1 });
  if (isLong && isSeq(node)) node.items = (value as unknown[]).map((one) => flowNode(document, one));
  else if (isLong && isMap(node)) {
    for (const [name, one] of Object.entries(value as object)) node.set(name, flowNode(document, one));
  }
  return node;
}

/** A record with one line for each field. */
export function recordNode(document: Document, record: object): YAMLMap {
  const node = document.createNode({}) as YAMLMap;
  for (const [field, value] of Object.entries(record)) node.set(field, fieldNode(document, field, value));
  return node;
}

/** Sets a field; a new one is inserted in the order of `fields`. */
export function setField(node: YAMLMap, field: string, value: unknown, fields: readonly string[]): void {
  if (node.has(field)) {
    node.set(field, value);
    return;
  }
  const later = fields.slice(fields.indexOf(field) + 1);
  node.set(field, value);
  const [pair] = node.items.splice(-1);
  const next = node.items.findIndex(({ key }) => later.includes(String(key)));
  if (pair) node.items.splice(next < 0 ? node.items.length : next, 0, pair);
}

/** Keeps what stands beside the old value: comments, and the nodes of elements that it shares with the new one. */
function keepComments(old: unknown, made: unknown): void {
  if (!isNode(old) || !isNode(made)) return;
  made.comment = old.comment ?? null;
  made.commentBefore = old.commentBefore ?? null;
  if (!isSeq(old) || !isSeq(made)) return;
  const known = new Map(old.items.map((node) => [JSON.stringify(node), node]));
  made.items = made.items.map((node) => known.get(JSON.stringify(node)) ?? node);
}

/** Applies one change to the node of a record; `fields` is the order of its fields. */
export function applyChange(
  document: Document,
  node: unknown,
  { path, value }: Change,
  fields: readonly string[],
): void {
  const [field = ''] = path;
  if (isSeq(node)) node.set(Number(field), value);
  else if (!isMap(node)) return;
  else if (value === undefined) node.deleteIn(path);
  else {
    const made = path.length > 1 ? flowNode(document, value) : fieldNode(document, field, value);
    keepComments(node.getIn(path, true), made);
    if (path.length > 1) node.setIn(path, made);
    else setField(node, field, made, fields);
  }
}

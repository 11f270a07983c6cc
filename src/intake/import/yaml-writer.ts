/**
 * Creates and edits YAML files through the document tree, so that comments stay in place.
 *
 * Unchanged files are not rewritten. In changed files the library may change indentation and line breaks, but comments, order and the
 * spelling of numbers are kept.
 */
import { Document, isMap, isNode, isScalar, isSeq, parseDocument, type YAMLMap, YAMLSeq } from 'yaml';
import type { RawBlock } from '../../catalogue/files/raw.ts';
import { type Overlay, readTextFile } from '../../catalogue/files/text-file.ts';
import type { Change } from './merge-record.ts';

/** A new document, with its schema for editors and a comment, for a file in a subfolder of the data folder. */
export function newDocument(schema: string, comment: string, value: object): Document {
  return commentedDocument(`../../schemas/${schema}`, comment, value);
}

/** Like `newDocument`, for a file directly in the data folder. */
export function newTopDocument(schema: string, comment: string, value: object): Document {
  return commentedDocument(`../schemas/${schema}`, comment, value);
}

function commentedDocument(schema: string, comment: string, value: object): Document {
  const document = new Document({});
  document.contents = recordNode(document, value);
  document.commentBefore = ` yaml-language-server: $schema=${schema}.schema.json\n ${comment}`;
  return document;
}

/** Opens a validated file; it only fails if the file has changed since. `texts` replace files. */
export function openDocument(path: string, texts?: Overlay): Document {
  const read = readTextFile(path, texts);
  if ('problem' in read) throw new Error(`${path}: ${read.problem.message}`);
  return parseDocument(read.text);
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

/** A field of a record: lists and mappings on one line, but one line for each parameter. */
function fieldNode(document: Document, field: string, value: unknown): unknown {
  const node = document.createNode(value, { flow: field !== 'parameters' });
  // Event times always have one decimal, as in responses.
  if (field === 'gps' && isScalar(node)) Object.assign(node, { minFractionDigits: 1 });
  if (field === 'parameters') {
    for (const [name, one] of Object.entries(value as object)) (node as YAMLMap).set(name, flowNode(document, one));
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

/** Replaces the blocks of consecutive files in a list; unchanged nodes keep their comments. */
export function setBlocks(document: Document, list: YAMLSeq, blocks: readonly RawBlock[]): void {
  const known = new Map(list.items.map((node) => [JSON.stringify(node), node]));
  list.items = blocks.map((block) => known.get(JSON.stringify(block)) ?? flowNode(document, block));
}

/** Applies one change to the node of a record; `fields` is the order of its fields. Comments at the old value are kept. */
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
    const old = node.getIn(path, true);
    const made = path.length > 1 ? flowNode(document, value) : fieldNode(document, field, value);
    if (isNode(old) && isNode(made)) {
      made.comment = old.comment ?? null;
      made.commentBefore = old.commentBefore ?? null;
    }
    if (path.length > 1) node.setIn(path, made);
    else setField(node, field, made, fields);
  }
}

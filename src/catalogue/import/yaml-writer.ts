/**
 * Makes and changes YAML files through the document tree, so that comments written by hand stay where they are.
 *
 * A file without changes is never written again, hence keeps its bytes. A changed file is laid out anew by the library
 * (indentation, line breaks of flow lists), while comments, order and the spelling of numbers are kept.
 */
import { Document, isScalar, isSeq, parseDocument, type YAMLMap, YAMLSeq } from 'yaml';
import type { RawEventVersion, RawFileRun } from '../files/raw.ts';

/** A new document with the line that tells editors its schema, and a comment. */
export function newDocument(schema: string, comment: string, value: unknown): Document {
  const document = new Document(value);
  document.commentBefore = ` yaml-language-server: $schema=../../schemas/${schema}.schema.json\n ${comment}`;
  return document;
}

export function readDocument(text: string): Document {
  return parseDocument(text);
}

export function documentText(document: Document): string {
  return document.toString({ lineWidth: 0, flowCollectionPadding: false });
}

/** The list at the path; made where it is not there (a list left empty by hand has flow form, which is undone). */
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

/** Event times always show their decimal, as in responses. */
export function gpsNode(document: Document, gps: number): unknown {
  const node = document.createNode(gps);
  if (isScalar(node)) Object.assign(node, { minFractionDigits: 1 });
  return node;
}

/** An event version, lists and values on one line each. */
export function eventNode(document: Document, event: RawEventVersion): YAMLMap {
  const { gps, detectors, parameters, ...rest } = event;
  const node = document.createNode({ name: rest.name, version: rest.version }) as YAMLMap;
  node.set('gps', gpsNode(document, gps));
  if (rest.doi !== undefined) node.set('doi', rest.doi);
  node.set('detectors', flowNode(document, detectors));
  if (rest.detectors_source !== undefined) node.set('detectors_source', rest.detectors_source);
  const values = Object.entries(parameters ?? {});
  if (values.length > 0) {
    const map = document.createNode({}) as YAMLMap;
    for (const [name, value] of values) map.set(name, flowNode(document, value));
    node.set('parameters', map);
  }
  return node;
}

/** Makes the list hold just these runs; the nodes of runs that stay are kept with their comments. */
export function setFileRuns(document: Document, list: YAMLSeq, runs: readonly RawFileRun[]): void {
  const known = new Map(list.items.map((node) => [JSON.stringify(node), node]));
  list.items = runs.map((run) => known.get(JSON.stringify(run)) ?? flowNode(document, run));
}

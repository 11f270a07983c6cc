/**
 * Writes values as YAML, in their schema's layout. A file's existing document is changed node by node, so comments stay with the records
 * and members that they belong to. The `yaml` library then writes the whole document.
 */
import { existsSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { Document, isMap, isNode, isScalar, isSeq, type Node, Pair, YAMLMap, YAMLSeq } from 'yaml';
import { INPUT_FILES, type InputKind } from '../../catalogue/files/input-files.ts';
import { isMapping, type Mapping } from '../../catalogue/files/mapping.ts';
import { parseYaml } from '../../catalogue/files/yaml-file.ts';
import { groupBy } from '../../core/base/group-by.ts';
import { keyOf, type Layout, layoutOf, layoutWithin } from './layout.ts';
import { sortedJson } from './merge-values.ts';

/** The kinds of YAML files. */
export type YamlKind = Exclude<InputKind, 'strain-statistics'>;

/** The comment at the top of a new file; `*` is replaced with the file's name, which is the name of a catalog, run or dataset. */
const COMMENTS: Readonly<Record<YamlKind, string>> = {
  detectors: 'Detectors of strain files and event versions.',
  runs: 'Observing runs in GPS seconds; the end is exclusive.',
  catalogs: 'Catalogs that event versions belong to.',
  events: 'Facts about whole events.',
  'default-parameters': 'Parameters of event versions.',
  'event-versions': 'Event versions of *, latest event first.',
  'event-strain-files': 'Starts of the strain files of single events in *, latest event first.',
  'strain-files': 'Strain files of *. A block is [first_gps_start, count].',
  timelines: 'Segments of the data-quality flags in *, as [start, stop).',
};

/** The content of a new file; `stem` is the file's name without its extension. */
export function newFileText(dataDir: string, kind: YamlKind, stem: string, value: object): string {
  const document = new Document();
  document.contents = nodeOf(value, layoutOf(kind), true) as Document['contents'];
  const schema = schemaPath(dataDir, kind);
  // Editors read the path only up to the first space, so a path with spaces is left out.
  const forEditors = schema === null || /\s/.test(schema) ? '' : ` yaml-language-server: $schema=${schema}\n`;
  document.commentBefore = `${forEditors} ${COMMENTS[kind].replace('*', () => stem)}`;
  return formatDocument(document);
}

/** The text with a new value. Comments stay, unless their record or member is removed. */
export function changedText(text: string, value: object, layout: Layout): string {
  const document = parseYaml(text);
  document.contents = changedNode(document.contents, value, layout, true) as Document['contents'];
  const changed = formatDocument(document);
  return text.includes('\r\n') ? changed.replaceAll('\n', '\r\n') : changed;
}

/**
 * The path from a data file to its kind's schema. The schema may be beside the data, as in a clone of this repository, or in a package
 * installed there. Null if the schema is elsewhere on this machine, because other users of the file would not have it.
 */
function schemaPath(dataDir: string, kind: YamlKind): string | null {
  const project = resolve(dataDir, '..');
  const places = [project, resolve(project, 'node_modules/stillwave')];
  const schema = places.map((place) => resolve(place, `schemas/${kind}.schema.json`)).find((path) => existsSync(path));
  if (schema === undefined) return null;
  return relative(dirname(resolve(dataDir, INPUT_FILES[kind].pattern)), schema).replaceAll('\\', '/');
}

const formatDocument = (document: Document): string =>
  document.toString({ lineWidth: 0, flowCollectionPadding: false });

const scalars = new Document();

/** A new node for a value. An empty list or mapping is written in flow style. */
function nodeOf(value: unknown, layout: Layout | undefined, isOverLines: boolean): Node {
  const inner = (one: unknown, step: string | number): Node => {
    const part = layoutWithin(layout, step);
    return nodeOf(one, part, isOverLines && (part?.isOverLines ?? false));
  };
  if (Array.isArray(value)) {
    const list = new YAMLSeq();
    list.flow = !isOverLines || value.length === 0;
    list.items = value.map(inner);
    return list;
  }
  if (isMapping(value)) {
    const mapping = new YAMLMap();
    const members = Object.entries(value).filter(([, one]) => one !== undefined);
    mapping.flow = !isOverLines || members.length === 0;
    mapping.items = members.map(([name, one]) => new Pair(scalars.createNode(name), inner(one, name)));
    return mapping;
  }
  const node = scalars.createNode(value) as Node;
  if (isScalar(node) && typeof value === 'number' && layout?.decimals) node.minFractionDigits = layout.decimals;
  if (isScalar(node) && typeof value === 'string' && value.includes('\n')) node.type = 'QUOTE_DOUBLE';
  return node;
}

/** The existing node with a new value, or a new node with the old node's comments. `isOverLines` is true outside brackets. */
function changedNode(node: unknown, value: unknown, layout: Layout | undefined, isOverLines: boolean): Node {
  if (isMap(node) && isMapping(value) && node.items.length > 0) return changedMapping(node, value, layout, isOverLines);
  if (isSeq(node) && Array.isArray(value) && node.items.length > 0)
    return changedList(node, value, layout, isOverLines);
  if (isScalar(node) && node.value === value) return node;
  const next = nodeOf(value, layout, isOverLines && (layout?.isOverLines ?? false));
  if (isNode(node)) {
    const { comment, commentBefore, spaceBefore } = node;
    Object.assign(next, { comment, commentBefore, spaceBefore });
  }
  return next;
}

function changedMapping(node: YAMLMap, value: Mapping, layout: Layout | undefined, isOverLines: boolean): Node {
  const inner = (name: string, old: unknown): Node =>
    changedNode(old, value[name], layoutWithin(layout, name), isOverLines && !node.flow);
  const nameOf = ({ key }: Pair): string => (isScalar(key) ? String(key.value) : '');
  const kept = node.items.filter((pair) => value[nameOf(pair)] !== undefined);
  for (const pair of kept) pair.value = inner(nameOf(pair), pair.value);
  const existing = new Set(kept.map(nameOf));
  const order = [...(layout?.members.keys() ?? [])];
  const positionOf = (name: string): number => (order.includes(name) ? order.indexOf(name) : order.length);
  const added = Object.keys(value).filter((name) => value[name] !== undefined && !existing.has(name));
  for (const name of added) {
    const next = kept.findIndex((pair) => positionOf(nameOf(pair)) > positionOf(name));
    kept.splice(next < 0 ? kept.length : next, 0, new Pair(scalars.createNode(name), inner(name, undefined)));
  }
  node.items = kept;
  return node;
}

function changedList(node: YAMLSeq, value: readonly unknown[], layout: Layout | undefined, isOverLines: boolean): Node {
  const idOf = (one: unknown): string => (layout?.key ? keyOf(layout, one) : sortedJson(one));
  const items = node.items.filter(isNode);
  giveCommentToFirst(node, items[0]);
  const old = groupBy(items, (item) => idOf(item.toJSON()));
  node.items = value.map((one) =>
    changedNode(old.get(idOf(one))?.shift(), one, layout?.items, isOverLines && !node.flow),
  );
  return node;
}

/** `yaml` reads a comment above the first element as a comment on the list, but the paragraph above an element belongs to the element. */
function giveCommentToFirst(list: YAMLSeq, first: Node | undefined): void {
  if (list.flow || !first || !list.commentBefore) return;
  const paragraphs = list.commentBefore.split('\n\n');
  first.commentBefore = paragraphs.pop() ?? null;
  list.commentBefore = paragraphs.length > 0 ? paragraphs.join('\n\n') : null;
}

/** Renders values as YAML, in their schema's layout, for new parts of a file and for new files. */
import { existsSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { Document, isScalar, type Node, YAMLMap, YAMLSeq } from 'yaml';
import { INPUT_FILES, type InputKind } from '../../catalogue/files/input-files.ts';
import { layoutOf, layoutWithin, type RecordLayout } from '../../catalogue/files/layout.ts';
import { isMapping } from '../../catalogue/files/mapping.ts';

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

/** The content of a new file; `name` is the file's name without extension. */
export function newFileText(dataDir: string, kind: YamlKind, name: string, value: object): string {
  const document = new Document();
  document.contents = nodeOf(document, value, layoutOf(kind), true) as Document['contents'];
  const schema = schemaPath(dataDir, kind);
  // Editors read the path only up to the first space, so a path with spaces is left out.
  const forEditors = schema === null || /\s/.test(schema) ? '' : ` yaml-language-server: $schema=${schema}\n`;
  document.commentBefore = `${forEditors} ${COMMENTS[kind].replace('*', () => name)}`;
  return formatDocument(document);
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

/** A value on one line, in flow style. */
export function renderFlow(value: unknown, layout: RecordLayout | undefined): string {
  const document = new Document();
  const list = new YAMLSeq();
  list.flow = true;
  list.items.push(nodeOf(document, value, layout, false));
  document.contents = list as Document['contents'];
  return formatDocument(document).trimEnd().slice(1, -1);
}

/**
 * The lines for a value, or for a member if `name` is given, in block style and without indentation. `isOverLines` overrides the value's
 * layout.
 */
export function renderBlock(
  value: unknown,
  layout: RecordLayout | undefined,
  name?: string,
  isOverLines?: boolean,
): string[] {
  const document = new Document();
  const node = nodeOf(document, value, layout, isOverLines ?? layout?.isOverLines ?? false);
  const whole = new YAMLMap();
  if (name !== undefined) whole.set(name, node);
  document.contents = (name === undefined ? node : whole) as Document['contents'];
  return formatDocument(document).trimEnd().split('\n');
}

/** The node for a value. An empty list or mapping is written in flow style. */
function nodeOf(document: Document, value: unknown, layout: RecordLayout | undefined, isOverLines: boolean): Node {
  const inner = (one: unknown, step: string | number): Node => {
    const part = layoutWithin(layout, step);
    return nodeOf(document, one, part, isOverLines && (part?.isOverLines ?? false));
  };
  if (Array.isArray(value)) {
    const list = new YAMLSeq();
    list.flow = !isOverLines || value.length === 0;
    for (const [index, one] of value.entries()) list.items.push(inner(one, index));
    return list;
  }
  if (isMapping(value)) {
    const mapping = new YAMLMap();
    mapping.flow = !isOverLines || Object.keys(value).length === 0;
    for (const [name, one] of Object.entries(value)) mapping.set(document.createNode(name), inner(one, name));
    return mapping;
  }
  const node = document.createNode(value) as Node;
  if (isScalar(node) && typeof value === 'number' && layout?.decimals) node.minFractionDigits = layout.decimals;
  if (isScalar(node) && typeof value === 'string' && value.includes('\n')) node.type = 'QUOTE_DOUBLE';
  return node;
}

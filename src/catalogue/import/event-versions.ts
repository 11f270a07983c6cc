/**
 * Plans the import of event versions into `event-versions/<catalog>.yaml`. In: CSV, the catalogue as it is. Out: a plan.
 *
 * An event version is found by name and version in whatever catalog; a row that names another catalog moves it (a change).
 * New ones are put in the listing's order (gps descending, name, version) among those that are there.
 */
import { join } from 'node:path';
import { type Document, isMap, type YAMLMap } from 'yaml';
import { shortNameOf } from '../check-event-versions.ts';
import type { Problem } from '../files/problems.ts';
import type { RawEventVersion, RawEventVersions } from '../files/raw.ts';
import { readTextFile } from '../files/text-file.ts';
import type { KnownNames } from '../names.ts';
import type { CsvFile, CsvRow } from './csv.ts';
import { type EventRow, readEventRow } from './event-rows.ts';
import { type Change, mergeEvent } from './merge-event.ts';
import { type FileOutcome, type ImportPlan, leftOutFinding, newOutcome, replacedFinding } from './plan.ts';
import { documentText, eventNode, flowNode, gpsNode, listAt, newDocument, readDocument } from './yaml-writer.ts';

/** A catalog's file under way. */
interface CatalogFile {
  readonly outcome: FileOutcome;
  readonly document: Document;
  /** Entries of the document's list, in the same order. */
  readonly events: RawEventVersion[];
}

interface Found {
  readonly catalog: string;
  readonly event: RawEventVersion;
}

/** Listing order. Negative where `a` comes first. */
function compareEvents(a: RawEventVersion, b: RawEventVersion): number {
  return b.gps - a.gps || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0) || a.version - b.version;
}

export function planEventVersions(
  csv: CsvFile,
  dataDir: string,
  existing: readonly string[],
  known: KnownNames,
): ImportPlan {
  const files = new Map<string, CatalogFile>();
  const index = new Map<string, Found>();
  for (const path of existing) openFile(path, files, index);
  const leftOut: Problem[] = [...csv.leftOut];
  const replaced: Problem[] = [];
  const seen = new Map<string, number>();
  for (const row of csv.rows) {
    const { label, entry, findings } = readEventRow(row, known);
    const before = seen.get(label);
    if (before !== undefined) {
      const message = `the version is given on line ${before} already`;
      findings.push({ code: 'D131', message, fix: 'keep one of the two rows' });
    }
    if (findings.length > 0) {
      leftOut.push(csv.problem(row, leftOutFinding(label, findings)));
      continue;
    }
    seen.set(label, row.line);
    mergeRow({ csv, row, entry, files, index, dataDir, replaced });
  }
  const touched = [...files.values()].filter(({ outcome }) => outcome.added + outcome.completed + outcome.changed > 0);
  const texts = new Map(touched.map((file) => [file.outcome.path, documentText(file.document)]));
  return { outcomes: [...files.values()].map((file) => file.outcome), leftOut, replaced, texts, lines: new Map() };
}

function openFile(path: string, files: Map<string, CatalogFile>, index: Map<string, Found>): void {
  const read = readTextFile(path);
  // The data folder was validated before, so this only happens where it changes meanwhile.
  if ('problem' in read) throw new Error(`${path}: ${read.problem.message}`);
  const document = readDocument(read.text);
  const { catalog, event_versions: events } = document.toJS() as RawEventVersions;
  files.set(catalog, { outcome: newOutcome(path), document, events: [...events] });
  for (const event of events) index.set(shortNameOf(event), { catalog, event });
}

interface Merge {
  readonly csv: CsvFile;
  readonly row: CsvRow;
  readonly entry: EventRow;
  readonly files: Map<string, CatalogFile>;
  readonly index: ReadonlyMap<string, Found>;
  readonly dataDir: string;
  readonly replaced: Problem[];
}

function mergeRow({ csv, row, entry, files, index, dataDir, replaced }: Merge): void {
  const { event, catalog } = entry;
  const shortName = shortNameOf(event);
  const found = index.get(shortName);
  const target = files.get(catalog) ?? newCatalogFile(catalog, dataDir);
  files.set(catalog, target);
  if (!found) {
    insert(target, event, eventNode(target.document, event));
    target.outcome.added++;
    return;
  }
  const changes = mergeEvent(found.event, entry);
  const replacements = changes.filter((change) => change.old !== undefined);
  for (const change of replacements) {
    replaced.push(csv.problem(row, replacedFinding(shortName, change.path.join('.'), change.old, change.value)));
  }
  if (found.catalog !== catalog) {
    replaced.push(csv.problem(row, replacedFinding(shortName, 'catalog', found.catalog, catalog)));
    const source = files.get(found.catalog);
    if (source) move(source, target, found.event);
    target.outcome.changed++;
  } else if (replacements.length > 0) target.outcome.changed++;
  else if (changes.length > 0) target.outcome.completed++;
  else target.outcome.kept++;
  const node = listAt(target.document, ['event_versions']).items[target.events.indexOf(found.event)];
  if (isMap(node)) for (const change of changes) apply(target.document, node, change);
}

function newCatalogFile(catalog: string, dataDir: string): CatalogFile {
  const value = { catalog, event_versions: [] };
  const document = newDocument('event-versions', `Event versions of ${catalog}, latest event first.`, value);
  return { outcome: newOutcome(join(dataDir, 'event-versions', `${catalog}.yaml`)), document, events: [] };
}

function insert(file: CatalogFile, event: RawEventVersion, node: unknown): void {
  const list = listAt(file.document, ['event_versions']);
  const next = file.events.findIndex((other) => compareEvents(event, other) < 0);
  const position = next < 0 ? file.events.length : next;
  file.events.splice(position, 0, event);
  list.items.splice(position, 0, node);
}

/** Takes an entry, with its comments, from one file to another. */
function move(source: CatalogFile, target: CatalogFile, event: RawEventVersion): void {
  const position = source.events.indexOf(event);
  const [node] = listAt(source.document, ['event_versions']).items.splice(position, 1);
  source.events.splice(position, 1);
  source.outcome.changed++;
  insert(target, event, node);
}

function apply(document: Document, node: YAMLMap, change: Change): void {
  const [field, ...rest] = change.path;
  if (change.value === undefined) node.deleteIn(change.path);
  else if (field === 'gps') node.set('gps', gpsNode(document, Number(change.value)));
  else if (rest.length === 1 || field === 'detectors') node.setIn(change.path, flowNode(document, change.value));
  else node.setIn(change.path, change.value);
}

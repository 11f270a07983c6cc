/**
 * Finds the records in a data folder that a service no longer has: their keys are not among the keys of its entries, whether these can be
 * merged or not.
 *
 * A list for which the service returns nothing is not compared, because the service may not have published it. Detectors and parameters are
 * not compared either, because a service lists only those that it uses.
 */
import { countBlockFiles, hasFile, isBlock, uniteBlocks } from '../../catalogue/blocks.ts';
import type { InputKind } from '../../catalogue/files/input-files.ts';
import type { Mapping } from '../../catalogue/files/mapping.ts';
import type { Block, FileStatistics, StrainDataset } from '../../catalogue/types.ts';
import { groupBy } from '../../core/base/group-by.ts';
import { STRAIN_FILE_DURATION_S } from '../../core/contract/wire.ts';
import { countOf } from '../../report/count.ts';
import { catalogRecord } from '../kinds/catalogs.ts';
import { bitRecord, datasetRecord } from '../kinds/datasets.ts';
import { eventFilesRecord } from '../kinds/event-strain-files.ts';
import { versionRecord } from '../kinds/event-versions.ts';
import { eventRecord } from '../kinds/events.ts';
import { setRecord } from '../kinds/parameter-sets.ts';
import { runRecord } from '../kinds/runs.ts';
import { flagRecord, segmentRecord } from '../kinds/segments.ts';
import { seriesRecord } from '../kinds/strain-files.ts';
import { type Layout, layoutOf } from '../merge/layout.ts';
import type { MergedFolder } from '../merge/merged-folder.ts';
import type { RecordChange, SourceItem, SourceRecord } from '../merge/records.ts';

const COMPARED: readonly InputKind[] = [
  'catalogs',
  'events',
  'runs',
  'event-versions',
  'event-strain-files',
  'strain-files',
  'timelines',
];

/** The record for a value in each list. `file` is the name of the file that has the list, and `around` the record around the value. */
const RECORDS: Readonly<Record<string, (file: string, value: Mapping, around: Mapping) => SourceRecord>> = {
  catalogs: (_, catalog) => catalogRecord(String(catalog.name), catalog),
  events: (_, event) => eventRecord(event),
  runs: (_, run) => runRecord(run),
  event_versions: versionRecord,
  parameter_sets: (catalog, set, version) => setRecord(catalog, version, set),
  event_strain_files: eventFilesRecord,
  bits: bitRecord,
  series: seriesRecord,
  flags: (run, { name }) => flagRecord(run, String(name)),
  segments: (run, segment, flag) => segmentRecord(run, String(flag.name), segment),
};

/** Which records a service has. */
interface ServiceRecords {
  isGone(record: SourceRecord): boolean;
  /** The files of a series; null if the service lists none for its dataset. */
  blocksOf(series: SourceRecord): readonly Block[] | null;
}

/**
 * Identifies a record. Its label does not depend on its catalog, because a service may have an event version in another one, or on whether
 * a number is given as text, as in an entry that has a problem.
 */
const nameOf = ({ kind, list, label }: SourceRecord): string => `${kind} ${list} ${label}`;

/** Identifies the list of a service that has a record. Each run lists its datasets, each dataset its files, and so on. */
function listingOf({ kind, list, name, within, value }: SourceRecord): string {
  const { name: event, version, run } = value as Mapping;
  const file = kind === 'event-versions' ? '' : name;
  const owner = kind === 'event-strain-files' ? [event, version] : [list === null ? run : file];
  return [kind, list, ...owner, ...Object.values(within?.key ?? {})].join('\n');
}

/** The record in another kind of file without which a record cannot exist. */
function ownerOf({ kind, list, name, value }: SourceRecord): SourceRecord | null {
  if (kind === 'event-strain-files') return versionRecord(name, value as Mapping);
  if (list === 'flags') return runRecord({ name });
  return kind === 'strain-files' && list === null ? runRecord({ name: (value as Mapping).run }) : null;
}

function recordsOf(items: readonly SourceItem[]): ServiceRecords {
  const records = items.flatMap((item) => item.records).filter(({ kind }) => COMPARED.includes(kind));
  const byName = groupBy(records, nameOf);
  // A dataset that its files name does not mean that the datasets were read.
  const listed = records.filter((one) => one.list !== null || one.counts !== 'nothing');
  const listings = new Set(listed.map(listingOf));
  const isGone = (record: SourceRecord): boolean => {
    if (byName.has(nameOf(record))) return false;
    const { kind, list, value } = record;
    const owner = ownerOf(record);
    // A run that is gone takes along what it listed, if such lists were read.
    const isRead = () => kind === 'event-strain-files' || listed.some((one) => one.kind === kind && one.list === list);
    if (owner && isRead() && isGone(owner)) return true;
    // A record without a start time has no files that a service could list.
    const isListed = kind !== 'event-strain-files' || Object.keys(value).some((one) => one.startsWith('gps_start_'));
    return isListed && listings.has(listingOf(record));
  };
  const blocksOf = (series: SourceRecord): Block[] | null => {
    if (!listings.has(listingOf(series))) return null;
    const own = (byName.get(nameOf(series)) ?? []).map(({ value }) => (value as Mapping).blocks);
    return uniteBlocks(own.flatMap((blocks) => (Array.isArray(blocks) ? blocks.filter(isBlock) : [])));
  };
  return { isGone, blocksOf };
}

/**
 * Creates a function that removes from a folder what the service no longer has, and returns what it removed. `items` are all entries of the
 * service. Records that stay are changed in place, because the merge knows by the objects where their values come from.
 */
export function createRemoveGone(items: readonly SourceItem[]): (folder: MergedFolder) => RecordChange[] {
  const service = recordsOf(items);
  return (folder) =>
    COMPARED.flatMap((kind) => folder.namesOf(kind).flatMap((name) => removeFromFile(folder, kind, name, service)));
}

const removed = (file: string, records: readonly string[]): RecordChange[] =>
  records.map((record) => ({ file, record, kind: 'removed', members: [] }));

/** A file without records, or of a dataset that is gone, is removed. */
function removeFromFile(folder: MergedFolder, kind: InputKind, name: string, service: ServiceRecords): RecordChange[] {
  const whole = folder.valueOf(kind, name) as Mapping;
  const isDataset = kind === 'strain-files';
  const isWholeGone = isDataset && service.isGone(datasetRecord(whole));
  const records: string[] = [];
  if (isWholeGone) records.push(name);
  else removeFrom(whole, name, layoutOf(kind), service, records);
  if (records.length === 0) return [];
  const isEmpty = Object.values(whole).every((one) => !Array.isArray(one) || one.length === 0);
  folder.setValue(kind, name, isWholeGone || (isEmpty && name !== '') ? null : whole);
  const own = removed(folder.pathOf(kind, name), records);
  return isDataset ? [...own, ...removeStatistics(folder, name)] : own;
}

/** Removes what is gone from the lists in a file or record, and adds its names to `gone`. */
function removeFrom(whole: Mapping, file: string, { members }: Layout, service: ServiceRecords, gone: string[]): void {
  for (const [list, { key, items, isRequired }] of members) {
    const all = whole[list];
    const toRecord = RECORDS[list];
    if (!key || !items || !toRecord || !Array.isArray(all)) continue;
    const kept = all.filter((value: Mapping) => {
      const record = toRecord(file, value, whole);
      if (list === 'series') return removeFiles(record, service.blocksOf(record), gone);
      const isGone = service.isGone(record);
      if (isGone) gone.push(record.label);
      else if (list === 'catalogs') removeMembers(value, service, gone);
      else removeFrom(value, file, items, service, gone);
      return !isGone;
    });
    const isLeft = kept.length > 0 || all.length === 0 || isRequired;
    setMember(whole, list, isLeft ? kept : undefined);
  }
}

/** Changes a member in place; undefined removes it. */
function setMember(record: object, name: string, value: unknown): void {
  if (value === undefined) delete (record as Record<string, unknown>)[name];
  else (record as Record<string, unknown>)[name] = value;
}

/** Removes the members of a cumulative catalog that are gone. */
function removeMembers(catalog: Mapping, service: ServiceRecords, gone: string[]): void {
  const { name, members = [] } = catalog as { readonly name: string; readonly members?: readonly string[] };
  const lost = members.filter((one) => service.isGone(catalogRecord(one, { name: one })));
  if (lost.length === 0) return;
  gone.push(...lost.map((member) => `${name} member ${member}`));
  const left = members.filter((one) => !lost.includes(one));
  setMember(catalog, 'members', left.length > 0 ? left : undefined);
}

const splitBlock = ([start, count]: Block): Block[] =>
  Array.from({ length: count }, (_, n): Block => [start + n * STRAIN_FILE_DURATION_S, 1]);

/** Removes the files of a series that the service lacks. Returns false if none is left. */
function removeFiles({ value, label }: SourceRecord, present: readonly Block[] | null, gone: string[]): boolean {
  if (present === null) return true;
  const files = (value as { readonly blocks: readonly Block[] }).blocks.flatMap(splitBlock);
  const lost = uniteBlocks(files.filter(([start]) => !hasFile(present, start)));
  if (lost.length === 0) return true;
  for (const block of lost) gone.push(`${label}: ${countOf(countBlockFiles([block]), 'file')} from GPS ${block[0]}`);
  const left = uniteBlocks(files.filter(([start]) => hasFile(present, start)));
  setMember(value, 'blocks', left);
  return left.length > 0;
}

/** Removes the statistics of files that a dataset no longer has. */
function removeStatistics(folder: MergedFolder, name: string): RecordChange[] {
  const kind = 'strain-statistics';
  const { series = [] } = (folder.valueOf('strain-files', name) ?? {}) as Partial<StrainDataset>;
  const records = (folder.valueOf(kind, name) ?? []) as readonly FileStatistics[];
  const files = new Map(series.map(({ detector, blocks }) => [detector, uniteBlocks(blocks)]));
  const left = records.filter(({ detector, gps_start: start }) => hasFile(files.get(detector) ?? [], start));
  if (left.length === records.length) return [];
  folder.setValue(kind, name, left.length > 0 ? left : null);
  return removed(folder.pathOf(kind, name), [`statistics of ${countOf(records.length - left.length, 'file')}`]);
}

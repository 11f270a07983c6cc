/**
 * Finds the records in a data folder that a service no longer has: they are not among its entries, whether these can be merged or not.
 *
 * A list for which the service returns nothing is not compared, because the service may not have published it. Detectors and parameters are
 * not compared either, because a service lists only those that it uses.
 */
import { blocksIn, countBlockFiles, hasFile, uniteBlocks } from '../../catalogue/blocks.ts';
import { INPUT_FILES, type InputKind } from '../../catalogue/files/input-files.ts';
import type { Mapping } from '../../catalogue/files/mapping.ts';
import type { Block, StrainDataset } from '../../catalogue/types.ts';
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
import { type Layout, layoutAt, layoutOf, toRecord } from '../merge/layout.ts';
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

/** The record for a value in each list. `stem` names the file that has the list, and `around` is the record around the value. */
const RECORDS: Readonly<Record<string, (stem: string, value: Mapping, around: Mapping) => SourceRecord>> = {
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

/**
 * Identifies a record by its keys, as text: in an entry that has a problem, a number may be given as text. Its catalog does not count, because
 * the service may have an event version in another one.
 */
function identityOf(record: SourceRecord): string {
  const { kind, list, stem, within, value } = record;
  const keys = (layoutAt(record).key ?? []).map((name) => value[name]);
  const file = INPUT_FILES[kind].namedBy === 'catalog' ? '' : stem;
  return [kind, list, file, ...Object.values(within?.key ?? {}), ...keys].join('\n');
}

/** The record below whose path a service lists a record; null if it lists all such records together. */
function parentOf({ kind, list, stem, within, value }: SourceRecord): SourceRecord | null {
  if (within) return { kind, stem, list: within.list, value: within.key, label: '' };
  if (kind === 'event-strain-files') return versionRecord(stem, value);
  if (kind === 'timelines') return runRecord({ name: stem });
  if (kind !== 'strain-files') return null;
  return list === null ? runRecord({ name: value.run }) : datasetRecord({ dataset: stem });
}

/** The list of a service that has a record. */
function listingOf(record: SourceRecord): string {
  const parent = parentOf(record);
  return [record.list, parent && identityOf(parent)].join('\n');
}

/** The records that a service has. */
class ServiceRecords {
  readonly #byIdentity: ReadonlyMap<string, readonly SourceRecord[]>;
  /** The lists that are not empty: as a whole, and below each parent. */
  readonly #lists: ReadonlySet<string | null>;

  constructor(items: readonly SourceItem[]) {
    const records = items.flatMap((item) => item.records).filter(({ kind }) => COMPARED.includes(kind));
    this.#byIdentity = groupBy(records, identityOf);
    // A dataset that its files name does not mean that the datasets were read.
    const listed = records.filter((one) => one.list !== null || one.counts !== 'nothing');
    this.#lists = new Set(listed.flatMap((one) => [one.list, listingOf(one)]));
  }

  /**
   * True if the list that would have the record lacks it. What is below a record that is gone is gone too, if such lists were read; event
   * strain files always are, because they are only valid with their event version.
   */
  isGone(record: SourceRecord): boolean {
    if (this.#byIdentity.has(identityOf(record))) return false;
    const { list, value } = record;
    const parent = parentOf(record);
    const isRead = list === 'event_strain_files' || this.#lists.has(list);
    if (parent && isRead && this.isGone(parent)) return true;
    // A record without a start time has no files that a service could list.
    const isListed = list !== 'event_strain_files' || Object.keys(value).some((one) => one.startsWith('gps_start_'));
    return isListed && this.#lists.has(listingOf(record));
  }

  /** The files of a series; null if the service lists none for its dataset. */
  blocksOf(series: SourceRecord): readonly Block[] | null {
    if (!this.#lists.has(listingOf(series))) return null;
    const own = (this.#byIdentity.get(identityOf(series)) ?? []).flatMap(({ value }) => blocksIn(value.blocks));
    return uniteBlocks(own);
  }
}

/**
 * Creates a function that removes from a folder what the service no longer has, and returns what it removed. `items` are all entries of the
 * service. Records that stay are changed in place, because the merge knows by the objects where their values come from.
 */
export function createRemoveGone(items: readonly SourceItem[]): (folder: MergedFolder) => RecordChange[] {
  const service = new ServiceRecords(items);
  return (folder) =>
    COMPARED.flatMap((kind) => folder.stemsOf(kind).flatMap((stem) => removeFromFile(folder, kind, stem, service)));
}

const removed = (file: string, records: readonly string[]): RecordChange[] =>
  records.map((record) => ({ file, record, outcome: 'removed', members: [] }));

/** A file without records, or of a dataset that is gone, is removed. */
function removeFromFile(folder: MergedFolder, kind: InputKind, stem: string, service: ServiceRecords): RecordChange[] {
  const whole = folder.valueOf(kind, stem) as Mapping;
  const isDataset = kind === 'strain-files';
  const isWholeGone = isDataset && service.isGone(datasetRecord(whole));
  const gone = isWholeGone ? [stem] : removeFrom(whole, stem, layoutOf(kind), service);
  if (gone.length === 0) return [];
  const isEmpty = Object.values(whole).every((one) => !Array.isArray(one) || one.length === 0);
  if (isWholeGone || (isEmpty && stem !== '')) folder.remove(kind, stem);
  else folder.change(kind, stem);
  const own = removed(folder.pathOf(kind, stem), gone);
  return isDataset ? [...own, ...removeStatistics(folder, stem)] : own;
}

/** Removes what is gone from the lists in a file or record. Returns the labels of what it removed. */
function removeFrom(whole: Mapping, stem: string, { members }: Layout, service: ServiceRecords): string[] {
  const gone: string[] = [];
  for (const [list, { key, items, isRequired }] of members) {
    const all = whole[list];
    const recordFor = RECORDS[list];
    if (!key || !items || !recordFor || !Array.isArray(all)) continue;
    const kept = all.filter((element) => {
      const value = toRecord(element, items);
      const record = recordFor(stem, value, whole);
      if (list === 'series') return removeFiles(record, service.blocksOf(record), gone);
      const isGone = service.isGone(record);
      if (isGone) gone.push(record.label);
      else
        gone.push(...(list === 'catalogs' ? removeMembers(value, service) : removeFrom(value, stem, items, service)));
      return !isGone;
    });
    const isLeft = kept.length > 0 || all.length === 0 || isRequired;
    setMember(whole, list, isLeft ? kept : undefined);
  }
  return gone;
}

/** Changes a member in place; undefined removes it. */
function setMember(record: Record<string, unknown>, name: string, value: unknown): void {
  if (value === undefined) delete record[name];
  else record[name] = value;
}

/** Removes the members of a cumulative catalog that are gone. */
function removeMembers(catalog: Mapping, service: ServiceRecords): string[] {
  const members: readonly string[] = Array.isArray(catalog.members) ? catalog.members : [];
  const lost = members.filter((one) => service.isGone(catalogRecord(one, { name: one })));
  if (lost.length === 0) return [];
  const left = members.filter((one) => !lost.includes(one));
  setMember(catalog, 'members', left.length > 0 ? left : undefined);
  return lost.map((member) => `${catalog.name} member ${member}`);
}

const splitBlock = ([start, count]: Block): Block[] =>
  Array.from({ length: count }, (_, n): Block => [start + n * STRAIN_FILE_DURATION_S, 1]);

/** Removes the files of a series that the service lacks. Returns false if none is left. */
function removeFiles({ value, label }: SourceRecord, present: readonly Block[] | null, gone: string[]): boolean {
  if (present === null) return true;
  const files = blocksIn(value.blocks).flatMap(splitBlock);
  const lost = uniteBlocks(files.filter(([start]) => !hasFile(present, start)));
  if (lost.length === 0) return true;
  for (const block of lost) gone.push(`${label}: ${countOf(countBlockFiles([block]), 'file')} from GPS ${block[0]}`);
  const left = uniteBlocks(files.filter(([start]) => hasFile(present, start)));
  setMember(value, 'blocks', left);
  return left.length > 0;
}

/** Removes the statistics of files that a dataset no longer has. */
function removeStatistics(folder: MergedFolder, stem: string): RecordChange[] {
  const kind = 'strain-statistics';
  const { series = [] } = (folder.valueOf('strain-files', stem) ?? {}) as Partial<StrainDataset>;
  const records = (folder.valueOf(kind, stem) ?? []) as Mapping[];
  const files = new Map(series.map(({ detector, blocks }) => [detector, uniteBlocks(blocks)]));
  const left = records.filter(({ detector, gps_start: start }) =>
    hasFile(files.get(String(detector)) ?? [], Number(start)),
  );
  if (left.length === records.length) return [];
  if (left.length === 0) folder.remove(kind, stem);
  else folder.change(kind, stem).value = left;
  return removed(folder.pathOf(kind, stem), [`statistics of ${countOf(records.length - left.length, 'file')}`]);
}

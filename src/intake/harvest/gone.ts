/**
 * Finds the records in a data folder that a service no longer has: their keys are not among the keys of its entries, whether these can be
 * merged or not.
 *
 * A list for which the service returns nothing is not compared, because the service may not have published it. Detectors and parameters are
 * not compared either, because a service lists only those that it uses.
 */
import { countBlockFiles, hasFile, uniteBlocks } from '../../catalogue/blocks.ts';
import { INPUT_FILES, type InputKind, stem } from '../../catalogue/files/input-files.ts';
import type { Mapping } from '../../catalogue/files/mapping.ts';
import type { Block, FileStatistics, StrainDataset } from '../../catalogue/types.ts';
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
import { type Layout, layoutAt, layoutOf } from '../merge/layout.ts';
import { isBlock } from '../merge/merge-values.ts';
import type { MergedFolder } from '../merge/merged-folder.ts';
import type { GoneRecords, SourceItem, SourceRecord } from '../merge/records.ts';

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

/** Tells whether a service lacks a record, and which files it has of a series; null if they are not compared. */
interface ServiceKeys {
  isGone(record: SourceRecord): boolean;
  blocksOf(series: SourceRecord): readonly Block[] | null;
}

/** A record without the catalog that it is in: a service may have an event version in another one. */
const withoutCatalog = (record: SourceRecord): SourceRecord =>
  record.kind.startsWith('event-') ? { ...record, name: '' } : record;

/** Identifies a record. As text, because a number may be text in an entry that has a problem. */
function recordKey(record: SourceRecord): string {
  const { kind, name, list, within, value } = withoutCatalog(record);
  const key = layoutAt(record).key ?? [];
  return [kind, name, list, ...keyOf(within), ...key.map((one) => (value as Mapping)[one])].join('\n');
}

const keyOf = (within: SourceRecord['within']): unknown[] => Object.values(within?.key ?? {});

/** The run that lists a flag or a dataset; undefined for other records. */
const runOf = ({ kind, name, list, value }: SourceRecord): unknown =>
  list === 'flags' ? name : kind === 'strain-files' && list === null ? (value as Mapping).run : undefined;

/** Identifies the listing that has a record. All but catalogs, events, event versions and runs have one for each owner. */
function listingOf(record: SourceRecord): string {
  const { kind, name, list, within, value } = withoutCatalog(record);
  const { name: event, version } = value as Mapping;
  const owner = kind === 'event-strain-files' ? [event, version] : [runOf(record) ?? name];
  return [kind, list, ...(within ? [name, ...keyOf(within)] : owner)].join('\n');
}

function keysOf(items: readonly SourceItem[]): ServiceKeys {
  const records = items.flatMap((item) => item.records).filter(({ kind }) => COMPARED.includes(kind));
  const keys = new Set(records.map(recordKey));
  // A dataset that its files name does not mean that the datasets were read.
  const listed = records.filter((one) => one.list !== null || one.counts !== 'nothing');
  const listings = new Set(listed.map(listingOf));
  const blocks = new Map<string, Block[]>();
  for (const record of records.filter(({ list }) => list === 'series')) {
    const { blocks: own } = record.value as Mapping;
    const key = recordKey(record);
    const known = blocks.get(key) ?? [];
    blocks.set(key, known);
    for (const one of Array.isArray(own) ? own.filter(isBlock) : []) known.push(one);
  }
  const isGone = (record: SourceRecord): boolean => {
    if (keys.has(recordKey(record))) return false;
    if (listings.has(listingOf(record))) return true;
    // A run that is gone takes along what it listed, if such lists were read.
    const run = runOf(record);
    const isRead = listed.some(({ kind, list }) => kind === record.kind && list === record.list);
    return run !== undefined && isRead && isGone(runRecord({ name: run }));
  };
  return {
    isGone,
    blocksOf: (series) => (listings.has(listingOf(series)) ? (blocks.get(recordKey(series)) ?? []) : null),
  };
}

/**
 * Creates a function that finds the records in a folder that the service no longer has. `items` are all entries of the service. A dataset
 * that loses files also loses their statistics.
 */
export function createFindGone(items: readonly SourceItem[]): (folder: MergedFolder) => GoneRecords[] {
  const keys = keysOf(items);
  return (folder) => {
    const { inputs, files } = folder.toDataFolder();
    const paths = COMPARED.flatMap((kind) => inputs.paths[kind].map((path) => ({ kind, path })));
    return paths.flatMap(({ kind, path }): GoneRecords[] => {
      const whole = files.get(path)?.value as Mapping | undefined;
      const name = INPUT_FILES[kind].namedBy === null ? '' : stem(path);
      const pruned = whole && pruneFile({ kind, name }, whole, keys);
      if (!pruned || pruned.records.length === 0) return [];
      const own = { kind, name, path, ...pruned };
      return kind === 'strain-files' ? [own, ...goneStatistics(folder, name, pruned.value)] : [own];
    });
  };
}

/** A file's value without the records that are gone, and their names. A file without records, or of a dataset that is gone, is removed. */
function pruneFile({ kind, name }: Pick<GoneRecords, 'kind' | 'name'>, whole: Mapping, keys: ServiceKeys) {
  if (kind === 'strain-files' && keys.isGone(datasetRecord(whole))) return { value: null, records: [name] };
  const { value, records } = withoutGone(name, whole, layoutOf(kind), keys);
  const isEmpty = Object.values(value).every((one) => !Array.isArray(one) || one.length === 0);
  return { value: isEmpty && name !== '' ? null : value, records };
}

/** A file or record without the records in its lists that are gone, and their names. */
function withoutGone(file: string, whole: Mapping, { members }: Layout, keys: ServiceKeys) {
  const left: Record<string, unknown> = { ...whole };
  const gone: string[] = [];
  for (const [list, { key, items, isRequired }] of members) {
    const all = whole[list];
    const toRecord = RECORDS[list];
    if (!key || !items || !toRecord || !Array.isArray(all)) continue;
    const kept = all.flatMap((value: Mapping): Mapping[] => {
      const record = toRecord(file, value, whole);
      if (list === 'series') return withoutGoneFiles(record, keys.blocksOf(record), gone);
      if (isGone(record, keys)) {
        gone.push(record.label);
        return [];
      }
      if (list === 'catalogs') return [withoutGoneMembers(value, keys, gone)];
      if (Array.isArray(value)) return [value];
      const inner = withoutGone(file, value, items, keys);
      gone.push(...inner.records);
      return [inner.value];
    });
    left[list] = kept;
    if (kept.length === 0 && all.length > 0 && !isRequired) delete left[list];
  }
  return { value: left as Mapping, records: gone };
}

function isGone(record: SourceRecord, keys: ServiceKeys): boolean {
  if (record.kind !== 'event-strain-files') return keys.isGone(record);
  // If a version is gone, its files are removed, too. A record without a start time has no files that a service could list.
  const hasFiles = Object.keys(record.value).some((member) => member.startsWith('gps_start_'));
  return keys.isGone(versionRecord(record.name, record.value as Mapping)) || (hasFiles && keys.isGone(record));
}

/** A cumulative catalog without the members that are gone. */
function withoutGoneMembers(catalog: Mapping, keys: ServiceKeys, gone: string[]): Mapping {
  const { members = [], ...others } = catalog as { readonly name: string; readonly members?: readonly string[] };
  const lost = members.filter((name) => keys.isGone(catalogRecord(name, { name })));
  if (lost.length === 0) return catalog;
  for (const member of lost) gone.push(`${others.name} member ${member}`);
  const left = members.filter((name) => !lost.includes(name));
  return left.length > 0 ? { ...others, members: left } : others;
}

const splitBlock = ([start, count]: Block): Block[] =>
  Array.from({ length: count }, (_, n): Block => [start + n * STRAIN_FILE_DURATION_S, 1]);

/** A series without the files that the service lacks; nothing if no file is left. */
function withoutGoneFiles({ value, label }: SourceRecord, known: readonly Block[] | null, gone: string[]): Mapping[] {
  const series = value as Mapping;
  if (known === null) return [series];
  const { blocks } = series as { readonly blocks: readonly Block[] };
  const present = uniteBlocks(known);
  const files = blocks.flatMap(splitBlock);
  const lost = uniteBlocks(files.filter(([start]) => !hasFile(present, start)));
  if (lost.length === 0) return [series];
  for (const block of lost) gone.push(`${label}: ${countOf(countBlockFiles([block]), 'file')} from GPS ${block[0]}`);
  const left = uniteBlocks(files.filter(([start]) => hasFile(present, start)));
  return left.length > 0 ? [{ ...series, blocks: left }] : [];
}

/** The statistics of files that a dataset no longer has. */
function goneStatistics(folder: MergedFolder, name: string, dataset: object | null): GoneRecords[] {
  const kind = 'strain-statistics';
  const records = (folder.valueOf(kind, name) ?? []) as readonly FileStatistics[];
  const { series = [] } = (dataset ?? {}) as Partial<StrainDataset>;
  const files = new Set(
    series.flatMap(({ detector, blocks }) => blocks.flatMap(splitBlock).map(([start]) => `${detector} ${start}`)),
  );
  const left = records.filter(({ detector, gps_start: start }) => files.has(`${detector} ${start}`));
  if (left.length === records.length) return [];
  const lost = [`statistics of ${countOf(records.length - left.length, 'file')}`];
  return [{ kind, name, path: folder.pathOf(kind, name), value: left.length > 0 ? left : null, records: lost }];
}

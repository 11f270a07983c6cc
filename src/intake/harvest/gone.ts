/**
 * Finds the records in a data folder that a service no longer has. Returns their names, and the values of the data files without these
 * records.
 *
 * A list for which the service returns nothing is not compared, because the service may not have published it. Detectors, parameters, and
 * kinds that were not harvested are not compared either.
 */

import { countBlockFiles, uniteBlocks } from '../../catalogue/blocks.ts';
import { INPUT_FILES, type InputKind } from '../../catalogue/files/input-files.ts';
import {
  type Block,
  type CatalogsFile,
  type EventStrainFilesFile,
  type EventsFile,
  type EventVersionsFile,
  FIRST_INJECTION_BIT,
  type FileStatistics,
  type RunsFile,
  type Series,
  type StrainDataset,
  type TimelinesFile,
} from '../../catalogue/types.ts';
import { eventVersionId } from '../../core/contract/ids.ts';
import { STRAIN_FILE_DURATION_S } from '../../core/contract/wire.ts';
import { countOf } from '../../report/count.ts';
import type { ImportKind } from '../kinds/kinds.ts';
import { entryName, type NestedListing, objectsIn, type ServiceContent, type ServiceEntry } from './service-content.ts';
import { versionIdOf } from './version-items.ts';

/** The file's value without the records that are gone; null if the file becomes empty and is removed. */
export interface Pruned<Value = object> {
  readonly value: Value | null;
  /** Names of the records that the service no longer has. */
  readonly gone: readonly string[];
}

type Ids = ReadonlySet<string>;
/** Ids in the lists below records, by record id. */
type InnerIds = ReadonlyMap<string, Ids>;

/** The ids that a service has; null for kinds that are not compared. */
export interface ServiceIds {
  readonly runs: Ids | null;
  readonly catalogs: Ids | null;
  readonly versions: Ids | null;
  readonly events: Ids | null;
  readonly datasets: Ids | null;
  readonly flags: Ids | null;
  readonly sets: InnerIds;
  /** Detectors by event version. */
  readonly eventFiles: InnerIds;
  readonly bits: InnerIds;
  /** Ids such as `H1 1126072320`, by dataset. */
  readonly files: InnerIds;
  /** Starts by run and flag. */
  readonly segments: InnerIds;
}

export function idsOfContent(content: ServiceContent, kinds: readonly ImportKind[]): ServiceIds {
  const ids = (kind: ImportKind, all: readonly string[]): Ids | null =>
    kinds.includes(kind) && all.length > 0 ? new Set(all) : null;
  const inner = <Listing>(kind: ImportKind, listings: readonly Listing[], read: (one: Listing) => [string, string[]]) =>
    new Map(
      (kinds.includes(kind) ? listings : [])
        .map(read)
        .flatMap(([id, all]) => (all.length > 0 ? [[id, new Set(all)]] : [])),
    );
  const { datasets, timelines } = content;
  const flagOf = ({ run, entry }: (typeof timelines)[number]) => `${run} ${entryName(entry)}`;
  return {
    runs: ids('runs', content.runs.map(entryName)),
    catalogs: ids('catalogs', content.catalogs.map(entryName)),
    versions: ids('event-versions', content.eventVersions.map(versionIdOf)),
    events: ids('events', content.events.map(entryName)),
    datasets: ids(
      'datasets',
      datasets.map(({ entry }) => entryName(entry)),
    ),
    flags: ids('segments', timelines.map(flagOf)),
    sets: inner('parameter-sets', content.parameterSets, (one) => [versionIdOf(one.entry), one.inner.map(entryName)]),
    eventFiles: inner('event-strain-files', content.eventFiles, (one) => [versionIdOf(one.entry), detectorsIn(one)]),
    bits: inner('dataset-bits', datasets, ({ entry }) => [entryName(entry), bitsIn(entry)]),
    files: inner('strain-files', datasets, (one) => [entryName(one.entry), filesIn(one)]),
    segments: inner('segments', timelines, (one) => [flagOf(one), one.inner.map(({ value }) => String(value.start))]),
  };
}

const detectorsIn = ({ inner }: NestedListing): string[] => inner.map(({ value }) => String(value.detector));

const filesIn = ({ inner }: NestedListing): string[] =>
  inner.map(({ value }) => `${value.detector} ${Number(value.gps_start)}`);

const bitsIn = (dataset: ServiceEntry): string[] =>
  objectsIn(dataset, 'bitmask').map(({ value: { mask_type, bit } }) =>
    String(mask_type === 'INJ' ? Number(bit) + FIRST_INJECTION_BIT : bit),
  );

/** Values of data files by kind. */
interface Values {
  runs: RunsFile;
  catalogs: CatalogsFile;
  events: EventsFile;
  'event-versions': EventVersionsFile;
  'event-strain-files': EventStrainFilesFile;
  'strain-files': StrainDataset;
  timelines: TimelinesFile;
}

type PrunedKind = keyof Values & InputKind;

/** The records that the service has. `gone` collects the names of the other records. If `ids` is missing, all records are kept. */
function keep<T>(
  all: readonly T[],
  ids: Ids | null | undefined,
  gone: string[],
  id: (one: T) => string,
  name = id,
): T[] {
  if (!ids) return [...all];
  return all.filter((one) => {
    if (ids.has(id(one))) return true;
    gone.push(name(one));
    return false;
  });
}

/** For each kind, a function that returns a file's value without the records that the service no longer has. */
const PRUNE: {
  readonly [Kind in PrunedKind]: (value: Values[Kind], ids: ServiceIds, gone: string[]) => Values[Kind] | null;
} = {
  runs: (value, { runs }, gone) => ({ ...value, runs: keep(value.runs, runs, gone, ({ name }) => name) }),

  catalogs: (value, { catalogs }, gone) => {
    const all = keep(value.catalogs, catalogs, gone, ({ name }) => name).map((one) => {
      const lost: string[] = [];
      const ofCatalog = keep(one.members ?? [], catalogs, lost, (member) => member);
      if (lost.length === 0) return one;
      for (const member of lost) gone.push(`${one.name} member ${member}`);
      const { members: _, ...others } = one;
      return ofCatalog.length > 0 ? { ...one, members: ofCatalog } : others;
    });
    return { ...value, catalogs: all };
  },

  events: (value, { events }, gone) => ({ ...value, events: keep(value.events, events, gone, ({ name }) => name) }),

  'event-versions': (value, { versions, sets }, gone) => {
    const all = keep(value.event_versions, versions, gone, (one) => eventVersionId(one.name, one.version)).map(
      (one) => {
        const lost: string[] = [];
        const ofVersion = keep(
          one.parameter_sets ?? [],
          sets.get(eventVersionId(one.name, one.version)),
          lost,
          ({ name }) => name,
        );
        if (lost.length === 0) return one;
        for (const name of lost) gone.push(`${eventVersionId(one.name, one.version)} set ${name}`);
        const { parameter_sets: _, ...others } = one;
        return ofVersion.length > 0 ? { ...one, parameter_sets: ofVersion } : others;
      },
    );
    return all.length === 0 && gone.length > 0 ? null : { ...value, event_versions: all };
  },

  'event-strain-files': (value, { versions, eventFiles }, gone) => {
    const all = value.event_strain_files.filter((one) => {
      const id = eventVersionId(one.name, one.version);
      // If a version is gone, its files are removed, too.
      const isListed = eventFiles.get(id)?.has(one.detector) ?? true;
      // A record without a start time has no files that a service could list.
      const hasFiles = Object.keys(one).some((member) => member.startsWith('gps_start_'));
      const isKept = (versions?.has(id) ?? true) && (isListed || !hasFiles);
      if (!isKept) gone.push(`${id} files of ${one.detector}`);
      return isKept;
    });
    return all.length === 0 && gone.length > 0 ? null : { ...value, event_strain_files: all };
  },

  'strain-files': (value, { datasets, bits, files }, gone) => {
    if (datasets && !datasets.has(value.dataset)) {
      gone.push(value.dataset);
      return null;
    }
    const ofMasks = keep(
      value.bits ?? [],
      bits.get(value.dataset),
      gone,
      ({ bit }) => `${bit}`,
      ({ bit, name }) => `bit ${bit} (${name})`,
    );
    const known = files.get(value.dataset);
    const series = !known ? value.series : value.series.map((one) => withFiles(one, known, gone));
    return { ...value, ...(value.bits && { bits: ofMasks }), series: series.filter(({ blocks }) => blocks.length > 0) };
  },

  timelines: (value, { flags, segments }, gone) => {
    const { run } = value;
    const all = keep(
      value.flags,
      flags,
      gone,
      ({ name }) => `${run} ${name}`,
      ({ name }) => name,
    ).map((flag) => {
      const name = ([start]: readonly number[]) => `${flag.name} from GPS ${start}`;
      const left = keep(flag.segments, segments.get(`${run} ${flag.name}`), gone, ([start]) => String(start), name);
      return left.length === flag.segments.length ? flag : { ...flag, segments: left };
    });
    return all.length === 0 && gone.length > 0 ? null : { ...value, flags: all };
  },
};

/** A series without the files that the service lacks. */
function withFiles(series: Series, known: Ids, gone: string[]): Series {
  const files = series.blocks.flatMap(([start, count]) =>
    Array.from({ length: count }, (_, n): Block => [start + n * STRAIN_FILE_DURATION_S, 1]),
  );
  const isKnown = ([start]: Block) => known.has(`${series.detector} ${start}`);
  const lost = uniteBlocks(files.filter((file) => !isKnown(file)));
  if (lost.length === 0) return series;
  for (const block of lost)
    gone.push(`${series.detector}: ${countOf(countBlockFiles([block]), 'file')} from GPS ${block[0]}`);
  return { ...series, blocks: uniteBlocks(files.filter(isKnown)) };
}

/** The kinds of files that can be compared with a service. */
export const PRUNED_KINDS = (Object.keys(INPUT_FILES) as PrunedKind[]).filter((kind) => Object.hasOwn(PRUNE, kind));

/** A file's value without the records that the service no longer has. */
export function pruneFile(kind: PrunedKind, value: object, ids: ServiceIds): Pruned {
  const gone: string[] = [];
  const prune = PRUNE[kind] as (value: object, ids: ServiceIds, gone: string[]) => object | null;
  const left = prune(value, ids, gone);
  return { value: gone.length > 0 ? left : value, gone };
}

/** The statistics for files that a pruned dataset still has; null if none are left. */
export function pruneStatistics(records: readonly object[], dataset: StrainDataset | null): readonly object[] | null {
  const starts = new Set<string>();
  for (const { detector, blocks } of dataset?.series ?? [])
    for (const [start, count] of blocks)
      for (let n = 0; n < count; n++) starts.add(`${detector} ${start + n * STRAIN_FILE_DURATION_S}`);
  const left = (records as readonly Pick<FileStatistics, 'detector' | 'gps_start'>[]).filter((one) =>
    starts.has(`${one.detector} ${one.gps_start}`),
  );
  return left.length > 0 ? left : null;
}

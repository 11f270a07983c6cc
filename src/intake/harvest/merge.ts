/**
 * Merges a service's content into a data folder's content, like an import. The folder need not exist. Returns the new file contents and the
 * changes. Writes nothing.
 */
import { checkFolder, readDataFolder } from '../../catalogue/load.ts';
import { stem } from '../../catalogue/read-folder.ts';
import type { Catalogue, StrainDataset } from '../../catalogue/types.ts';
import { countOf } from '../../report/count.ts';
import { IMPORT_KINDS, type ImportKind } from '../kinds/kinds.ts';
import { missingBaseFiles } from '../merge/base-files.ts';
import { merge } from '../merge/merge.ts';
import type { MergePolicy } from '../merge/merge-values.ts';
import type { GoneRecords, Merged, NotMerged } from '../merge/merged.ts';
import type { MergedFolder } from '../merge/merged-folder.ts';
import type { SourceItem } from '../merge/records.ts';
import { ENTRIES } from '../merge/report-rejected.ts';
import { eventFileItems } from './event-file-items.ts';
import { catalogItems, eventItems, lostRuns, runItems } from './event-items.ts';
import { idsOfContent, PRUNED_KINDS, pruneFile, pruneStatistics, type ServiceIds } from './gone.ts';
import type { OnProgress } from './service.ts';
import type { ServiceContent } from './service-content.ts';
import { bitItems, datasetItems, segmentItems, statisticsItems, strainFileItems } from './strain-items.ts';
import { parameterSetItems, versionItems } from './version-items.ts';
import { detectorItems, detectorsIn, flagItems, parameterItems } from './vocabulary.ts';

interface MergeOptions {
  /** Path of the data folder. */
  readonly data: string;
  readonly kinds: readonly ImportKind[];
  readonly policy: MergePolicy;
  /** If true, records that the service no longer has are removed. */
  readonly prune?: boolean | undefined;
  readonly onProgress?: OnProgress;
}

/** Reads items from a service's content. `catalogue` is used only where a name decides a value. */
type ReadItems = (content: ServiceContent, catalogue: Catalogue) => readonly SourceItem[];

/** The readers for each kind. One that several kinds need reads only once. */
const READERS: Readonly<Record<ImportKind, readonly ReadItems[]>> = {
  runs: [runItems],
  catalogs: [catalogItems],
  'event-versions': [parameterItems, versionItems],
  'parameter-sets': [parameterItems, parameterSetItems],
  events: [eventItems],
  'event-strain-files': [eventFileItems],
  datasets: [datasetItems],
  'dataset-bits': [bitItems],
  'strain-files': [strainFileItems],
  segments: [flagItems, segmentItems],
  'strain-statistics': [statisticsItems],
};

/** Merges the content, or returns the reason why it cannot be merged. */
export function mergeHarvest(found: ServiceContent, options: MergeOptions): Merged | NotMerged {
  const { data, kinds, policy, prune = false, onProgress } = options;
  const codes = detectorsIn(found).map(([code]) => code);
  const created = missingBaseFiles(data, { detectors: codes });
  if (created.size > 0 && codes.length === 0) {
    const reason = 'no response names a detector, and the data need at least one';
    return { problems: [], reason, rejected: [] };
  }
  const folder = readDataFolder(data, { overlay: created, onProgress });
  const checked = checkFolder(folder, onProgress);
  const { catalogue } = checked;
  if (!catalogue) return { problems: checked.problems, reason: 'the data have problems', rejected: [] };
  const ofKinds = IMPORT_KINDS.filter((kind) => kinds.includes(kind)).flatMap((kind) => READERS[kind]);
  const items = [...new Set([detectorItems, ...ofKinds])].flatMap((read) => read(found, catalogue));
  const ids = idsOfContent(found, kinds);
  const notes = kinds.includes('events') ? [...found.warnings, ...lostRuns(found)] : found.warnings;
  const source = {
    items,
    words: ENTRIES,
    notes,
    findGone: (merged: MergedFolder) => goneRecords(merged, ids),
    isPruning: prune,
  };
  return merge({ folder, checked, created, policy, onProgress }, source);
}

/** The records in a folder that a service no longer has. A dataset that loses files also loses their statistics. */
function goneRecords(folder: MergedFolder, ids: ServiceIds): GoneRecords[] {
  const { inputs, files } = folder.toDataFolder();
  const paths = PRUNED_KINDS.flatMap((kind) => inputs.paths[kind].map((path) => ({ kind, path })));
  return paths.flatMap(({ kind, path }): GoneRecords[] => {
    const name = stem(path);
    const value = files.get(path)?.value as object | undefined;
    const pruned = value && pruneFile(kind, value, ids);
    if (!pruned || pruned.gone.length === 0) return [];
    const own = { kind, name, path, value: pruned.value, records: pruned.gone };
    const statistics = kind === 'strain-files' && (folder.valueOf('strain-statistics', name) as object[] | undefined);
    if (!statistics) return [own];
    const left = pruneStatistics(statistics, pruned.value as StrainDataset | null);
    if (left?.length === statistics.length) return [own];
    const at = { kind: 'strain-statistics' as const, name, path: folder.pathOf('strain-statistics', name) };
    return [
      own,
      { ...at, value: left, records: [`statistics of ${countOf(statistics.length - (left?.length ?? 0), 'file')}`] },
    ];
  });
}

/**
 * Merges a service's content into a data folder's content, like an import. The folder need not exist. Returns the new file contents and the
 * changes. Writes nothing.
 */
import type { Catalogue } from '../../catalogue/types.ts';
import { IMPORT_KINDS, type ImportKind } from '../kinds/kinds.ts';
import { missingBaseFiles } from '../merge/base-files.ts';
import { type Merged, merge } from '../merge/merge.ts';
import { MergedFolder } from '../merge/merged-folder.ts';
import type { SourceItem } from '../merge/records.ts';
import { ENTRIES } from '../merge/report-skipped.ts';
import { detectorItems, detectorsIn, parameterItems } from './definition-items.ts';
import { eventFileItems } from './event-file-items.ts';
import { catalogItems, eventItems, lostRuns, runItems } from './event-items.ts';
import { createRemoveGone } from './gone.ts';
import type { OnProgress } from './service.ts';
import type { ServiceContent } from './service-content.ts';
import { bitItems, datasetItems, flagItems, segmentItems, statisticsItems, strainFileItems } from './strain-items.ts';
import { parameterSetItems, versionItems } from './version-items.ts';

export interface HarvestMergeOptions {
  /** Path of the data folder. */
  readonly data: string;
  readonly kinds: readonly ImportKind[];
  readonly overwrite?: boolean;
  /** If true, records that the service no longer has are removed. */
  readonly prune?: boolean;
  readonly onProgress?: OnProgress;
}

/** The readers of each kind's items. One that several kinds need reads only once. The catalogue is used only where a name decides a value. */
const READERS: Readonly<
  Record<ImportKind, readonly ((content: ServiceContent, catalogue: Catalogue) => readonly SourceItem[])[]>
> = {
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
export function mergeHarvest(content: ServiceContent, options: HarvestMergeOptions): Merged {
  const { data, kinds, overwrite = false, prune = false, onProgress } = options;
  const created = missingBaseFiles(data, { detectors: detectorsIn(content).map(([code]) => code) });
  const ofKinds = IMPORT_KINDS.filter((kind) => kinds.includes(kind)).flatMap((kind) => READERS[kind]);
  const warnings = kinds.includes('events') ? [...content.warnings, ...lostRuns(content)] : content.warnings;
  return merge({ data, created, overwrite, words: ENTRIES, onProgress }, (catalogue, folder) => {
    const items = [...new Set([detectorItems, ...ofKinds])].flatMap((read) => read(content, catalogue));
    const removeGone = createRemoveGone(items);
    // Removed from a copy, to list them.
    const gone = removeGone(new MergedFolder(folder));
    return { value: { items, warnings, gone, ...(prune && { removeGone }) }, problems: [] };
  });
}

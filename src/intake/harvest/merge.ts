/**
 * Merges a service's content into a data folder's content, one kind after another, using the imports' code. The folder need not exist.
 * Returns the new file contents and the changes. Writes nothing.
 */

import { readStatistics } from '../../catalogue/statistics.ts';
import type { Catalogue, FileStatistics, LoadedDataset, StrainDataset } from '../../catalogue/types.ts';
import { readRegularFile } from '../../fs/regular-file.ts';
import { countOf } from '../../report/count.ts';
import type { DataSnapshot } from '../data-snapshot.ts';
import { catalogs } from '../kinds/catalogs.ts';
import { datasetBits, datasets } from '../kinds/datasets.ts';
import { eventStrainFiles } from '../kinds/event-strain-files.ts';
import { eventVersions } from '../kinds/event-versions.ts';
import { events } from '../kinds/events.ts';
import { IMPORT_KINDS, type ImportKind } from '../kinds/kind-names.ts';
import { parameterSets } from '../kinds/parameter-sets.ts';
import { runs } from '../kinds/runs.ts';
import { segments } from '../kinds/segments.ts';
import { strainFiles } from '../kinds/strain-files.ts';
import { strainStatistics } from '../kinds/strain-statistics.ts';
import { missingBaseFiles } from '../merge/base-files.ts';
import { type MergeStep, mergeStep, mergeSteps } from '../merge/data-merge.ts';
import { readState } from '../merge/data-state.ts';
import type { FactCollector, MergeKind } from '../merge/facts.ts';
import type { MergePolicy } from '../merge/merge-record.ts';
import type { GoneRecords, Merged, NotMerged } from '../merge/merged.ts';
import { ENTRIES } from '../merge/rejected-facts.ts';
import type { WorkingFolder } from '../merge/working-folder.ts';
import { catalogFacts, eventFacts, runFacts } from './event-facts.ts';
import { eventFileFacts } from './event-file-facts.ts';
import { idsOfContent, pruneFile, pruneStatistics, type ServiceIds } from './gone.ts';
import type { OnProgress } from './service.ts';
import type { ServiceContent } from './service-content.ts';
import { bitFacts, datasetFacts, segmentFacts, statisticsFacts, strainFileFacts } from './strain-facts.ts';
import { parameterSetFacts, versionFacts } from './version-facts.ts';
import {
  defaultParameters,
  detectorFacts,
  detectors,
  detectorsIn,
  emptyFlagFacts,
  emptyFlags,
  parameterFacts,
} from './vocabulary.ts';

interface MergeOptions {
  readonly snapshot: DataSnapshot;
  readonly kinds: readonly ImportKind[];
  readonly policy: MergePolicy;
  /** If true, records that the service no longer has are removed. */
  readonly prune?: boolean | undefined;
  readonly onProgress?: OnProgress;
}

/** A step that collects facts from a service's content. */
type Step = (content: ServiceContent, snapshot: DataSnapshot) => MergeStep;

const step =
  <Facts>(
    kind: MergeKind<Facts>,
    collect: (
      content: ServiceContent,
      found: FactCollector<Facts>,
      catalogue: Catalogue,
      snapshot: DataSnapshot,
    ) => void,
  ): Step =>
  (content, snapshot) =>
    mergeStep(kind, (found, catalogue) => collect(content, found, catalogue, snapshot));

const PARAMETERS = step(defaultParameters, parameterFacts);

/** The steps for each kind. A step that several kinds need runs only once. */
const STEPS: Readonly<Record<ImportKind, readonly Step[]>> = {
  runs: [step(runs, runFacts)],
  catalogs: [step(catalogs, catalogFacts)],
  'event-versions': [PARAMETERS, step(eventVersions, versionFacts)],
  'parameter-sets': [PARAMETERS, step(parameterSets, parameterSetFacts)],
  events: [step(events, eventFacts)],
  'event-strain-files': [step(eventStrainFiles, eventFileFacts)],
  datasets: [step(datasets, datasetFacts)],
  'dataset-bits': [step(datasetBits, bitFacts)],
  'strain-files': [step(strainFiles, strainFileFacts)],
  segments: [step(segments, segmentFacts), step(emptyFlags, emptyFlagFacts)],
  'strain-statistics': [
    step(strainStatistics, (found, sink, catalogue, snapshot) =>
      statisticsFacts(found, catalogue, knownStatistics(catalogue.datasets, snapshot), sink),
    ),
  ],
};

/** Merges the content, or returns the reason why it cannot be merged. */
export function mergeHarvest(found: ServiceContent, options: MergeOptions): Merged | NotMerged {
  const { snapshot, kinds, policy, prune, onProgress } = options;
  const codes = detectorsIn(found).map(([code]) => code);
  const created = missingBaseFiles(snapshot.folder, { detectors: codes });
  if (created.size > 0 && codes.length === 0) {
    const reason = 'no response names a detector, and the data need at least one';
    return { problems: [], reason, rejected: [] };
  }
  const { state, problems } = readState(snapshot.folder, policy, snapshot.texts, onProgress, created);
  if (!state) return { problems, reason: 'the data have problems', rejected: [] };
  const ofKinds = IMPORT_KINDS.filter((kind) => kinds.includes(kind)).flatMap((kind) => STEPS[kind]);
  const steps = [...new Set([step(detectors, detectorFacts), ...ofKinds])].map((of) => of(found, snapshot));
  const onStep = (done: number, total: number): void => onProgress?.('merging', done, total);
  const ids = idsOfContent(found, kinds);
  const findGone = (folder: WorkingFolder): GoneRecords[] => goneRecords(folder, ids);
  return mergeSteps(state, steps, ENTRIES, { notes: found.warnings, findGone, isPruning: prune === true }, onStep);
}

/** The records in a folder that a service no longer has. A dataset that loses files also loses their statistics. */
function goneRecords(folder: WorkingFolder, ids: ServiceIds): GoneRecords[] {
  const { files } = folder;
  return folder.names.flatMap(({ kind, name, path }): GoneRecords[] => {
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

/**
 * Existing statistics, by dataset, then by detector and start, such as `H1 1126072320`. A dataset's statistics are read when they are first
 * needed.
 */
function knownStatistics(datasets: readonly LoadedDataset[], { texts }: DataSnapshot) {
  const read = new Map<string, ReadonlyMap<string, FileStatistics>>();
  const bytesOf = (path: string): Buffer => texts.get(path) ?? readRegularFile(path);
  return (name: string): ReadonlyMap<string, FileStatistics> => {
    const known = read.get(name);
    if (known) return known;
    const dataset = datasets.find((one) => one.dataset === name);
    const records = dataset ? readStatistics(dataset, bytesOf) : [];
    const byFile = new Map(Array.from(records, (one) => [`${one.detector} ${one.gps_start}`, one] as const));
    read.set(name, byFile);
    return byFile;
  };
}

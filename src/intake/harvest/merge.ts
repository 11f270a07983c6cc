/**
 * Merges the content of a service into the content of a data folder, one kind after the other, with the code of the imports. In: the
 * content of both (the folder need not exist), the policy. Out: the new content of files, and what changed. Writes nothing.
 */
import { loadCatalogue, MISMATCHES } from '../../catalogue/load.ts';
import { readStatistics } from '../../catalogue/statistics.ts';
import type { Catalogue, StrainDataset, StrainStatistics } from '../../catalogue/types.ts';
import { validateAll } from '../../catalogue/validate-all.ts';
import { type Problem, sortProblems } from '../../report/problems.ts';
import type { DataSnapshot } from '../data-snapshot.ts';
import { catalogs } from '../import/catalogs.ts';
import { checkPlan, contextOf } from '../import/check-plan.ts';
import { datasetBits, datasets } from '../import/datasets.ts';
import { eventStrainFiles } from '../import/event-strain-files.ts';
import { eventVersions } from '../import/event-versions.ts';
import { events } from '../import/events.ts';
import { IMPORT_KINDS, type ImportKind } from '../import/kind-names.ts';
import { ENTRIES, reportLeftOut } from '../import/left-out.ts';
import type { MergePolicy } from '../import/merge-record.ts';
import { parameterSets } from '../import/parameter-sets.ts';
import {
  type FileOutcome,
  type Given,
  type ImportKindDefinition,
  type MergeResult,
  type RecordChange,
  type Rejected,
  sumByFile,
} from '../import/plan.ts';
import { runs } from '../import/runs.ts';
import { segments } from '../import/segments.ts';
import { strainFiles } from '../import/strain-files.ts';
import { strainStatistics } from '../import/strain-statistics.ts';
import { catalogFacts } from './catalog-facts.ts';
import type { Sink } from './entry-facts.ts';
import { eventFacts } from './event-facts.ts';
import { eventFileFacts } from './event-file-facts.ts';
import { runFacts } from './run-facts.ts';
import type { OnProgress } from './service.ts';
import type { ServiceContent } from './service-content.ts';
import { warnOfUnknownMembers } from './service-problems.ts';
import { bitFacts, datasetFacts, segmentFacts, statisticsFacts, strainFileFacts } from './strain-facts.ts';
import { parameterSetFacts, versionFacts } from './version-facts.ts';
import {
  defaultParameters,
  detectorFacts,
  detectors,
  emptyFlagFacts,
  emptyFlags,
  firstFiles,
  parameterFacts,
} from './vocabulary.ts';

export interface MergeOptions {
  readonly snapshot: DataSnapshot;
  readonly kinds: readonly ImportKind[];
  readonly policy: MergePolicy;
  readonly onProgress?: OnProgress;
}

export interface Merged extends MergeResult {
  /** The new content of files that change, by path. */
  readonly files: ReadonlyMap<string, string>;
}

/** Why nothing can be merged. */
export interface NotMerged {
  readonly problems: readonly Problem[];
  readonly reason: string;
}

/** Merges one kind of facts. */
type Step = (merger: Merger, found: ServiceContent, catalogue: Catalogue) => NotMerged | null;

function step<Facts>(
  kind: ImportKindDefinition<Facts>,
  collect: (found: ServiceContent, sink: Sink<Facts>, catalogue: Catalogue) => void,
): Step {
  return (merger, found, catalogue) => {
    const sink: Sink<Facts> = { given: [], leftOut: merger.leftOut };
    collect(found, sink, catalogue);
    return merger.mergeKind(kind, sink.given);
  };
}

const STEPS: Readonly<Record<ImportKind, Step>> = {
  runs: step(runs, runFacts),
  catalogs: step(catalogs, catalogFacts),
  'event-versions': step(eventVersions, versionFacts),
  'parameter-sets': step(parameterSets, parameterSetFacts),
  events: step(events, eventFacts),
  'event-strain-files': step(eventStrainFiles, eventFileFacts),
  datasets: step(datasets, datasetFacts),
  'dataset-bits': step(datasetBits, bitFacts),
  'strain-files': step(strainFiles, strainFileFacts),
  segments: step(segments, segmentFacts),
  'strain-statistics': step(strainStatistics, (found, sink, catalogue) =>
    statisticsFacts(found, catalogue, knownStatistics(catalogue.datasets), sink),
  ),
};

/** Merges, or returns why that is not possible. */
export function mergeHarvest(found: ServiceContent, options: MergeOptions): Merged | NotMerged {
  const merger = new Merger(found, options);
  const problem = merger.begin();
  if (problem) return problem;
  const steps = IMPORT_KINDS.filter((kind) => options.kinds.includes(kind));
  const onStep = (n: number): void => options.onProgress?.('merging', n, steps.length);
  const vocabulary = merger.mergeKind(detectors, detectorFacts(found)) ?? merger.mergeParameters();
  if (vocabulary) return vocabulary;
  for (const [n, kind] of steps.entries()) {
    onStep(n);
    const failed = merger.mergeImport(kind);
    if (failed) return failed;
  }
  onStep(steps.length);
  return merger.end();
}

class Merger {
  readonly #found: ServiceContent;
  readonly #options: MergeOptions;
  readonly #folder: string;
  /** The content of all files after the merges so far. */
  readonly #texts: Map<string, string | Uint8Array | null>;
  /** The files that differ from those of the folder. */
  readonly #files = new Map<string, string>();
  readonly leftOut: Rejected[] = [];
  /** Those of each plan; several kinds may change the same file. */
  readonly #outcomes: FileOutcome[] = [];
  readonly #changes: RecordChange[] = [];
  #warningsBefore = 0;
  #catalogue: Catalogue | null = null;

  constructor(found: ServiceContent, options: MergeOptions) {
    this.#found = found;
    this.#options = options;
    this.#folder = options.snapshot.folder;
    this.#texts = new Map(options.snapshot.texts);
  }

  /** Validates the data files, or creates the required ones. */
  begin(): NotMerged | null {
    if (this.#texts.size === 0) {
      const files = firstFiles(this.#folder, detectorFacts(this.#found));
      if (files === null)
        return { problems: [], reason: 'no response names a detector, and the data need at least one' };
      this.#change(files);
    }
    const before = validateAll(this.#folder, this.#onValidate, MISMATCHES, this.#texts);
    if (!before.catalogue) return { problems: before.problems, reason: 'the data have problems' };
    this.#warningsBefore = before.warnings.length;
    this.#catalogue = before.catalogue;
    return null;
  }

  mergeParameters(): NotMerged | null {
    const { kinds } = this.#options;
    if (!kinds.includes('event-versions') && !kinds.includes('parameter-sets')) return null;
    return this.mergeKind(defaultParameters, parameterFacts(this.#found));
  }

  mergeImport(kind: ImportKind): NotMerged | null {
    const failed = STEPS[kind](this, this.#found, this.#catalogue as Catalogue);
    if (failed || kind !== 'segments') return failed;
    return this.mergeKind(emptyFlags, emptyFlagFacts(this.#found, this.#catalogue as Catalogue));
  }

  /** Merges the facts of one kind. */
  mergeKind<Facts>(kind: ImportKindDefinition<Facts>, given: readonly Given<Facts>[]): NotMerged | null {
    if (given.length === 0) return null;
    const context = contextOf(this.#folder, this.#texts, this.#catalogue as Catalogue, this.#options.policy);
    const plan = kind.plan(given, context);
    const { conflicts } = checkPlan(context, plan);
    this.leftOut.push(...plan.leftOut);
    if (conflicts.length > 0) return this.#failed(conflicts);
    this.#outcomes.push(...plan.outcomes);
    this.#changes.push(...plan.changes);
    this.#change(plan.texts);
    return plan.texts.size > 0 ? this.#load() : null;
  }

  end(): Merged | NotMerged {
    const { catalogue, problems, warnings } = validateAll(this.#folder, this.#onValidate, MISMATCHES, this.#texts);
    if (!catalogue) return this.#failed(problems);
    warnOfUnknownMembers(this.#found);
    return {
      files: this.#files,
      problems: sortProblems(reportLeftOut(this.leftOut, ENTRIES)),
      notes: sortProblems(this.#found.warnings),
      leftOut: this.leftOut.length,
      mismatches: problems,
      warnings: Math.max(0, warnings.length - this.#warningsBefore),
      outcomes: sumByFile(this.#outcomes),
      changes: this.#changes,
    };
  }

  #change(texts: ReadonlyMap<string, string>): void {
    for (const [path, text] of texts) {
      this.#texts.set(path, text);
      this.#files.set(path, text);
    }
  }

  /** Reads the merged content. */
  #load(): NotMerged | null {
    const { catalogue, problems } = loadCatalogue(this.#folder, this.#texts, undefined, MISMATCHES);
    this.#catalogue = catalogue;
    return catalogue ? null : this.#failed(problems);
  }

  #failed(problems: readonly Problem[]): NotMerged {
    const ofData = problems.filter(({ code }) => !MISMATCHES.has(code));
    return {
      problems: [...reportLeftOut(this.leftOut, ENTRIES), ...ofData],
      reason: 'the merged data would have problems',
    };
  }

  readonly #onValidate = (step: string, done: number, total: number): void =>
    this.#options.onProgress?.(step, done, total);
}

/** Existing statistics, by dataset, then by `detector start`; those of a dataset are read when first needed. */
function knownStatistics(datasets: readonly StrainDataset[]) {
  const read = new Map<string, ReadonlyMap<string, StrainStatistics>>();
  return (name: string): ReadonlyMap<string, StrainStatistics> => {
    const dataset = datasets.find((one) => one.name === name);
    const known =
      read.get(name) ??
      new Map(Array.from(dataset ? readStatistics(dataset) : [], (one) => [`${one.detector} ${one.gps_start}`, one]));
    read.set(name, known);
    return known;
  };
}

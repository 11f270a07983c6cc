/**
 * Merges the content of a service into a copy of a data folder, one kind after the other, with the code of the imports. In: the
 * content, the data folder (which need not exist), the policy. Out: new files in a folder of their own, and what changed. The data folder
 * itself is not modified.
 */
import { existsSync } from 'node:fs';
import { type InputFiles, listInputFiles } from '../../catalogue/files/input-files.ts';
import { MISMATCHES } from '../../catalogue/load.ts';
import { readStatistics } from '../../catalogue/statistics.ts';
import type { Catalogue, StrainDataset, StrainStatistics } from '../../catalogue/types.ts';
import { validateAll } from '../../catalogue/validate-all.ts';
import { type Problem, sortProblems } from '../../report/problems.ts';
import { IMPORT_KINDS, IMPORTS, type ImportKind } from '../import/kinds.ts';
import type { MergePolicy } from '../import/merge-record.ts';
import {
  type FileOutcome,
  type ImportKindDefinition,
  type LeftOut,
  type MergeResult,
  type RecordChange,
  sumByFile,
} from '../import/plan.ts';
import { contextOf, planRows } from '../import/plan-rows.ts';
import { catalogRows } from './catalog-rows.ts';
import { eventFileRows } from './event-file-rows.ts';
import { eventRows } from './event-rows.ts';
import type { Harvested } from './harvested.ts';
import type { RowSink } from './row.ts';
import { runRows } from './run-rows.ts';
import type { OnProgress } from './service.ts';
import { reportEntries, warnOfUnknownMembers } from './service-problems.ts';
import { Stage } from './stage.ts';
import { bitRows, datasetRows, segmentRows, statisticsRows, strainFileRows } from './strain-rows.ts';
import { parameterSetRows, versionRows } from './version-rows.ts';
import {
  defaultParameters,
  detectorRows,
  detectors,
  emptyFlagRows,
  emptyFlags,
  firstFiles,
  parameterRows,
} from './vocabulary.ts';

export interface MergeOptions {
  /** Path of the data folder. */
  readonly data: string;
  /** Path of the folder for the new files; its content is removed. */
  readonly stage: string;
  readonly kinds: readonly ImportKind[];
  readonly policy: MergePolicy;
  readonly onProgress?: OnProgress;
}

export interface Merged extends MergeResult {
  /** New or changed files, as paths relative to the stage and to the data folder. */
  readonly files: readonly string[];
}

/** Why nothing can be merged. */
export interface NotMerged {
  readonly problems: readonly Problem[];
  readonly reason: string;
}

/** Row functions of the kinds that only need the content of the service. */
const ROWS: Partial<Record<ImportKind, (found: Harvested, sink: RowSink) => void>> = {
  runs: runRows,
  catalogs: catalogRows,
  'event-versions': versionRows,
  'parameter-sets': parameterSetRows,
  events: eventRows,
  'event-strain-files': eventFileRows,
  datasets: datasetRows,
  'dataset-bits': bitRows,
  'strain-files': strainFileRows,
  segments: segmentRows,
};

/** Merges, or returns why that is not possible. */
export function mergeHarvest(found: Harvested, options: MergeOptions): Merged | NotMerged {
  const merger = new Merger(found, options);
  const problem = merger.begin();
  if (problem) return problem;
  const steps = IMPORT_KINDS.filter((kind) => options.kinds.includes(kind));
  const onStep = (n: number): void => options.onProgress?.('merging', n, steps.length);
  const vocabulary = merger.mergeKind(detectors, detectorRows(found)) ?? merger.mergeParameters();
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
  readonly #found: Harvested;
  readonly #options: MergeOptions;
  readonly #stage: Stage;
  readonly #leftOut: LeftOut[] = [];
  /** Those of each plan; several kinds may change the same file. */
  readonly #outcomes: FileOutcome[] = [];
  readonly #changes: RecordChange[] = [];
  #warningsBefore = 0;
  #catalogue: Catalogue | null = null;

  constructor(found: Harvested, options: MergeOptions) {
    this.#found = found;
    this.#options = options;
    this.#stage = new Stage(options.stage, options.data);
  }

  /** Copies the data files, or creates the required ones. */
  begin(): NotMerged | null {
    const { data } = this.#options;
    const isEmpty = ({ all, isReadable }: InputFiles): boolean => isReadable && all.length === 0;
    if (!existsSync(data) || isEmpty(listInputFiles(data))) {
      const files = firstFiles(this.#stage.folder, detectorRows(this.#found));
      if (files === null)
        return { problems: [], reason: 'no response names a detector, and the data need at least one' };
      this.#stage.write(files);
    } else {
      const before = validateAll(data, this.#onValidate, MISMATCHES);
      if (!before.catalogue) return { problems: before.problems, reason: 'the data have problems' };
      this.#warningsBefore = before.warnings.length;
      this.#stage.copy(before.inputs.all);
    }
    return this.#load();
  }

  mergeParameters(): NotMerged | null {
    const { kinds } = this.#options;
    if (!kinds.includes('event-versions') && !kinds.includes('parameter-sets')) return null;
    return this.mergeKind(defaultParameters, parameterRows(this.#found));
  }

  mergeImport(kind: ImportKind): NotMerged | null {
    const sink: RowSink = { rows: [], leftOut: this.#leftOut };
    if (kind === 'strain-statistics') {
      const catalogue = this.#catalogue as Catalogue;
      statisticsRows(this.#found, catalogue, knownStatistics(catalogue.datasets), sink);
    }
    ROWS[kind]?.(this.#found, sink);
    const failed = this.mergeKind(IMPORTS[kind], sink.rows);
    if (failed || kind !== 'segments') return failed;
    return this.mergeKind(emptyFlags, emptyFlagRows(this.#found, this.#catalogue as Catalogue));
  }

  /** Merges the rows of one kind. */
  mergeKind(kind: ImportKindDefinition, rows: RowSink['rows']): NotMerged | null {
    if (rows.length === 0) return null;
    const { folder } = this.#stage;
    const context = contextOf(folder, this.#catalogue as Catalogue, this.#options.policy);
    const { plan, problems } = planRows(folder, rows, (some) =>
      kind.plan({ ...context, csv: { rows: some, leftOut: [] } }),
    );
    this.#leftOut.push(...plan.leftOut);
    if (problems.length > 0) return this.#failed(problems);
    this.#outcomes.push(...plan.outcomes.map((one) => ({ ...one, path: this.#stage.inData(one.path) })));
    this.#changes.push(...plan.changes.map((one) => ({ ...one, file: this.#stage.inData(one.file) })));
    if (plan.texts.size + plan.lines.size === 0) return null;
    this.#stage.write(plan.texts);
    this.#stage.write(new Map([...plan.lines].map(([path, make]) => [path, make()])));
    return this.#load();
  }

  end(): Merged | NotMerged {
    const { catalogue, problems, warnings } = validateAll(this.#stage.folder, this.#onValidate, MISMATCHES);
    if (!catalogue) return this.#failed(problems);
    warnOfUnknownMembers(this.#found);
    return {
      files: this.#stage.written(),
      problems: sortProblems(reportEntries(this.#leftOut)),
      notes: sortProblems(this.#found.warnings),
      leftOut: this.#leftOut.length,
      mismatches: this.#inData(problems),
      warnings: Math.max(0, warnings.length - this.#warningsBefore),
      outcomes: sumByFile(this.#outcomes),
      changes: this.#changes,
    };
  }

  /** Reads the current files. */
  #load(): NotMerged | null {
    const { catalogue, problems } = this.#stage.load();
    this.#catalogue = catalogue;
    return catalogue ? null : this.#failed(problems);
  }

  #failed(problems: readonly Problem[]): NotMerged {
    const ofData = this.#inData(problems.filter(({ code }) => !MISMATCHES.has(code)));
    return { problems: [...reportEntries(this.#leftOut), ...ofData], reason: 'the merged data would have problems' };
  }

  /** Problems with the paths of the data folder in place of those of the stage. */
  #inData(problems: readonly Problem[]): Problem[] {
    return problems.map((one) => ({ ...one, file: this.#stage.inData(one.file) }));
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
      new Map(
        Array.from(dataset ? readStatistics(dataset, () => {}) : [], (one) => [
          `${one.detector} ${one.gps_start}`,
          one,
        ]),
      );
    read.set(name, known);
    return known;
  };
}

/**
 * Merges what a service said into a data folder, by the imports' own code, kind after kind. In: the answers, the data folder (which may not
 * be there), the policy. Out: new files in a folder of their own, and what changed; nothing of the data folder itself is touched.
 */
import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { listInputFiles } from '../files/input-files.ts';
import { type Problem, sortProblems } from '../files/problems.ts';
import { IMPORT_KINDS, IMPORTS, type ImportKind } from '../import/kinds.ts';
import type { MergePolicy } from '../import/merge-record.ts';
import {
  type FileOutcome,
  type ImportKindDefinition,
  type ImportPlan,
  type LeftOut,
  type RecordChange,
  sumByFile,
} from '../import/plan.ts';
import { contextOf, planRows } from '../import/plan-rows.ts';
import { replaceFiles } from '../import/write-files.ts';
import { loadCatalogue, MISMATCHES } from '../load.ts';
import { readStatistics } from '../statistics.ts';
import type { Catalogue, StrainDataset, StrainStatistics } from '../types.ts';
import { validateAll } from '../validate-all.ts';
import * as events from './event-rows.ts';
import type { Entry, Harvested } from './harvested.ts';
import { MemberCheck, reportEntries } from './misfits.ts';
import type { OnProgress } from './service.ts';
import * as strain from './strain-rows.ts';
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
  /** Path of the folder for the new files; what is there is thrown away. */
  readonly stage: string;
  readonly kinds: readonly ImportKind[];
  readonly policy: MergePolicy;
  readonly onProgress?: OnProgress;
}

export interface Merged {
  /** Paths below the stage, and the data folder, of files that are new or changed. */
  readonly files: readonly string[];
  /** What was left out, and what of the service the data have no place for. */
  readonly problems: readonly Problem[];
  readonly leftOut: number;
  readonly mismatches: readonly Problem[];
  /** How many more warnings the merged data have. */
  readonly warnings: number;
  readonly outcomes: readonly FileOutcome[];
  readonly changes: readonly RecordChange[];
}

/** Why nothing can be merged. */
export interface NotMerged {
  readonly problems: readonly Problem[];
  readonly reason: string;
}

/** Rows of the kinds that need nothing but the answers. */
const ROWS: Partial<Record<ImportKind, (found: Harvested, sink: events.RowSink) => void>> = {
  runs: events.runRows,
  catalogs: events.catalogRows,
  'event-versions': events.versionRows,
  'parameter-sets': events.parameterSetRows,
  events: events.eventRows,
  'event-strain-files': events.eventFileRows,
  datasets: strain.datasetRows,
  'dataset-bits': strain.bitRows,
  'strain-files': strain.strainFileRows,
  segments: strain.segmentRows,
};

/** Merges, or finds out why that cannot be. */
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
  readonly #touched = new Set<string>();
  readonly #leftOut: LeftOut[] = [];
  readonly #outcomes: FileOutcome[] = [];
  readonly #changes: RecordChange[] = [];
  #warningsBefore = 0;
  #catalogue: Catalogue | null = null;

  constructor(found: Harvested, options: MergeOptions) {
    this.#found = found;
    this.#options = options;
  }

  /** Copies the data files, or makes those that there have to be. */
  begin(): NotMerged | null {
    const { data, stage } = this.#options;
    rmSync(stage, { recursive: true, force: true });
    const isEmpty = !existsSync(data) || listInputFiles(data).all.length === 0;
    if (isEmpty) {
      mkdirSync(stage, { recursive: true });
      const files = firstFiles(stage, detectorRows(this.#found));
      if (files === null) return { problems: [], reason: 'the service names no detector, which the data need' };
      this.#write(files);
    } else {
      const before = validateAll(data, this.#onValidate, MISMATCHES);
      if (!before.catalogue) return { problems: before.problems, reason: 'the data have problems' };
      this.#warningsBefore = before.warnings.length;
      for (const path of before.inputFiles) {
        const copy = join(stage, relative(data, path));
        mkdirSync(dirname(copy), { recursive: true });
        copyFileSync(path, copy);
      }
    }
    return this.#load();
  }

  mergeParameters(): NotMerged | null {
    const { kinds } = this.#options;
    if (!kinds.includes('event-versions') && !kinds.includes('parameter-sets')) return null;
    return this.mergeKind(defaultParameters, parameterRows(this.#found));
  }

  mergeImport(kind: ImportKind): NotMerged | null {
    const sink: events.RowSink = { rows: [], leftOut: this.#leftOut };
    if (kind === 'strain-statistics') {
      const catalogue = this.#catalogue as Catalogue;
      strain.statisticsRows(this.#found, catalogue, knownStatistics(catalogue.datasets), sink);
    }
    ROWS[kind]?.(this.#found, sink);
    const failed = this.mergeKind(IMPORTS[kind], sink.rows);
    if (failed || kind !== 'segments') return failed;
    return this.mergeKind(emptyFlags, emptyFlagRows(this.#found, this.#catalogue as Catalogue));
  }

  /** Merges rows of one kind into the files so far. */
  mergeKind(kind: ImportKindDefinition, rows: events.RowSink['rows']): NotMerged | null {
    if (rows.length === 0) return null;
    const { stage, policy } = this.#options;
    const context = contextOf(stage, this.#catalogue as Catalogue, policy);
    const { plan, problems } = planRows(stage, rows, (some) =>
      kind.plan({ ...context, csv: { rows: some, leftOut: [] } }),
    );
    this.#leftOut.push(...plan.leftOut);
    if (problems.length > 0) return this.#failed(problems);
    this.#keep(plan);
    if (plan.texts.size + plan.lines.size === 0) return null;
    this.#write(plan.texts);
    this.#write(new Map([...plan.lines].map(([path, make]) => [path, make()])));
    return this.#load();
  }

  end(): Merged | NotMerged {
    const { stage, data } = this.#options;
    const { catalogue, problems, warnings } = validateAll(stage, this.#onValidate, MISMATCHES);
    if (!catalogue) return this.#failed(problems.filter(({ code }) => !MISMATCHES.has(code)));
    checkMembers(this.#found);
    return {
      files: [...this.#touched].map((path) => relative(stage, path)).sort(),
      problems: sortProblems([...reportEntries(this.#leftOut), ...this.#found.warnings]),
      leftOut: this.#leftOut.length,
      mismatches: problems.map((problem) => ({ ...problem, file: join(data, relative(stage, problem.file)) })),
      warnings: Math.max(0, warnings.length - this.#warningsBefore),
      outcomes: sumByFile(this.#outcomes),
      changes: this.#changes,
    };
  }

  /** Reads the files as they are by now. */
  #load(): NotMerged | null {
    const { catalogue, problems } = loadCatalogue(this.#options.stage, undefined, undefined, MISMATCHES);
    this.#catalogue = catalogue;
    return catalogue ? null : this.#failed(problems.filter(({ code }) => !MISMATCHES.has(code)));
  }

  #failed(problems: readonly Problem[]): NotMerged {
    return {
      problems: [...reportEntries(this.#leftOut), ...problems.map((one) => ({ ...one, file: this.#inData(one.file) }))],
      reason: 'the merged data would have problems',
    };
  }

  #keep({ outcomes, changes }: ImportPlan): void {
    this.#outcomes.push(...outcomes.map((one) => ({ ...one, path: this.#inData(one.path) })));
    this.#changes.push(...changes.map((one) => ({ ...one, file: this.#inData(one.file) })));
  }

  #write(files: ReadonlyMap<string, string | Iterable<string>>): void {
    if (files.size === 0) return;
    replaceFiles(new Map([...files].map(([path, text]) => [path, typeof text === 'string' ? [text] : text])));
    for (const path of files.keys()) this.#touched.add(path);
  }

  #inData(path: string): string {
    const { stage, data } = this.#options;
    return join(data, relative(stage, path));
  }

  readonly #onValidate = (step: string, done: number, total: number): void =>
    this.#options.onProgress?.(step, done, total);
}

/** Statistics in the data, by dataset, then by `detector start`; a dataset's are read when first asked for. */
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

/** Warns of members that the contract does not have. */
function checkMembers(found: Harvested): void {
  const look = (what: string, schemas: readonly string[], entries: readonly Entry[]): void => {
    const check = new MemberCheck(what, schemas, found.warnings);
    for (const entry of entries) check.check(entry);
  };
  const inner = (all: readonly { readonly inner: readonly Entry[] }[]): Entry[] => all.flatMap((one) => one.inner);
  look('runs', ['runs-page'], found.runs);
  look('catalogs', ['catalogs-page'], found.catalogs);
  look('event versions', ['event-versions-page', 'event-versions-parameters-page'], found.eventVersions);
  look('events', ['events-page', 'events-detail'], [...found.events, ...found.eventRecords.values()]);
  look('parameter sets', ['parameter-sets-page'], inner(found.parameterSets));
  look('event strain files', ['event-strain-files-page'], inner(found.eventFiles));
  look(
    'datasets',
    ['datasets-page'],
    found.datasets.map(({ entry }) => entry),
  );
  look('strain files', ['strain-files-page', 'strain-files-detail'], [...inner(found.datasets), ...found.fileRecords]);
  look(
    'timelines',
    ['timelines-page'],
    found.timelines.map(({ entry }) => entry),
  );
  look('segments', ['segments-page'], inner(found.timelines));
}

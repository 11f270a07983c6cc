/** Merges a file into the content of a data folder: a CSV file of any kind, or a community catalog. Writes nothing. */
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { INPUT_FILES } from '../catalogue/files/input-files.ts';
import type { OnValidation } from '../catalogue/validate-all.ts';
import type { Problem } from '../report/problems.ts';
import { type CommunityOptions, mergeCommunity, openCommunityCatalog } from './community/merge-catalog.ts';
import { detectorsInCatalog } from './community/read-json.ts';
import type { Delimiter } from './csv/delimiter.ts';
import { readCsv } from './csv/read-csv.ts';
import type { DataSnapshot } from './data-snapshot.ts';
import { columnsOfKind, namesInCsv, readRow } from './kinds/import-kind.ts';
import type { ImportKind } from './kinds/kind-names.ts';
import { IMPORTS } from './kinds/kinds.ts';
import { missingBaseFiles } from './merge/base-files.ts';
import { type Merged, mergeStep, mergeSteps, type NotMerged, readState } from './merge/data-merge.ts';
import { ROWS } from './merge/rejected-facts.ts';

export interface ImportFileOptions extends CommunityOptions {
  /** The kind of a CSV file, or `catalog`. */
  readonly kind: ImportKind | 'catalog';
  /** Path of the CSV file, or of the community catalog. */
  readonly csv: string;
  /** Path of the data folder. */
  readonly data: string;
  /** Of a CSV file, if its header does not tell. */
  readonly delimiter?: Delimiter;
  readonly overwrite?: boolean;
}

export function mergeFile(
  snapshot: DataSnapshot,
  options: ImportFileOptions,
  onProgress: OnValidation | undefined,
): Merged | NotMerged {
  const { kind, csv: path, data, overwrite } = options;
  const policy = overwrite ? 'overwrite' : 'complete';
  const { state, problems } = readState(data, policy, snapshot.texts, onProgress, baseFiles(options));
  if (!state) return { problems: problems.map(explainDetectors), reason: 'the data have problems', rejected: 0 };
  const { context } = state;
  if (kind === 'catalog') {
    const opened = openCommunityCatalog(path, context, options);
    if (!opened.file) return { problems: opened.problems, reason: 'the file cannot be used', rejected: 0 };
    return mergeCommunity(state, opened.file);
  }
  const definition = IMPORTS[kind];
  const { csv, problems: ofCsv } = readCsv(path, columnsOfKind(definition, context.known), options.delimiter);
  if (!csv) return { problems: ofCsv, reason: 'the CSV file cannot be used', rejected: 0 };
  const facts = csv.rows.map((row) => {
    return { place: row.place, row, ...readRow(definition, row, context.known) };
  });
  const step = mergeStep(definition, (found) => {
    for (const one of csv.rejected) found.rejected.push(one);
    for (const one of facts) found.facts.push(one);
  });
  return mergeSteps(state, [step], ROWS);
}

/** The files that the data folder lacks, as far as the imported file says what is in them. */
function baseFiles({
  kind,
  csv: path,
  data,
  delimiter,
  detectors = [],
}: ImportFileOptions): ReadonlyMap<string, string> {
  const isComplete = missingBaseFiles(data, { detectors: ANY_DETECTOR }).size === 0;
  // A missing folder is a problem of its own.
  if (isComplete || !existsSync(data)) return new Map();
  if (kind === 'catalog') return missingBaseFiles(data, { detectors: [...detectorsInCatalog(path), ...detectors] });
  return missingBaseFiles(data, namesInCsv(path, IMPORTS[kind], delimiter));
}

const ANY_DETECTOR = ['H1'];

/** Without a file of detectors, and none in the imported file, nothing says which there are. */
function explainDetectors(problem: Problem): Problem {
  if (problem.code !== 'D101' || basename(problem.file) !== INPUT_FILES.detectors.pattern) return problem;
  return {
    ...problem,
    fix: 'add it, with code and name of each detector; or first import something that names detectors',
  };
}

/** Reads a data folder before a merge: its values, the catalogue that they form, and its warnings. */
import type { Overlay } from '../../catalogue/files/text-file.ts';
import { checkFolder, type DataFolder, type OnCheck, readContent, readDataFolder } from '../../catalogue/load.ts';
import type { Catalogue } from '../../catalogue/types.ts';
import { type Finding, type Problem, problemKey } from '../../report/problems.ts';
import type { MergeContext } from './facts.ts';
import type { MergePolicy } from './merge-record.ts';
import type { WorkingFolder } from './working-folder.ts';

/** A data folder before a merge. */
export interface DataState {
  readonly policy: MergePolicy;
  /** The text of the required files that do not exist yet, by path; `folder` contains them. */
  readonly created: ReadonlyMap<string, string>;
  readonly folder: DataFolder;
  readonly context: MergeContext;
  /** Mismatches between DATA segments and strain files, which the merge may fix. */
  readonly mismatches: readonly Problem[];
  /** Keys of the warnings about the folder. */
  readonly warnings: ReadonlySet<string>;
  readonly onProgress?: OnCheck | undefined;
}

/** Reads a data folder's content. `state` is null if nothing can be merged into the folder because of the problems. */
export function readState(
  dataDir: string,
  policy: MergePolicy,
  content: Overlay,
  onProgress?: OnCheck,
  created: ReadonlyMap<string, string> = new Map(),
): { readonly state: DataState | null; readonly problems: readonly Problem[] } {
  const texts: Overlay = new Map([...content, ...created]);
  const folder = readDataFolder(dataDir, { overlay: texts, onProgress });
  const { catalogue, problems, warnings } = checkFolder(folder, onProgress);
  if (!catalogue) return { state: null, problems };
  const context = { policy, catalogue, known: namesIn(catalogue) };
  const keys = new Set(warnings.map(keyOfWarning));
  const state = { policy, created, folder, context, mismatches: problems, warnings: keys, onProgress };
  return { state, problems: [] };
}

/** The context for the next step: the data, including everything merged so far. */
export function contextOf({ folder: { path }, policy }: DataState, { inputs, files }: WorkingFolder): MergeContext {
  const { catalogue } = readContent({ path, inputs, files });
  return { policy, catalogue, known: namesIn(catalogue) };
}

/** Identifies a warning, independently of its place in the file. */
export const keyOfWarning = (found: Finding): string => problemKey({ ...found, file: found.file ?? '' });

function namesIn({ detectors, runs, catalogs, parameters, otherParameters }: Catalogue): MergeContext['known'] {
  return {
    detectors: detectors.map(({ code }) => code),
    runs: runs.map(({ name }) => name),
    catalogs: catalogs.map(({ name }) => name),
    cumulative: catalogs.filter(({ members }) => members !== undefined).map(({ name }) => name),
    parameters: parameters.map(({ name }) => name),
    otherParameters: otherParameters.map(({ name }) => name),
  };
}

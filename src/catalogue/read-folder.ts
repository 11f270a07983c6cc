/**
 * Gives readers access to the YAML files in the data folder: the files at its top, and the files in its subfolders, each of which describes
 * one thing (a catalog, a dataset, a run) and is named after it.
 */
import type { ProblemCode } from '../report/problem-codes.ts';
import { type DataPath, type Finding, isWarning, placed, shortPlace } from '../report/problems.ts';
import { checkFileName, type NameRegister } from './check-names.ts';
import type { DataFile, DataFiles } from './files/data-file.ts';
import {
  type FileTypes,
  type Folder,
  INPUT_FILES,
  type InputFiles,
  type InputKind,
  stemOf,
} from './files/input-files.ts';
import type { Mapping } from './files/mapping.ts';

/** State shared by all readers of the data folder: the files, and the findings that readers add to. */
export interface ReadContext {
  readonly inputs: InputFiles;
  /** The files that are valid on their own, by path. */
  readonly files: DataFiles;
  /** All findings so far about values in files. */
  readonly findings: Finding[];
  /** Findings about data that are valid but implausible. */
  readonly warnings: Finding[];
  /** The kinds of files whose content is not fully known, because one has problems. Checks against it are skipped. */
  readonly incomplete: Set<InputKind>;
}

/** The kind of file that lacks what a value refers to, for the codes of such findings. */
const LACKING: Readonly<Partial<Record<ProblemCode, InputKind>>> = {
  D132: 'catalogs',
  D133: 'detectors',
  D134: 'default-parameters',
  D135: 'runs',
  D136: 'event-versions',
  D137: 'event-versions',
  D155: 'strain-files',
};

/** Adds findings about the value at the path, except findings that something is missing in files that are not fully known. */
export function addFindings(
  { findings, warnings, incomplete }: ReadContext,
  { path }: DataFile,
  at: DataPath,
  found: Finding | readonly Finding[] | null,
): void {
  for (const finding of placed(at, found)) {
    const lacking = LACKING[finding.code];
    if (lacking && incomplete.has(lacking)) continue;
    (isWarning(finding) ? warnings : findings).push({ ...finding, file: path });
  }
}

/** Adds the name at the path to the register, and a finding if the register has the name already, perhaps in another case. */
export function addName(
  context: ReadContext,
  register: NameRegister,
  file: DataFile,
  at: DataPath,
  name: string,
): void {
  addFindings(
    context,
    file,
    at,
    register.add(name, () => shortPlace(file.place(at))),
  );
}

/** A file at the top of the data folder; null if it is missing or not valid on its own. */
export function readTop<Kind extends InputKind>(
  { inputs, files }: ReadContext,
  kind: Kind,
): DataFile<FileTypes[Kind]> | null {
  const [path = ''] = inputs.paths[kind];
  return (files.get(path) as DataFile<FileTypes[Kind]> | undefined) ?? null;
}

/** True if no finding so far is about the file. Checks that rely on a file with findings would only report the same mistakes again. */
export const isSound = ({ findings }: ReadContext, { path }: DataFile): boolean =>
  !findings.some(({ file }) => file === path);

/** Yields the files in a folder that are valid on their own. `checkName` checks the name in a file. */
export function* readFolder<Kind extends Exclude<Folder, 'strain-statistics'>>(
  context: ReadContext,
  folder: Kind,
  checkName: (name: string) => Finding | null = () => null,
): Generator<DataFile<FileTypes[Kind]>> {
  const field = INPUT_FILES[folder].namedBy;
  const paths = context.inputs.paths[folder];
  for (const path of paths) {
    const file = context.files.get(path) as DataFile<FileTypes[Kind]> | undefined;
    if (!file) continue;
    const value: object = file.value;
    const name = String((value as Mapping)[field]);
    addFindings(context, file, [field], checkFileName({ path, field, name }, paths, checkName));
    // One of the two names is wrong, so checking references to either name would report the same mistake again.
    if (stemOf(path) !== name) context.incomplete.add(folder);
    yield file;
  }
}

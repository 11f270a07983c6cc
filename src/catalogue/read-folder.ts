/**
 * Reads YAML files of the data folder for all readers: those at its top, and those of one folder, each of which describes one thing (a
 * catalog, a dataset, a run) and is named after it. Out: the files that could be read.
 */
import { basename } from 'node:path';
import { type Finding, type Problem, problemKey } from '../report/problems.ts';
import { type Folder, INPUT_FILES, type InputFiles, type TopFile } from './files/input-files.ts';
import type { Overlay } from './files/text-file.ts';
import { type DataPath, type Findings, placed, readYamlFile, type YamlFile } from './files/yaml-file.ts';
import type { NameRegister } from './names.ts';

/** A warning without a location yet, because finding the line means reading the file again. */
export interface Warning {
  /** Its `problemKey`. */
  readonly id: string;
  locate(): Problem;
}

/** Shared by all readers of the data folder: the files that they read, and the problems that they add to. */
export interface ReadContext {
  readonly inputs: InputFiles;
  readonly overlay: Overlay | undefined;
  /** Every problem found so far. */
  readonly problems: Problem[];
  /** Problems that are valid but implausible. */
  readonly warnings: Warning[];
  /** Folders with a file that has problems, so their content is not fully known. */
  readonly incomplete: Set<Folder>;
  /** Called after each file of a folder. */
  readonly onFile: () => void;
}

/** Name of a file without folder and extension. */
export const stem = (path: string): string => basename(path).replace(/\.[^.]*$/, '');

/** Adds problems with the value at the path. */
export function report<T>(
  { problems }: Pick<ReadContext, 'problems'>,
  file: YamlFile<T>,
  at: DataPath,
  found: Findings,
): void {
  for (const finding of placed(at, found)) problems.push(file.problem(finding));
}

/** Adds problems with a name at the path: it is in the register already, or differs from one there by case alone. */
export function reportName<T>(
  context: ReadContext,
  register: NameRegister,
  file: YamlFile<T>,
  at: DataPath,
  name: string,
): void {
  report(
    context,
    file,
    at,
    register.add(name, () => describePlace(file, at)),
  );
}

/** Adds warnings about the value at the path. */
export function warnOf<T>({ warnings }: ReadContext, file: YamlFile<T>, at: DataPath, found: Findings): void {
  for (const finding of placed(at, found)) {
    warnings.push({ id: problemKey({ file: file.path, ...finding }), locate: () => file.problem(finding) });
  }
}

/** `GWTC-2.yaml:12`, for messages that name a second place. */
export function describePlace<T>(file: YamlFile<T>, at: DataPath): string {
  return `${basename(file.path)}:${file.line(at)}`;
}

/** Reads a file at the top of the data folder; null if it has problems by itself. */
export function readTop<T>({ inputs, overlay, problems }: ReadContext, kind: TopFile): YamlFile<T> | null {
  const { file, problems: found } = readYamlFile<T>(inputs.top[kind], INPUT_FILES[kind].schema, overlay);
  // No spread syntax: a file may have more problems than a call can have arguments.
  for (const problem of found) problems.push(problem);
  return file;
}

export interface NamedFile<T> {
  readonly file: YamlFile<T>;
  /** False if the file is not named after its content, or that name is invalid: checks that depend on it would repeat the problem. */
  readonly isNameConfirmed: boolean;
}

/**
 * Yields the files of a folder that have no problems by themselves. `field` is the field that the file is
 * named after, `checkName` finds out what is wrong with its value.
 */
export function* readFolder<T extends object>(
  context: ReadContext,
  folder: Exclude<Folder, 'strain-statistics'>,
  field: keyof T & string,
  checkName: (name: string) => Finding | null = () => null,
): Generator<NamedFile<T>> {
  for (const path of context.inputs.folders[folder]) {
    const { file, problems } = readYamlFile<T>(path, INPUT_FILES[folder].schema, context.overlay);
    context.onFile();
    for (const problem of problems) context.problems.push(problem);
    if (!file) {
      context.incomplete.add(folder);
      continue;
    }
    const name = String(file.value[field]);
    const isSame = stem(path) === name;
    const wrong = checkName(name);
    // If only the name of the file is valid, the field is misspelt: one problem, not two.
    const isMisspelt = wrong !== null && !isSame && checkName(stem(path)) === null;
    if (!isMisspelt) report(context, file, [field], wrong);
    if (!isSame) {
      const message = `${field} is "${name}", but the file is named ${basename(path)}`;
      const fix = isMisspelt
        ? `write "${field}: ${stem(path)}"`
        : `rename the file to ${name}.yaml, or correct ${field}`;
      report(context, file, [field], { code: 'D123', message, fix });
      // One of the two names is wrong, so what refers to either would be reported again.
      context.incomplete.add(folder);
    }
    yield { file, isNameConfirmed: isSame && wrong === null };
  }
}

/** Writes the files that commands create: one file that an option names, or new files in a folder. */

import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { OutputError, outputError } from '../fs/output-error.ts';
import { replaceFile } from '../fs/replace-files.ts';
import { ExpectedError } from '../report/expected-error.ts';

/**
 * Writes the complete file or nothing. Throws OutputError. `option` is the option that named the file; `state` says what has been done, for
 * messages.
 */
export function writeOutput(path: string, text: string, option: string, state: string): void {
  try {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory())
      throw new OutputError(`${path} is a folder. ${state} Choose a file with ${option}`);
    if (!statSync(dirname(path), { throwIfNoEntry: false }))
      throw new OutputError(`${path} cannot be written: the folder ${dirname(path)} does not exist. ${state}`);
    replaceFile(path, text);
  } catch (error) {
    throw outputError(error, path, state);
  }
}

export interface NewFile {
  /** Relative to the folder. */
  readonly path: string;
  readonly text: string;
}

/** The content of an existing file; null if nothing is at the path. Throws ExpectedError if something other than a file is there. */
function readPresent(path: string): string | null {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) return null;
  if (!found.isFile()) throw new ExpectedError(`${path} already exists and is not a file`);
  return readFileSync(path, 'utf8');
}

/**
 * Writes the files into `folder`, creating it if necessary. Returns the paths of the new and changed files. If a file already exists with
 * different content, throws ExpectedError with `advice`; without advice, replaces the file.
 */
export function writeFiles(files: readonly NewFile[], folder: string, advice: string | null): string[] {
  let state = 'Nothing was written.';
  try {
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === false) {
      throw new ExpectedError(`${folder} is a file. Choose a folder`);
    }
    const targets = files.map(({ path, text }) => ({ path: join(folder, path), text }));
    const differing = targets.filter(({ path, text }) => {
      const present = readPresent(path);
      if (present !== null && present !== text && advice !== null)
        throw new ExpectedError(`${path} already exists and differs. ${state} ${advice}`);
      return present !== text;
    });
    for (const { path, text } of differing) {
      mkdirSync(dirname(path), { recursive: true });
      state = 'Some files may have been written.';
      writeFileSync(path, text);
    }
    return differing.map(({ path }) => path);
  } catch (error) {
    throw outputError(error, folder, state);
  }
}

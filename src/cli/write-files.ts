/** Writes the files that commands create: one file that an option names, or new files in a folder. */

import { lstatSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { OutputError, outputError } from '../fs/output-error.ts';
import { replaceFile } from '../fs/replace-files.ts';
import { ExpectedError } from '../report/expected-error.ts';

/** True if there is a file at the path. Throws OutputError for a folder, and for a link or a device, because a new file would replace it. */
function isFile(path: string, advice: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found && !found.isFile()) throw new OutputError(`${path} is a folder, a link or a device. ${advice}`);
  return found !== undefined;
}

/**
 * Writes the complete file or nothing. Throws OutputError. `option` is the option that named the file; `state` says what has been done, for
 * messages.
 */
export function writeOutput(path: string, text: string, option: string, state: string): void {
  try {
    if (!isFile(path, `${state} Choose a file with ${option}`) && !statSync(dirname(path), { throwIfNoEntry: false }))
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
      const present = isFile(path, `${state} Choose another folder`) ? readFileSync(path, 'utf8') : null;
      if (present !== null && present !== text && advice !== null)
        throw new ExpectedError(`${path} already exists and differs. ${state} ${advice}`);
      return present !== text;
    });
    for (const { path, text } of differing) {
      mkdirSync(dirname(path), { recursive: true });
      state = 'Some files may have been written.';
      replaceFile(path, text);
    }
    return differing.map(({ path }) => path);
  } catch (error) {
    throw outputError(error, folder, state);
  }
}

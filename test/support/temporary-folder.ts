/** Temporary folders, removed after the test file. Only for tests that vitest runs. */

import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const created: string[] = [];

/** Temporary folders are otherwise in memory, if there is enough: see run-folders.ts. */
const ON_DISK = process.env.TEST_DISK ?? tmpdir();

/** Creates an empty folder in another folder. */
export function temporaryFolder(parent = tmpdir()): string {
  const folder = mkdtempSync(join(parent, 'stillwave-'));
  created.push(folder);
  return folder;
}

/** Creates a folder for Deno, which does not read files below /dev, where folders in memory are. */
export const temporaryFolderOnDisk = (): string => temporaryFolder(ON_DISK);

/** Removes them with a program of their own, which takes half the time that Node would take for thousands of files. Does not wait for it. */
export function removeTemporaryFolders(): void {
  const folders = created.splice(0);
  if (folders.length > 0) spawn('rm', ['-rf', ...folders], { stdio: 'ignore' }).unref();
}

/** Temporary folders, removed after the test file. Only for tests that vitest runs. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const created: string[] = [];

/** In memory if the system supports it: see run-folders.ts. */
const DEFAULT_PARENT = process.env.TEST_MEMORY ?? tmpdir();

/** Creates an empty folder in another folder. */
export function temporaryFolder(parent = DEFAULT_PARENT): string {
  const folder = mkdtempSync(join(parent, 'stillwave-'));
  created.push(folder);
  return folder;
}

export function removeTemporaryFolders(): void {
  for (const folder of created.splice(0)) rmSync(folder, { recursive: true, force: true });
}

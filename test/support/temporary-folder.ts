/** Temporary folders, removed after the test file. Only for tests that vitest runs. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

// Registered once and here: a hook belongs to the suite that registers it, but folders are also created within tests.
const created: string[] = [];
afterAll(() => {
  for (const folder of created) rmSync(folder, { recursive: true, force: true });
});

/** In memory if the system supports it: see run-folders.ts. */
const DEFAULT_PARENT = process.env.TEST_MEMORY ?? tmpdir();

/** Creates an empty folder in another folder. */
export function temporaryFolder(parent = DEFAULT_PARENT): string {
  const folder = mkdtempSync(join(parent, 'stillwave-'));
  created.push(folder);
  return folder;
}

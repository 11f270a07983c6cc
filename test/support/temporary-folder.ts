/** Temporary folders, removed after the test file. Only for tests that vitest runs. */

import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

// Registered once and here: a hook belongs to the suite that registers it, but folders are also created within tests.
const created: string[] = [];
afterAll(() => {
  for (const folder of created) rmSync(folder, { recursive: true, force: true });
});

/** Creates an empty folder, in memory if the system supports it. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'stillwave-'));
  created.push(folder);
  return folder;
}

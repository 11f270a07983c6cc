/**
 * The temporary folder of `stillwave dev`. Its name has that of the machine and the number of the process, so that a folder whose process was
 * killed is found, and removed, when the next one starts.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { isRunning } from '../output/lock.ts';

/** Folders of other machines and containers, whose processes cannot be seen from here, begin with other names. */
const prefix = (): string => `stillwave-dev-${hostname()}-`;

/** Removes the folders of processes that are gone. */
function removeAbandoned(): void {
  for (const name of readdirSync(tmpdir()).filter((one) => one.startsWith(prefix()))) {
    const pid = Number.parseInt(name.slice(prefix().length), 10);
    if (pid !== process.pid && isRunning(pid)) continue;
    try {
      rmSync(join(tmpdir(), name), { recursive: true, force: true });
    } catch {
      // That of another user.
    }
  }
}

/** Makes an empty folder. Out: its path. Throws what the file system throws. */
export function makeWorkFolder(): string {
  removeAbandoned();
  return mkdtempSync(join(tmpdir(), `${prefix()}${process.pid}-`));
}

/**
 * The temporary folder of `stillwave dev`. Its name contains the host name and the process id, so that the next process can remove the
 * folder of a killed one.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { isRunning } from '../../fs/lock.ts';
import { outputError } from '../install/output-error.ts';

/** Processes of other machines and containers cannot be seen from here; their folders have other prefixes. */
const prefix = (): string => `stillwave-dev-${hostname()}-`;

/** Removes the folders of processes that have ended. */
function removeAbandoned(): void {
  for (const name of readdirSync(tmpdir()).filter((one) => one.startsWith(prefix()))) {
    const pid = Number.parseInt(name.slice(prefix().length), 10);
    if (pid !== process.pid && isRunning(pid)) continue;
    try {
      rmSync(join(tmpdir(), name), { recursive: true, force: true });
    } catch {
      // It belongs to another user.
    }
  }
}

/** Creates an empty folder. Out: its path. Throws OutputError if that is not possible. */
export function makeWorkFolder(): string {
  try {
    removeAbandoned();
    return mkdtempSync(join(tmpdir(), `${prefix()}${process.pid}-`));
  } catch (error) {
    throw outputError(error, tmpdir(), 'Set TMPDIR to another folder for temporary files.');
  }
}

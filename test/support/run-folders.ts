/**
 * Creates the folders of one run of the tests, in memory and on disk; all temporary files are below them. A separate shell waits for the
 * end of the run, even if the run is killed, then unmounts and removes everything that is left.
 */

import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, statfsSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The script of the shell. Its input ends with this process. `/proc/mounts` has spaces in paths as octal numbers. */
const CLEAN_UP = `cat
while read -r _ place _; do
  place=$(printf %b "$place")
  case $place in "$1"/* | "$2"/*) umount -l "$place" ;; esac
done < /proc/mounts
rm -rf "$1" "$2"`;

const MEMORY = '/dev/shm';
/** Free memory that is required: a run needs a quarter of it. Containers often have 64 MB. */
const MEMORY_BYTES = 2 ** 32;

function isMemoryLarge(): boolean {
  if (!existsSync(MEMORY)) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= MEMORY_BYTES;
}

/**
 * Creates the folders, unless this process or its parent has. Environment variables name them, for the tests and the programs they start:
 * TMPDIR is in memory if there is enough, because a site's files take several times as long on a disk; TEST_DISK is on disk.
 */
export default function createRunFolders(): void {
  if (process.env.TEST_DISK !== undefined) return;
  const disk = mkdtempSync(join(tmpdir(), 'stillwave-run-'));
  const memory = isMemoryLarge() ? mkdtempSync(join(MEMORY, 'stillwave-run-')) : disk;
  // Web servers read their sites under other accounts.
  for (const folder of [disk, memory]) chmodSync(folder, 0o755);
  Object.assign(process.env, { TMPDIR: memory, TEST_DISK: disk });
  const shell = spawn('sh', ['-c', CLEAN_UP, 'sh', disk, memory], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  shell.unref();
  (shell.stdin as Socket).unref();
}

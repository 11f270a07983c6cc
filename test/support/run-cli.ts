/** `stillwave build` as a process, and the content of folders. */

import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

export interface Run {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command line with a umask, which only a shell can set for one process. */
export function run(cli: string, args: readonly string[], env: Record<string, string> = {}, umask = '022'): Run {
  const command = ['-c', 'umask "$0"; exec "$@"', umask, process.execPath, cli, ...args];
  return spawnSync('sh', command, { encoding: 'utf8', env: { ...process.env, ...env } });
}

/**
 * Runs the command line without the right to override file permissions, which root has: as root, through `setpriv` from Debian's
 * util-linux.
 */
export function runUnprivileged(cli: string, args: readonly string[]): Run {
  const command = [process.execPath, cli, ...args];
  if (process.getuid?.() === 0) command.unshift('setpriv', '--bounding-set=-dac_override,-dac_read_search');
  return spawnSync(command[0] as string, command.slice(1), { encoding: 'utf8' });
}

/** Every file of a folder by path, each byte as one character. */
export function contentOf(root: string): Map<string, string> {
  const files = readdirSync(root, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => relative(root, join(entry.parentPath, entry.name))).sort();
  return new Map(paths.map((path) => [path, readFileSync(join(root, path), 'latin1')]));
}

/** Modification times of all files in a folder, by path. */
export function timesOf(root: string): Map<string, number> {
  return new Map([...contentOf(root).keys()].map((path) => [path, statSync(join(root, path)).mtimeMs]));
}

/** Runs the compiled program, with a umask or without root's right to override permissions. */

import { spawnSync } from 'node:child_process';

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
export function runUnprivileged(cli: string, args: readonly string[], env: Record<string, string> = {}): Run {
  const command = [process.execPath, cli, ...args];
  if (process.getuid?.() === 0) command.unshift('setpriv', '--bounding-set=-dac_override,-dac_read_search');
  return spawnSync(command[0] as string, command.slice(1), { encoding: 'utf8', env: { ...process.env, ...env } });
}

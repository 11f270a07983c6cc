/** Named pipes, for tests that put them in place of files. */

import { spawnSync } from 'node:child_process';

/** False if the system has none. */
export const makePipe = (path: string): boolean => spawnSync('mkfifo', [path]).status === 0;

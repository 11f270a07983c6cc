/** Named pipes, for tests of what stands in the place of files. */

import { spawnSync } from 'node:child_process';

/** False where the system has none. */
export const makePipe = (path: string): boolean => spawnSync('mkfifo', [path]).status === 0;

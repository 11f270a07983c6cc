/** Named pipes, for tests that put them in place of files. */

import { spawnSync } from 'node:child_process';

/** Creates a named pipe. Out: false if the system does not support them. */
export const makePipe = (path: string): boolean => spawnSync('mkfifo', [path]).status === 0;

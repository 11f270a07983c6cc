/** Runs for each test file; the modules that tests import are shared by several files. */

import { afterAll } from 'vitest';
import { removeTemporaryFolders } from './temporary-folder.ts';

afterAll(removeTemporaryFolders);

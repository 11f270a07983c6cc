/** Removes temporary folders after each test file. This module runs once per file, unlike modules that tests import. */

import { afterAll } from 'vitest';
import { removeTemporaryFolders } from './temporary-folder.ts';

afterAll(removeTemporaryFolders);

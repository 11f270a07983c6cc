/** Comparison with files of the repository. Tests that use this module are the tests that `npm run update` runs. */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { expect } from 'vitest';
import { ROOT } from './data-folders.ts';

/** True if tests write their expected files instead of comparing them, as in `npm run update`. */
export const IS_UPDATE = process.env.UPDATE === '1';

/** Expects that a file has this text. The path is absolute, or relative to the repository. */
export function expectFile(path: string, text: string): void {
  const file = resolve(ROOT, path);
  if (IS_UPDATE) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  expect(existsSync(file) ? readFileSync(file, 'utf8') : null, `${path}: see npm run update`).toBe(text);
}

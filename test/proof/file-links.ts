/** The flag `--file-links` of `npm run long -- proof` and `npm run long -- fuzz`. */

import { FILE_LINKS, type FileLinks } from '../../src/core/contract/archive-paths.ts';

/** Throws for any other value. */
export function fileLinksOf(text: string): FileLinks {
  const found = FILE_LINKS.find((one) => one === text);
  if (found === undefined) throw new Error(`--file-links ${text}: must be ${FILE_LINKS.join(' or ')}`);
  return found;
}

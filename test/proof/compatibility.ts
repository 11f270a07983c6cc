/** The flag `--compatibility` of `npm run long -- proof` and `npm run long -- fuzz`. */

import { COMPATIBILITIES, type Compatibility } from '../../src/core/contract/compatibility.ts';

/** Throws for any other value. */
export function compatibilityOf(text: string): Compatibility {
  const found = COMPATIBILITIES.find((one) => one === text);
  if (found === undefined) throw new Error(`--compatibility ${text}: must be ${COMPATIBILITIES.join(' or ')}`);
  return found;
}

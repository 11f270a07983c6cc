/** The refusal that a function throws. */

import { Refused } from '../../src/core/contract/query.ts';
import type { Refusal } from '../../src/core/contract/refusals.ts';

/** The function's result, or the refusal that it throws. */
export function orRefusal<T>(run: () => T): T | Refusal {
  try {
    return run();
  } catch (error) {
    if (error instanceof Refused) return error.refusal;
    throw error;
  }
}

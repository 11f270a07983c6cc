/**
 * Limits how much work is in progress at the same time. Thousands of requests that wait for the same read would otherwise all be composed
 * before the first response is sent, and all of these responses would be in memory at once.
 */

/** Does the work when it is its turn, in the order of the calls. Rejects if the work does. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

/** `max`: how much work can be in progress. */
export function createConcurrencyLimit(max: number): InTurn {
  const waiting: (() => void)[] = [];
  let inProgress = 0;
  return async (work) => {
    if (inProgress === max) await new Promise<void>((resolve) => waiting.push(resolve));
    else inProgress++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      // The next one takes this place.
      if (next) next();
      else inProgress--;
    }
  };
}

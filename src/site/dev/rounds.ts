/**
 * The rounds of `stillwave dev`: one at a time, started by changes. A round that failed for a reason that can pass without a change, such
 * as a full disk, is repeated by itself.
 */

/** The pause before a failed round is repeated, ms. Each further pause is twice as long, up to the longest; a change starts over. */
const FIRST_PAUSE_MS = 2000;
const LONGEST_PAUSE_MS = 30_000;

/**
 * Returns a function that runs a round at once, or after the one in progress. Its promise resolves when no more are wanted, and never
 * rejects. `round` resolves to false if it is worth repeating; if it rejects, `ending` is aborted with its reason. Pauses do not keep the
 * process alive.
 */
export function createRounds(round: () => Promise<boolean>, ending: AbortController): () => Promise<void> {
  let running: Promise<void> | null = null;
  let isWanted = false;
  let pauseMs = FIRST_PAUSE_MS;
  let timer: NodeJS.Timeout | undefined;

  function next(): Promise<void> {
    isWanted = true;
    running ??= run();
    return running;
  }
  function repeatLater(): void {
    timer = setTimeout(next, pauseMs).unref();
    pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
  }
  async function run(): Promise<void> {
    while (isWanted && !ending.signal.aborted) {
      isWanted = false;
      clearTimeout(timer);
      try {
        // After a change during the round, the next one follows at once, and pauses are short again.
        if (!(await round()) && !isWanted) repeatLater();
      } catch (error) {
        // A stopped round rejects too, but only the first reason counts.
        ending.abort(error);
      }
    }
    running = null;
  }
  return () => {
    pauseMs = FIRST_PAUSE_MS;
    return next();
  };
}

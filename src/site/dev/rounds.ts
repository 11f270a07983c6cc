/** The rounds of `stillwave dev`, one at a time. */

/**
 * Returns a function that runs a round at once, or one more after the one in progress. Its promise resolves when no more are wanted, and
 * never rejects: if a round rejects, `ending` is aborted with its reason.
 */
export function createRounds(round: () => Promise<void>, ending: AbortController): () => Promise<void> {
  let running: Promise<void> | null = null;
  let isWanted = false;

  async function run(): Promise<void> {
    while (isWanted && !ending.signal.aborted) {
      isWanted = false;
      // A stopped round rejects too, but only the first reason counts.
      await round().catch((error) => ending.abort(error));
    }
    running = null;
  }
  return () => {
    isWanted = true;
    running ??= run();
    return running;
  };
}

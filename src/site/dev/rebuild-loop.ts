/** Rebuilds of `stillwave dev`, one at a time. */

/**
 * Returns a function that rebuilds immediately, or once more after the rebuild in progress. Its promise resolves when no more are wanted,
 * and never rejects: if a rebuild rejects, `ending` is aborted with its reason.
 */
export function createRebuildLoop(rebuildOnce: () => Promise<void>, ending: AbortController): () => Promise<void> {
  let running: Promise<void> | null = null;
  let isWanted = false;

  async function run(): Promise<void> {
    while (isWanted && !ending.signal.aborted) {
      isWanted = false;
      // A stopped rebuild rejects too, but only the first reason counts.
      await rebuildOnce().catch((error) => ending.abort(error));
    }
    running = null;
  }
  return () => {
    isWanted = true;
    running ??= run();
    return running;
  };
}

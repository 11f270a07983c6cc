/** Runs the rebuilds in `stillwave dev`, one at a time. */

/**
 * Returns a function that rebuilds immediately or, if a rebuild is in progress, once more after it. The function's promise resolves when no
 * more rebuilds are pending, and never rejects: if a rebuild fails, `ending` is aborted with the error.
 */
export function createRebuildLoop(rebuildOnce: () => Promise<void>, ending: AbortController): () => Promise<void> {
  let running: Promise<void> | null = null;
  let isWanted = false;

  async function run(): Promise<void> {
    while (isWanted && !ending.signal.aborted) {
      isWanted = false;
      // An aborted rebuild rejects too, but only the first reason counts.
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

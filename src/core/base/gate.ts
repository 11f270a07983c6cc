/** Limits how many tasks run at the same time. */

/**
 * Creates a gate: a function that runs each task when its turn comes, in call order, and resolves and rejects like the task. At most `max`
 * tasks run at a time.
 */
export function createGate(max: number): <T>(task: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (task) => {
    if (running >= max) await new Promise<void>((resume) => waiting.push(resume));
    else running++;
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      // Hands the slot directly to the next task, so that no later task can take it.
      if (next) next();
      else running--;
    }
  };
}

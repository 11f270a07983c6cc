/** Limits how many tasks run at the same time. */

/** Runs each task when its turn comes, in call order. Resolves and rejects like the task. */
export type Gate = <T>(task: () => Promise<T>) => Promise<T>;

/** Creates a gate that lets at most `max` tasks run at a time. */
export function createGate(max: number): Gate {
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

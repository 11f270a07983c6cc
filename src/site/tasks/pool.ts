/** Writes files on several cores: on this thread, and on one more thread for each other core, up to a limit. */

import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { inPackage, RUNS_FROM_SOURCE } from '../../fs/in-package.ts';
import type { WrittenFiles } from '../groups/manifest.ts';
import { runTasks } from './run-tasks.ts';
import type { SharedTasks } from './tasks.ts';

/**
 * The threads' main module: TypeScript under tsx, which scripts use, and a bundle in the installed program. Under vitest, threads cannot
 * run TypeScript, so tests that need threads use the compiled program.
 */
const WORKER = inPackage(RUNS_FROM_SOURCE ? 'src/site/tasks/worker.ts' : 'build/cli/worker.js');

/** Objects for a page soon become garbage; more space for them would cost memory and save little time. */
const YOUNG_MB = 12;

export interface Pool {
  /** Does all tasks; call it only once. Resolves to the files from each task. `onProgress` may throw to stop. */
  run(shared: Omit<SharedTasks, 'counter'>, onProgress: (done: number, total: number) => void): Promise<WrittenFiles[]>;
  /** Terminates the threads, so that no thread can write any more. May be called repeatedly. */
  stop(): Promise<void>;
}

/** With up to this many bytes of data, one thread finishes writing the site before others have started. */
const SMALL_DATA = 2 ** 18;

/**
 * Number of threads besides the main one: one for each other core, but at most eight, because each has its own pack cache; 0 for small
 * data.
 */
export const countThreads = (cores: number, dataBytes: number): number =>
  dataBytes < SMALL_DATA ? 0 : Math.min(cores - 1, 8);

/** Starts the threads. They get their tasks later, because starting them takes as long as reading the data. */
export function startPool(threads: number): Pool {
  const workers = Array.from({ length: threads }, () => {
    return new Worker(WORKER, { resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB } });
  });
  /** Rejects when a thread fails. */
  const failure = new Promise<never>((_, reject) => {
    for (const worker of workers) {
      worker.on('error', reject);
      worker.on('exit', (code) => code !== 0 && reject(new Error(`a thread exited with code ${code}`)));
    }
  });
  // The caller waits for this promise only while there are tasks.
  failure.catch(() => {});

  async function run(given: Omit<SharedTasks, 'counter'>, onProgress: (done: number, total: number) => void) {
    const shared: SharedTasks = { ...given, counter: new Int32Array(new SharedArrayBuffer(4)) };
    const results: WrittenFiles[] = [];
    let done = 0;
    const add = (number: number, files: WrittenFiles) => {
      results[number] = files;
      onProgress(++done, shared.tasks.length);
    };
    const others = workers.map((worker) => {
      return new Promise<void>((resolve, reject) => {
        worker.on('message', (message: Parameters<typeof add> | null) => {
          try {
            if (message === null) resolve();
            else add(...message);
          } catch (error) {
            reject(error);
          }
        });
        worker.postMessage(shared);
      });
    });
    const own = runTasks(shared, async (...one) => {
      add(...one);
      // Lets timers, signals and messages run.
      await setImmediate();
    });
    await Promise.race([failure, Promise.all([own, ...others])]);
    return results;
  }

  return {
    run,
    async stop() {
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}

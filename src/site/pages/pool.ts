/**
 * Writes files on all cores: starts a thread for every core but one, sends them packs and work as they become known, and takes part itself
 * once all work is known. Build time.
 */

import { availableParallelism } from 'node:os';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Release } from '../../core/handler/release.ts';
import type { PackNames } from '../../core/listing/compose.ts';
import type { WrittenFiles } from '../install/file-writer.ts';
import { type Counter, type Done, type Job, type Message, openJob, takeWork, type Work } from './work.ts';

/** This module is TypeScript in tests and JavaScript in the program; so is the worker. */
const WORKER = new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js', import.meta.url);

/** Objects for a page are soon garbage; more space for them would cost memory and save little time. */
const YOUNG_MB = 12;

/** Maximum time for which the main thread writes files without a break. */
const WITHOUT_PAUSE_MS = 50;

/** How often the main thread looks whether the others are done. */
const WAIT_MS = 2;

export interface Pool {
  /** Sends the job to all threads. Out: the release, which knows every pack added so far. */
  begin(job: Job): Release;
  /** Makes the packs of some line sets known. */
  addPacks(packs: PackNames): void;
  /** Adds work that reads known packs. Resolves to the files of each piece. */
  run(work: readonly Work[]): Promise<WrittenFiles[]>;
  /** Takes part until all work is done. `onProgress` may throw to stop. */
  finish(onProgress: (done: number, total: number) => void): Promise<void>;
  /** Terminates the threads, so that none of them can write any more. May be called repeatedly. */
  stop(): Promise<void>;
}

/** Starts the threads. Their job is sent later, because starting them takes as long as reading the data. */
export function startPool(): Pool {
  const counter: Counter = new Int32Array(new SharedArrayBuffer(4));
  const all: Work[] = [];
  const results: { resolve(result: WrittenFiles): void; reject(error: unknown): void }[] = [];
  const packs: Record<string, readonly string[]> = {};
  let job: Job;
  let release: Release;
  let done = 0;
  let failure: { readonly error: unknown } | undefined;

  const onDone = ({ number, result }: Done) => {
    done++;
    results[number]?.resolve(result);
  };
  const fail = (error: unknown) => {
    failure ??= { error };
    for (const { reject } of results) reject(error);
  };
  const workers = Array.from({ length: availableParallelism() - 1 }, () => {
    const worker = new Worker(WORKER, {
      workerData: counter,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    });
    worker.on('message', onDone);
    worker.on('error', fail);
    worker.on('exit', (code) => code !== 0 && fail(new Error(`a thread exited with code ${code}`)));
    return worker;
  });
  const tell = (message: Message) => {
    for (const worker of workers) worker.postMessage(message);
  };

  return {
    begin(given) {
      job = given;
      tell({ job });
      release = openJob(job, packs);
      return release;
    },
    addPacks(named) {
      Object.assign(packs, named);
      tell({ packs: named });
    },
    run(work) {
      const promises = work.map(() => {
        return new Promise<WrittenFiles>((resolve, reject) => void results.push({ resolve, reject }));
      });
      all.push(...work);
      tell({ work });
      if (failure) fail(failure.error);
      return Promise.all(promises);
    },
    async finish(onProgress) {
      tell(null);
      let nextPauseAt = 0;
      const pause = async () => {
        // Lets timers and signals run.
        await setImmediate();
        if (failure) throw failure.error;
        onProgress(done, all.length);
        nextPauseAt = performance.now() + WITHOUT_PAUSE_MS;
      };
      await takeWork(
        job,
        release,
        counter,
        (number) => all[number],
        () => (performance.now() < nextPauseAt ? undefined : pause()),
        onDone,
      );
      while (done < all.length) {
        await setTimeout(WAIT_MS);
        await pause();
      }
    },
    async stop() {
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}

/**
 * Writes page and detail files on all cores: starts a thread for every core but one, sends them packs and tasks as they become known,
 * and takes tasks itself once all are known. Build time.
 */

import { availableParallelism } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { createCollections } from '../../core/collections/registry.ts';
import { recordLines } from '../../core/contract/collection.ts';
import type { Release } from '../../core/handler/release.ts';
import { openPack, type Pack } from '../../core/listing/pack.ts';
import type { TaskResult } from '../install/file-writer.ts';
import {
  COUNTERS,
  type Counters,
  createPackList,
  type Done,
  FILES_DONE,
  type Job,
  linksOf,
  type Message,
  openJob,
  type Start,
  takeTasks,
} from './page-job.ts';
import type { Task } from './tasks.ts';

/**
 * Every set of filters reads the packs of entries again, so they are opened once for all threads, up to this total size, which is
 * enough for the shipped catalogue.
 */
const SHARED_BYTES = 64 * 2 ** 20;

/** Objects for a page are soon garbage; more space for them would cost memory and save little time. */
const YOUNG_MB = 12;

/** Maximum time for which the main thread writes files without a break. */
const WITHOUT_PAUSE_MS = 50;

function toSharedMemory<T extends Uint8Array | Uint32Array>(content: T, make: (memory: SharedArrayBuffer) => T): T {
  const copy = make(new SharedArrayBuffer(content.byteLength));
  copy.set(content);
  return copy;
}

/** Opens packs of entries in memory that threads share, up to the limit. */
function createPackOpener({ data }: Job) {
  const records = new Set(createCollections(data.vocabulary).map(recordLines));
  const links = linksOf(data);
  let bytes = 0;
  return (set: string, content: Uint8Array): Pack | undefined => {
    if (records.has(set) || bytes + content.length > SHARED_BYTES) return undefined;
    const pack = openPack(content, links);
    bytes += pack.bytes.length;
    return {
      bytes: toSharedMemory(pack.bytes, (memory) => new Uint8Array(memory)),
      starts: toSharedMemory(pack.starts, (memory) => new Uint32Array(memory)),
    };
  };
}

function result(worker: Worker): Promise<readonly Done[]> {
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`a page writer exited with code ${code}`)));
  });
}

export interface PageWriters {
  /** Sends the job to all threads. Out: the release, which knows every pack added so far. */
  begin(job: Job): Release;
  /** Adds a pack in a folder; the packs of a set must be added in order. With `bytes`, threads share it in memory. */
  addPack(set: string, name: string, folder: string, bytes?: Uint8Array): void;
  /** Adds a task. The packs that it reads must already have been added. */
  addTask(task: Task): void;
  /** Waits until every task is done. Out: their results, in order. `onProgress` may throw to stop. */
  finish(onProgress: (done: number, total: number) => void): Promise<readonly TaskResult[]>;
  /** Terminates the threads, so that none of them can write any more. */
  stop(): Promise<void>;
}

/** Starts the threads. Their job is sent later, because starting them takes as long as reading the data. */
export function startPageWriters(): PageWriters {
  const counters: Counters = new Int32Array(new SharedArrayBuffer(4 * COUNTERS));
  const workers = Array.from({ length: availableParallelism() - 1 }, () => {
    return new Worker(new URL(import.meta.url.replace('page-writer.', 'page-worker.')), {
      workerData: { counters } satisfies Start,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    });
  });
  const results = Promise.all(workers.map(result));
  let failure: { readonly error: unknown } | undefined;
  results.catch((error) => {
    failure = { error };
  });
  const tell = (message: Message) => {
    for (const worker of workers) worker.postMessage(message);
  };
  const packs = createPackList();
  const tasks: Task[] = [];
  let job: Job;
  let release: Release;
  let open: ReturnType<typeof createPackOpener>;
  return {
    begin(given) {
      job = given;
      open = createPackOpener(job);
      tell({ job });
      release = openJob(job, packs);
      return release;
    },
    addPack(set, name, folder, bytes) {
      const pack = bytes && open(set, bytes);
      const named = { set, name, folder, ...(pack && { pack }) };
      packs.add(named);
      tell({ named });
    },
    addTask(task) {
      tasks.push(task);
      tell({ task });
    },
    async finish(onProgress) {
      tell(null);
      packs.end();
      const total = tasks.reduce((sum, { fileCount }) => sum + fileCount, 0);
      const pause = async () => {
        // Lets timers and signals run.
        await setImmediate();
        if (failure) throw failure.error;
        onProgress(Atomics.load(counters, FILES_DONE), total);
        nextPauseAt = performance.now() + WITHOUT_PAUSE_MS;
      };
      let nextPauseAt = 0;
      const own = await takeTasks(
        job,
        release,
        packs,
        counters,
        (number) => tasks[number],
        () => (performance.now() < nextPauseAt ? undefined : pause()),
      );
      const all = [...own, ...(await results).flat()].sort((a, b) => a.task - b.task);
      return all.map(({ result }) => result);
    },
    async stop() {
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}

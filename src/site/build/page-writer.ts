/**
 * Writes page and detail files on all cores. This file is both sides: `startPageWriters` starts a worker for every core but
 * one, and as a worker's main module it takes tasks while packs are still rendered; the main thread takes tasks too as soon
 * as it has rendered the last one. Which task comes next is a shared counter.
 */

import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { isMainThread, type MessagePort, parentPort, Worker, workerData } from 'node:worker_threads';
import { recordEnding } from '../../contract/paths.ts';
import { createPackCache } from '../../handler/pack-cache.ts';
import { openRelease, type ReleaseData } from '../../handler/release.ts';
import { type PackNames, packOfRecord } from '../../listing/compose.ts';
import { type Account, addAccounts, createFileWriter, type InPlace } from '../output/file-writer.ts';
import { sha256 } from '../output/hash.ts';
import { MANIFEST_LINE_END } from '../output/manifest.ts';
import { compressedCopies } from './compress.ts';
import { type Emit, planTasks, runTask, type Task } from './tasks.ts';

export interface Job {
  /** Without the names of packs, which come as messages. */
  readonly data: ReleaseData;
  /** Whether page files get compressed copies. */
  readonly compress: boolean;
  readonly staging: string;
  readonly inPlace: InPlace;
}

/** Enough for the entries of the shipped catalogue, which every set of filters goes through again. */
const THREAD_CACHE_BYTES = 36 * 2 ** 20;

/** For so long at most the main thread does nothing but write. */
const WITHOUT_PAUSE_MS = 50;

/** Two counters that all threads share. */
type Counters = Int32Array;
const TASKS_TAKEN = 0;
const FILES_DONE = 1;

/** What one task made; its manifest lines are joined, as one long string is handed on faster than many short ones. */
interface Done {
  readonly task: number;
  readonly account: Account;
}

/** What a worker is told: the job first, then of every pack that is staged, null after the last one. */
type Message = { readonly job: Job } | { readonly set: string; readonly name: string } | null;

/** Names of packs that become known one by one. */
function createPackList() {
  const names: Record<string, string[]> = {};
  return {
    names: names as PackNames,
    add(set: string, name: string): void {
      names[set] ??= [];
      names[set].push(name);
    },
  };
}

/** What a worker has been told so far. */
function followMessages(port: MessagePort) {
  const packs = createPackList();
  let isComplete = false;
  let onMessage = () => {};
  const job = new Promise<Job>((resolve) => {
    port.on('message', (message: Message) => {
      if (message === null) isComplete = true;
      else if ('job' in message) resolve(message.job);
      else packs.add(message.set, message.name);
      onMessage();
    });
  });
  const isReady = (task: Task) =>
    isComplete || (task.kind === 'records' && packOfRecord(task.collection, task.first, packs.names) !== null);
  return {
    job,
    packs: packs.names,
    async untilReady(task: Task): Promise<void> {
      while (!isReady(task)) {
        await new Promise<void>((resolve) => {
          onMessage = resolve;
        });
      }
    },
  };
}

/** One worker's share of the job. `packs` may grow until the last task is taken. */
async function createPageWorker({ data, compress, staging, inPlace }: Job, packs: PackNames, counters: Counters) {
  const release = openRelease({ ...data, packs }, data.baseUrl, data.links);
  const readPack = createPackCache({
    readFile: async (path) => readFileSync(join(staging, path)),
    sha256,
    links: { baseUrl: release.baseUrl, recordEnding: recordEnding(release.links) },
    maxBytes: THREAD_CACHE_BYTES,
  });
  const writer = createFileWriter(staging, inPlace);
  const tasks = await planTasks(release);
  return {
    fileCount: countFiles(tasks),
    recordCount: countFiles(tasks.filter(({ kind }) => kind === 'records')),
    /** Takes tasks until none is left. Waits for `before` each of them, and for `after` each file. */
    async takeTasks(before: (task: Task) => Promise<void>, after: () => void | Promise<void>): Promise<Done[]> {
      const emitWith =
        (copies: boolean): Emit =>
        (path, body) => {
          writer.write(path, body);
          if (copies) for (const copy of compressedCopies(path, body)) writer.write(...copy);
          Atomics.add(counters, FILES_DONE, 1);
          return after();
        };
      const emit = { pages: emitWith(compress), records: emitWith(false) };
      const done: Done[] = [];
      for (;;) {
        const number = Atomics.add(counters, TASKS_TAKEN, 1);
        const task = tasks[number];
        if (task === undefined) return done;
        await before(task);
        await runTask(task, release, readPack, emit[task.kind]);
        const account = writer.account();
        done.push({ task: number, account: { ...account, lines: [account.lines.join(MANIFEST_LINE_END)] } });
      }
    },
  };
}

const countFiles = (tasks: readonly Task[]): number => tasks.reduce((sum, { fileCount }) => sum + fileCount, 0);

function result(worker: Worker): Promise<Done[]> {
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`a writer of pages ended with code ${code}`)));
  });
}

export interface WrittenPages {
  /** Of all files, in the order of the plan. */
  readonly account: Account;
  /** Page and detail files, copies apart; and detail files alone. */
  readonly fileCount: number;
  readonly recordCount: number;
}

export interface PageWriters {
  /** Hands out the job; with it the workers begin. */
  begin(job: Job): void;
  /** Names a pack that is staged; those of a set in order. */
  addPack(set: string, name: string): void;
  /**
   * Writes what is left, once every pack is named. `onProgress` may throw to end it.
   */
  finish(onProgress: (done: number, total: number) => void): Promise<WrittenPages>;
  /** Ends the workers, whatever they are doing, so that none is left that could still write. */
  stop(): Promise<void>;
}

/** Starts the workers. They are given their job later, as they take as long to start as the data takes to be read. */
export function startPageWriters(): PageWriters {
  const counters: Counters = new Int32Array(new SharedArrayBuffer(8));
  const workers = Array.from({ length: availableParallelism() - 1 }, () => {
    return new Worker(new URL(import.meta.url), { workerData: counters });
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
  let job: Job;
  return {
    begin(given) {
      job = given;
      tell({ job });
    },
    addPack(set, name) {
      packs.add(set, name);
      tell({ set, name });
    },
    async finish(onProgress) {
      tell(null);
      const own = await createPageWorker(job, packs.names, counters);
      const pause = async () => {
        // Lets timers and signals have their turn.
        await setImmediate();
        if (failure) throw failure.error;
        onProgress(Atomics.load(counters, FILES_DONE), own.fileCount);
        nextPauseAt = performance.now() + WITHOUT_PAUSE_MS;
      };
      let nextPauseAt = 0;
      const done = await own.takeTasks(
        () => Promise.resolve(),
        () => (performance.now() < nextPauseAt ? undefined : pause()),
      );
      const all = [done, ...(await results)].flat().sort((a, b) => a.task - b.task);
      return {
        account: addAccounts(all.map(({ account }) => account)),
        fileCount: own.fileCount,
        recordCount: own.recordCount,
      };
    },
    async stop() {
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}

if (!isMainThread && parentPort) {
  const port = parentPort;
  const { job, packs, untilReady } = followMessages(port);
  const { takeTasks } = await createPageWorker(await job, packs, workerData as Counters);
  port.postMessage(await takeTasks(untilReady, () => {}));
  port.close();
}

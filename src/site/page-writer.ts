/**
 * Writes page and detail files on all cores, beginning while packs are still rendered. This file is both sides:
 * `startPageWriters` starts the workers, and as a worker's main module it runs tasks until none is left. Which task comes
 * next is a shared counter; a task waits until the staged packs that it reads are named.
 */

import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { isMainThread, type MessagePort, parentPort, Worker, workerData } from 'node:worker_threads';
import { recordEnding } from '../contract/paths.ts';
import { hasRecord, PACK_SETS, type PackSet } from '../listing/compose.ts';
import { createPackCache } from '../rewrite/pack-cache.ts';
import { openRelease, type ReleaseData } from '../rewrite/release.ts';
import { compressedCopies } from './compress.ts';
import { type Account, addAccounts, createFileWriter } from './file-writer.ts';
import { sha256 } from './hash.ts';
import { MANIFEST_LINE_END } from './manifest.ts';
import { planTasks, runTask, type Task } from './tasks.ts';

interface Job {
  /** Without the names of packs, which come as messages. */
  readonly data: ReleaseData;
  /** Whether page files get compressed copies. */
  readonly compress: boolean;
  readonly staging: string;
  /** SHA-256 of the files that are in place, by path. */
  readonly known: ReadonlyMap<string, string>;
  /** Two counters: tasks taken, files done. */
  readonly counters: Int32Array;
}

/** Enough for the entries of the shipped catalogue, which every set of filters goes through again; per worker. */
const WORKER_CACHE_BYTES = 36 * 2 ** 20;

const TASKS_TAKEN = 0;
const FILES_DONE = 1;

/** What one task made; its manifest lines are joined, as one long string is handed on faster than many short ones. */
interface Done {
  readonly task: number;
  readonly account: Account;
}

/** Tells workers of a pack that is staged; null after the last one. */
type Message = { readonly set: PackSet; readonly name: string } | null;

/** The packs that are named so far, as a worker is told of them. */
function followPacks(port: MessagePort) {
  const packs = Object.fromEntries(PACK_SETS.map((set) => [set, []])) as unknown as Record<PackSet, string[]>;
  let isComplete = false;
  let onMessage = () => {};
  port.on('message', (message: Message) => {
    if (message === null) isComplete = true;
    else packs[message.set].push(message.name);
    onMessage();
  });
  const isReady = (task: Task) => isComplete || (task.kind === 'records' && hasRecord(task.listing, task.first, packs));
  return {
    packs,
    async untilReady(task: Task): Promise<void> {
      while (!isReady(task)) {
        await new Promise<void>((resolve) => {
          onMessage = resolve;
        });
      }
    },
  };
}

async function runJob({ data, compress, staging, known, counters }: Job, port: MessagePort): Promise<Done[]> {
  const { packs, untilReady } = followPacks(port);
  const release = openRelease({ ...data, packs }, data.baseUrl, data.links);
  const readPack = createPackCache({
    readFile: async (path) => readFileSync(join(staging, path)),
    sha256,
    links: { baseUrl: release.baseUrl, recordEnding: recordEnding(release.links) },
    maxBytes: WORKER_CACHE_BYTES,
  });
  const writer = createFileWriter(staging, known);
  const emit = (path: string, body: Uint8Array) => {
    writer.write(path, body);
    Atomics.add(counters, FILES_DONE, 1);
  };
  const emitWithCopies = (path: string, body: Uint8Array) => {
    emit(path, body);
    for (const copy of compressedCopies(path, body)) writer.write(...copy);
  };
  const tasks = planTasks(release);
  const done: Done[] = [];
  for (;;) {
    const number = Atomics.add(counters, TASKS_TAKEN, 1);
    const task = tasks[number];
    if (task === undefined) return done;
    await untilReady(task);
    await runTask(task, release, readPack, compress && task.kind === 'pages' ? emitWithCopies : emit);
    const account = writer.account();
    done.push({ task: number, account: { ...account, lines: [account.lines.join(MANIFEST_LINE_END)] } });
  }
}

function result(worker: Worker): Promise<Done[]> {
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`a writer of pages ended with code ${code}`)));
  });
}

export interface PageWriters {
  /** Page and detail files without copies. */
  readonly fileCount: number;
  /** Names a pack that is staged; those of a set in order. */
  addPack(set: PackSet, name: string): void;
  /** Waits for all files, once every pack is named. Returns their account, in the order of the plan. */
  finish(onProgress: (done: number, total: number) => void): Promise<Account>;
  /** Ends the workers, whatever they are doing, so that none is left that could still write. */
  stop(): Promise<void>;
}

/**
 * Starts writing every page and detail file that `known` does not have with the same content below `staging`, where the
 * packs are. `data` need not name packs. With `compress`, page files get compressed copies.
 */
export function startPageWriters(
  data: ReleaseData,
  compress: boolean,
  staging: string,
  known: ReadonlyMap<string, string>,
): PageWriters {
  const counters = new Int32Array(new SharedArrayBuffer(8));
  const job: Job = { data, compress, staging, known, counters };
  const workers = Array.from({ length: availableParallelism() }, () => {
    return new Worker(new URL(import.meta.url), { workerData: job });
  });
  const results = Promise.all(workers.map(result));
  // Waited for in `finish`; until then a failure is no unhandled one.
  results.catch(() => {});
  const tell = (message: Message) => {
    for (const worker of workers) worker.postMessage(message);
  };
  const fileCount = planTasks(openRelease(data)).reduce((sum, task) => sum + task.fileCount, 0);
  return {
    fileCount,
    addPack: (set, name) => tell({ set, name }),
    async finish(onProgress) {
      tell(null);
      const timer = setInterval(() => onProgress(Atomics.load(counters, FILES_DONE), fileCount), 100);
      try {
        const done = (await results).flat().sort((a, b) => a.task - b.task);
        return addAccounts(done.map(({ account }) => account));
      } finally {
        clearInterval(timer);
      }
    },
    async stop() {
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}

if (!isMainThread && parentPort) {
  const port = parentPort;
  port.postMessage(await runJob(workerData as Job, port));
  port.close();
}

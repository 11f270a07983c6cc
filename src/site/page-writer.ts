/**
 * Writes page and detail files on all cores. This file is both sides: `writePages` starts the workers, and as a worker's
 * main module it runs tasks until none is left. Workers read the staged packs; which task comes next is a shared counter.
 */

import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { recordEnding } from '../contract/paths.ts';
import { createPackCache } from '../rewrite/pack-cache.ts';
import { openRelease, type ReleaseData } from '../rewrite/release.ts';
import { compressedCopies } from './compress.ts';
import { type Account, addAccounts, createFileWriter } from './file-writer.ts';
import { sha256 } from './hash.ts';
import { MANIFEST_LINE_END } from './manifest.ts';
import { planTasks, runTask } from './tasks.ts';

interface Job {
  readonly data: ReleaseData;
  /** Whether page files get compressed copies. */
  readonly compress: boolean;
  readonly staging: string;
  /** SHA-256 of the files that are in place, by path. */
  readonly known: ReadonlyMap<string, string>;
  /** Two counters: tasks taken, files done. */
  readonly counters: Int32Array;
}

/** Enough for the entries of the shipped catalogue, which every set of filters goes through again. */
const WORKER_CACHE_BYTES = 64 * 2 ** 20;

const TASKS_TAKEN = 0;
const FILES_DONE = 1;

/** What one task made; its manifest lines are joined, as one long string is handed on faster than many short ones. */
interface Done {
  readonly task: number;
  readonly account: Account;
}

async function runJob({ data, compress, staging, known, counters }: Job): Promise<Done[]> {
  const release = openRelease(data, data.baseUrl, data.links);
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

/**
 * Writes every page and detail file that `known` does not have with the same content below `staging`, where the packs are.
 * With `compress`, page files get compressed copies. Returns the account of all, in the order of the plan, and the number of
 * page and detail files without copies. `onProgress` gets the number of files that are done, and of all.
 * However it ends, no worker is left that could still write; with `signal` it ends early.
 */
export async function writePages(
  data: ReleaseData,
  compress: boolean,
  staging: string,
  known: ReadonlyMap<string, string>,
  onProgress: (done: number, total: number) => void,
  signal?: AbortSignal,
): Promise<{ readonly account: Account; readonly fileCount: number }> {
  const counters = new Int32Array(new SharedArrayBuffer(8));
  const job: Job = { data, compress, staging, known, counters };
  const workers = Array.from({ length: availableParallelism() }, () => {
    return new Worker(new URL(import.meta.url), { workerData: job });
  });
  // Planned here while the workers start.
  const fileCount = planTasks(openRelease(data)).reduce((sum, task) => sum + task.fileCount, 0);
  const timer = setInterval(() => onProgress(Atomics.load(counters, FILES_DONE), fileCount), 100);
  const stop = () => Promise.all(workers.map((worker) => worker.terminate()));
  signal?.addEventListener('abort', stop);
  try {
    const done = (await Promise.all(workers.map(result))).flat().sort((a, b) => a.task - b.task);
    return { account: addAccounts(done.map(({ account }) => account)), fileCount };
  } finally {
    clearInterval(timer);
    signal?.removeEventListener('abort', stop);
    await stop();
  }
}

if (!isMainThread && parentPort) parentPort.postMessage(await runJob(workerData as Job));

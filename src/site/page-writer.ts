/**
 * Writes page and detail files on all cores. This file is both sides: `writePages` starts the workers, and as a worker's
 * main module it runs tasks until none is left. Workers read the staged packs; which task comes next is a shared counter.
 *
 * A file whose content is what the previous build wrote is not written again, so it keeps its modification time.
 */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { createPackCache } from '../rewrite/pack-cache.ts';
import { openRelease, type ReleaseData } from '../rewrite/release.ts';
import { sha256 } from './hash.ts';
import type { ManifestFile } from './manifest.ts';
import { planTasks, runTask } from './tasks.ts';

interface Job {
  readonly data: ReleaseData;
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

async function runJob({ data, staging, known, counters }: Job): Promise<ManifestFile[]> {
  const release = openRelease(data);
  const readPack = createPackCache({
    readFile: async (path) => readFileSync(join(staging, path)),
    sha256,
    links: { baseUrl: release.baseUrl, recordEnding: '' },
    maxBytes: WORKER_CACHE_BYTES,
  });
  const files: ManifestFile[] = [];
  const folders = new Set<string>();
  const emit = (path: string, body: Uint8Array) => {
    const hash = sha256(body);
    files.push({ path, size: body.length, sha256: hash });
    if (known.get(path) !== hash) {
      const target = join(staging, path);
      const folder = dirname(target);
      if (!folders.has(folder)) mkdirSync(folder, { recursive: true });
      folders.add(folder);
      writeFileSync(target, body);
    }
    Atomics.add(counters, FILES_DONE, 1);
  };
  const tasks = planTasks(release);
  for (;;) {
    const task = tasks[Atomics.add(counters, TASKS_TAKEN, 1)];
    if (task === undefined) return files;
    await runTask(task, release, readPack, emit);
  }
}

function runWorker(job: Job): Promise<ManifestFile[]> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: job });
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`a writer of pages ended with code ${code}`)));
  });
}

/** Number of page and detail files that a release has. */
export function countPages(data: ReleaseData): number {
  return planTasks(openRelease(data)).reduce((sum, { fileCount }) => sum + fileCount, 0);
}

/**
 * Writes every page and detail file that `known` does not have with the same content below `staging`, where the packs are.
 * Returns all of them, written or not. `onProgress` gets the number of files that are done.
 */
export async function writePages(
  data: ReleaseData,
  staging: string,
  known: ReadonlyMap<string, string>,
  onProgress: (done: number) => void,
): Promise<ManifestFile[]> {
  const counters = new Int32Array(new SharedArrayBuffer(8));
  const timer = setInterval(() => onProgress(Atomics.load(counters, FILES_DONE)), 100);
  try {
    const workers = Array.from({ length: availableParallelism() }, () => runWorker({ data, staging, known, counters }));
    return (await Promise.all(workers)).flat();
  } finally {
    clearInterval(timer);
  }
}

if (!isMainThread && parentPort) parentPort.postMessage(await runJob(workerData as Job));

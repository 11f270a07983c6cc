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
import { createCollections } from '../../collections/registry.ts';
import { recordLines } from '../../contract/collection.ts';
import { PAGE_LINKS, recordEnding } from '../../contract/paths.ts';
import { createPackCache } from '../../handler/pack-cache.ts';
import { openRelease, type ReleaseData } from '../../handler/release.ts';
import { type PackNames, packOfRecord, type ReadPack } from '../../listing/compose.ts';
import { openPack, type Pack } from '../../listing/pack.ts';
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

/**
 * Packs of entries are gone through again by every set of filters, so they are opened once for all threads, up to this size:
 * enough for the shipped catalogue.
 */
const SHARED_BYTES = 64 * 2 ** 20;

/** What each thread keeps of the others: packs of records, each of which is needed by one task. */
const THREAD_CACHE_BYTES = 4 * 2 ** 20;

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

/** A pack that is staged; `pack` where all threads share it. */
interface StagedPack {
  readonly set: string;
  readonly name: string;
  readonly pack?: Pack;
}

/** What a worker is told: the job first, then of every pack that is staged, null after the last one. */
type Message = { readonly job: Job } | StagedPack | null;

/** Names of packs that become known one by one. */
interface PackList {
  readonly names: PackNames;
  /** Packs that are open, by name. */
  readonly shared: ReadonlyMap<string, Pack>;
}

function createPackList(): PackList & { add(staged: StagedPack): void } {
  const names: Record<string, string[]> = {};
  const shared = new Map<string, Pack>();
  return {
    names,
    shared,
    add({ set, name, pack }) {
      names[set] ??= [];
      names[set].push(name);
      if (pack) shared.set(name, pack);
    },
  };
}

function toSharedMemory<T extends Uint8Array | Uint32Array>(content: T, make: (memory: SharedArrayBuffer) => T): T {
  const copy = make(new SharedArrayBuffer(content.byteLength));
  copy.set(content);
  return copy;
}

/** Opens packs of entries into memory that threads share, as long as there is room. */
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

const linksOf = ({ baseUrl, links }: ReleaseData) => ({ baseUrl, recordEnding: recordEnding(links) });

/** What a worker has been told so far. */
function followMessages(port: MessagePort) {
  const packs = createPackList();
  let isComplete = false;
  let onMessage = () => {};
  const job = new Promise<Job>((resolve) => {
    port.on('message', (message: Message) => {
      if (message === null) isComplete = true;
      else if ('job' in message) resolve(message.job);
      else packs.add(message);
      onMessage();
    });
  });
  const isReady = (task: Task) =>
    isComplete || (task.kind === 'records' && packOfRecord(task.collection, task.first, packs.names) !== null);
  return {
    job,
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

/** One worker's share of the job. `packs` may grow until the last task is taken. */
async function createPageWorker({ data, compress, staging, inPlace }: Job, packs: PackList, counters: Counters) {
  const release = openRelease({ ...data, packs: packs.names }, data.baseUrl, PAGE_LINKS[data.links]);
  const readStaged = createPackCache({
    readFile: async (path) => readFileSync(join(staging, path)),
    sha256,
    links: linksOf(data),
    maxBytes: THREAD_CACHE_BYTES,
  });
  const readPack: ReadPack = async (name) => packs.shared.get(name) ?? readStaged(name);
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
  /** Names a pack that is staged, with its bytes; those of a set in order. */
  addPack(set: string, name: string, bytes: Uint8Array): void;
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
  let open: ReturnType<typeof createPackOpener>;
  return {
    begin(given) {
      job = given;
      open = createPackOpener(job);
      tell({ job });
    },
    addPack(set, name, bytes) {
      const pack = open(set, bytes);
      const staged = { set, name, ...(pack && { pack }) };
      packs.add(staged);
      tell(staged);
    },
    async finish(onProgress) {
      tell(null);
      const own = await createPageWorker(job, packs, counters);
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

/**
 * Shared by the threads that write page and detail files: the job, the messages between threads, and the loop that each of them runs.
 * Importing this module starts nothing. The threads share a counter for the next task.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PAGE_LINKS, recordEnding } from '../../core/contract/paths.ts';
import { createPackCache } from '../../core/handler/pack-cache.ts';
import { openRelease, type Release, type ReleaseData } from '../../core/handler/release.ts';
import type { PackNames, ReadPack } from '../../core/listing/compose.ts';
import type { LinkStyle, Pack } from '../../core/listing/pack.ts';
import { sha256 } from '../../fs/hash.ts';
import type { Source } from '../downloads/lines.ts';
import { createFileWriters, type TaskResult } from '../install/file-writer.ts';
import { groupOf, type PreviousSite } from '../install/previous-site.ts';
import { compressedCopies } from './compress.ts';
import { createRunner, type Emit } from './run-tasks.ts';
import type { Task } from './tasks.ts';
import { countPacks } from './whole-index.ts';

export interface Job {
  /** Without the names of packs, which come as messages. */
  readonly data: ReleaseData;
  /** Whether page files get compressed copies. */
  readonly compress: boolean;
  readonly staging: string;
  /** Files that exist and need not be written again. */
  readonly previous: PreviousSite | null;
}

/** A pack that can be read; `pack` if all threads share it in memory. */
export interface NamedPack {
  readonly set: string;
  readonly name: string;
  /** The staging folder or the site's folder. */
  readonly folder: string;
  readonly pack?: Pack;
}

/** Messages to a thread: the job, then packs and tasks as they become known, null at the end. */
export type Message = { readonly job: Job } | { readonly named: NamedPack } | { readonly task: Task } | null;

/** The result of a task, which a thread reports when no tasks are left. `task` is its number, in the order in which tasks became known. */
export interface Done {
  readonly task: number;
  readonly result: TaskResult;
}

/** What a thread gets when it starts. */
export interface Start {
  readonly counters: Counters;
}

/** Counters that all threads share. */
export type Counters = Int32Array;
export const TASKS_TAKEN = 0;
export const FILES_DONE = 1;
export const COUNTERS = 2;

/** Each thread's cache for packs that are not shared: those of records, which only one task needs. */
const THREAD_CACHE_BYTES = 4 * 2 ** 20;

export const linksOf = ({ baseUrl, links }: ReleaseData): LinkStyle => ({
  baseUrl,
  recordEnding: recordEnding(links),
});

/** A list of packs that become known one by one. */
export interface PackList {
  readonly names: PackNames;
  add(named: NamedPack): void;
  find(name: string): NamedPack | undefined;
  /** No more packs will be added. */
  end(): void;
  /** Names of the first packs of a set, in order, each as soon as it is known. */
  first(set: string, count: number): AsyncIterable<string>;
}

export function createPackList(): PackList {
  const names: Record<string, string[]> = {};
  const all = new Map<string, NamedPack>();
  const waiting: (() => void)[] = [];
  const wake = (): void => {
    for (const goOn of waiting.splice(0)) goOn();
  };
  let isComplete = false;
  return {
    names,
    add(named) {
      names[named.set] ??= [];
      names[named.set]?.push(named.name);
      all.set(named.name, named);
      wake();
    },
    end() {
      isComplete = true;
      wake();
    },
    find: (name) => all.get(name),
    async *first(set, count) {
      for (let n = 0; n < count; n++) {
        while (names[set]?.[n] === undefined) {
          if (isComplete) throw new Error(`${set} has fewer packs than its index says`);
          await new Promise<void>((resolve) => waiting.push(resolve));
        }
        yield names[set]?.[n] as string;
      }
    },
  };
}

/** Reads known packs. Rejects with SiteDamagedError if the content of a pack does not match its name. */
function createPackReader(packs: PackList, data: ReleaseData): ReadPack {
  const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1, path.lastIndexOf('.'));
  const read = createPackCache({
    readFile: async (path) => readFileSync(join(packs.find(nameOf(path))?.folder ?? '', path)),
    sha256,
    links: linksOf(data),
    maxBytes: THREAD_CACHE_BYTES,
  });
  return async (name) => packs.find(name)?.pack ?? read(name);
}

/** The release of a job, with packs that are already known and those that will be. */
export const openJob = ({ data }: Job, packs: PackList): Release =>
  openRelease({ ...data, packs: packs.names }, data.baseUrl, PAGE_LINKS[data.links]);

/**
 * Takes tasks until none are left. `next` returns the task with a number once it is known, or undefined after the last one. Waits for
 * `after` after each file.
 */
export async function takeTasks(
  { data, compress, staging, previous }: Job,
  release: Release,
  packs: PackList,
  counters: Counters,
  next: (number: number) => Promise<Task | undefined> | Task | undefined,
  after: () => void | Promise<void>,
): Promise<Done[]> {
  const packsOf: Source['packsOf'] = (set) => packs.first(set, countPacks(release, set));
  const source = { release, readPack: createPackReader(packs, data), packsOf };
  const run = createRunner(source);
  const writerOf = createFileWriters(staging, previous);
  const done: Done[] = [];
  for (;;) {
    const number = Atomics.add(counters, TASKS_TAKEN, 1);
    const task = await next(number);
    if (task === undefined) return done;
    const writer = writerOf(groupOf(task.name));
    const hasCopies = compress && task.work.kind === 'pages';
    let emitted = 0;
    const emit: Emit = (path, body) => {
      emitted++;
      writer.write(path, body);
      if (hasCopies) for (const copy of compressedCopies(path, body)) writer.write(...copy);
      Atomics.add(counters, FILES_DONE, 1);
      return after();
    };
    await run(task, emit, writer);
    Atomics.add(counters, FILES_DONE, task.fileCount - emitted);
    done.push({ task: number, result: writer.result() });
  }
}

/**
 * The work that threads share: writing page files, detail files and downloads. Here are the messages between threads and the loop that each
 * of them runs. Importing this module starts nothing. A shared counter tells which piece of work is next.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DownloadName } from '../../core/contract/downloads.ts';
import { PAGE_LINKS, recordEnding } from '../../core/contract/paths.ts';
import { createPackCache } from '../../core/handler/pack-cache.ts';
import { openRelease, type Release, type ReleaseData } from '../../core/handler/release.ts';
import type { PackNames } from '../../core/listing/compose.ts';
import { sha256 } from '../../fs/hash.ts';
import { createFileWriters, type WrittenFiles } from '../install/file-writer.ts';
import type { Group } from '../install/manifest.ts';
import { createRunner } from './run-work.ts';

/** A piece of work for any thread, as plain data. `group` is the group that its files belong to. */
export type Work = { readonly group: string } & (
  | { readonly kind: 'records'; readonly collection: string; readonly pack: number }
  /** All pages of the listing at a path with one enumerated set of filters, which has this number. */
  | { readonly kind: 'pages'; readonly listing: string; readonly filterSet: number }
  | { readonly kind: 'download'; readonly name: DownloadName }
);

/** What all work has in common. */
export interface Job {
  /** With the complete index, but without the names of packs, which come as messages. */
  readonly data: ReleaseData;
  /** Whether page files get compressed copies. */
  readonly compress: boolean;
  readonly staging: string;
  /** Folder of the site, with packs that are not staged because they have not changed. */
  readonly root: string;
  /** The groups of the site, whose unchanged files need not be written again; null if everything is written. */
  readonly previous: readonly Group[] | null;
}

/** Messages to a thread: the job, then packs and work as they become known, null at the end. */
export type Message = { readonly job: Job } | { readonly packs: PackNames } | { readonly work: readonly Work[] } | null;

/** What a thread reports: the files of the piece of work with this number. */
export interface Done {
  readonly number: number;
  readonly result: WrittenFiles;
}

/** The number of the next piece of work, in memory that all threads share. */
export type Counter = Int32Array;

/**
 * Each thread's caches: for pages, which read the packs of entries again for each set of filters (enough for the shipped catalogue), and for
 * records and downloads, which read packs one after the other.
 */
const PAGE_CACHE_BYTES = 40 * 2 ** 20;
const OTHER_CACHE_BYTES = 4 * 2 ** 20;

/** The release of a job. `packs` may grow. */
export const openJob = ({ data }: Job, packs: PackNames): Release =>
  openRelease({ ...data, packs }, data.baseUrl, PAGE_LINKS[data.links]);

/**
 * Does work until none is left. `next` returns the piece with a number once it is known, or undefined after the last one. `pause` is
 * called after each file, which is waited for.
 */
export async function takeWork(
  { data, compress, staging, root, previous }: Job,
  release: Release,
  counter: Counter,
  next: (number: number) => Promise<Work | undefined> | Work | undefined,
  pause: () => void | Promise<void>,
  onDone: (done: Done) => void,
): Promise<void> {
  const readFile = async (path: string): Promise<Uint8Array> => {
    try {
      return readFileSync(join(staging, path));
    } catch {
      return readFileSync(join(root, path));
    }
  };
  const links = { baseUrl: data.baseUrl, recordEnding: recordEnding(data.links) };
  const forPages = createPackCache({ readFile, sha256, links, maxBytes: PAGE_CACHE_BYTES });
  const forOthers = createPackCache({ readFile, sha256, links, maxBytes: OTHER_CACHE_BYTES });
  const run = createRunner(release, forPages, forOthers, compress);
  const writerOf = createFileWriters(staging, previous);
  for (;;) {
    const number = Atomics.add(counter, 0, 1);
    const work = await next(number);
    if (work === undefined) return;
    const writer = writerOf(work.group);
    await run(work, writer, pause);
    onDone({ number, result: writer.result() });
  }
}

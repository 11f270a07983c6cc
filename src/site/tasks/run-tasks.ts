/**
 * Does tasks on a thread: composes the files of pages and records, and writes downloads. Bodies come from the same functions that
 * answer live requests.
 */

import { type Collection, collectionNamed, listingAt } from '../../core/contract/collection.ts';
import { recordLineSet } from '../../core/contract/line-sets.ts';
import type { Query } from '../../core/contract/query.ts';
import { firstPageFile, PAGE_LINKS, pageFile, pageFolder, recordFile } from '../../core/contract/site-paths.ts';
import { composePage, composeRecord, type PackList } from '../../core/listing/compose.ts';
import { cutPage } from '../../core/listing/select.ts';
import { openRelease, type Release, type ReleaseReader } from '../../core/release/release.ts';
import { openPacks } from '../built/built-release.ts';
import { writeDownload } from '../downloads/downloads.ts';
import { createFileWriters } from '../groups/file-writer.ts';
import type { WrittenFiles } from '../groups/manifest.ts';
import { writeLegacy } from './legacy-files.ts';
import { hasFirstPageFile, type PageSet, pageSets, selectSet } from './page-sets.ts';
import type { SharedTasks, Task } from './tasks.ts';

/**
 * Cache sizes per thread. Pages read the same packs once for each set of filters, so the page cache is large enough for all packs in the
 * shipped catalogue; records and downloads read each pack once, in order.
 */
const PAGE_CACHE_BYTES = 40 * 2 ** 20;
const OTHER_CACHE_BYTES = 4 * 2 ** 20;

/** Receives a file. The body is overwritten afterwards. */
type Emit = (path: string, body: Uint8Array) => void;

/** Memory that all pages use in turn: allocating memory for each page takes longer than composing the page. */
function createReusableBuffer(): (size: number) => Uint8Array {
  let buffer = new Uint8Array(0);
  return (size) => {
    if (size > buffer.length) buffer = new Uint8Array(size * 2);
    return buffer.subarray(0, size);
  };
}

/** Creates the function that writes the pages of one set at one page size; `first` is the query for the first page. */
function createPageWriter(release: Release, { readPack }: ReleaseReader) {
  const allocate = createReusableBuffer();
  return async (first: Query, positions: Uint32Array, emit: Emit): Promise<void> => {
    const source = { ...(await release.open(first.listing.collection.name)), readPack };
    const folder = pageFolder(first) as string;
    for (let page = 1, pageCount = 1; page <= pageCount; page++) {
      const query = { ...first, page };
      const selection = cutPage(positions, query);
      pageCount = selection.pageCount;
      const body = await composePage({ query, source, selection }, release, allocate);
      emit(pageFile(folder, page), body);
      if (hasFirstPageFile(query, release)) emit(firstPageFile(query.listing, query.parentIds), body);
    }
  };
}

/** Creates the function that does one task. */
function createRunner(shared: SharedTasks): (task: Task) => Promise<WrittenFiles> {
  const { built, packFolders } = shared;
  const release = openRelease(built, openPacks(built, packFolders, OTHER_CACHE_BYTES), {
    pageLink: PAGE_LINKS[built.links],
  });
  const { collections } = release;
  const writerOf = createFileWriters(shared.folder);
  const setsOf = new Map<string, PageSet[][]>();
  const writePages = createPageWriter(release, openPacks(built, packFolders, PAGE_CACHE_BYTES));

  async function writeRecords(collection: Collection, pack: number, emit: Emit): Promise<void> {
    const source = await release.open(collection.name);
    const { starts } = source.packs[recordLineSet(collection) as string] as PackList;
    const end = starts[pack + 1] ?? source.index.count;
    for (const [id, position] of source.index.idsBetween(starts[pack] as number, end)) {
      emit(recordFile(collection.name, id), await composeRecord(collection, position, source));
    }
  }

  /** A listing's page sets, by the number of their filter set; kept, because each number is a separate task. */
  async function findSets(path: string): Promise<PageSet[][]> {
    const sets = setsOf.get(path) ?? (await pageSets(listingAt(collections, path), release));
    setsOf.set(path, sets);
    return sets;
  }

  async function writePageSets(listing: string, filterSet: number, emit: Emit): Promise<void> {
    for (const set of (await findSets(listing))[filterSet] as PageSet[]) {
      const positions = await selectSet(set, release);
      for (const query of set.queries) await writePages(query, positions, emit);
    }
  }

  return async (task) => {
    const writer = writerOf(task);
    if (task.kind === 'download') await writeDownload(task.key, release, writer);
    else if (task.kind === 'legacy') await writeLegacy(release, writer.writeWithCopies);
    else if (task.kind === 'records') {
      await writeRecords(collectionNamed(collections, task.key), task.pack, writer.write);
    } else {
      await writePageSets(task.listing, task.filterSet, writer.writeWithCopies);
    }
    return writer.result();
  };
}

/** Does tasks, together with other threads, until none is left. `onDone` receives each task's number and files, and is awaited. */
export async function runTasks(
  shared: SharedTasks,
  onDone: (number: number, files: WrittenFiles) => Promise<void>,
): Promise<void> {
  const run = createRunner(shared);
  for (;;) {
    const number = Atomics.add(shared.counter, 0, 1);
    const task = shared.tasks[number];
    if (task === undefined) return;
    await onDone(number, await run(task));
  }
}

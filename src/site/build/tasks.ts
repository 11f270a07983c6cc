/**
 * The work of writing page and detail files, cut into tasks that can run on any core: pages of enumerated queries, or the
 * detail files of one pack. Bodies come from the same functions that answer live requests.
 *
 * In: a release and its packs. Out: calls of `emit` with path and body, in a fixed order within each task. Build time.
 */

import { allListings, type Collection, hasRecords, type Listing, type Parent } from '../../contract/collection.ts';
import { enumerateFilters } from '../../contract/enumeration.ts';
import { DEFAULT_PAGE_SIZE } from '../../contract/parameters.ts';
import { detailPath, firstPageFile, pageFile, pageFolder } from '../../contract/paths.ts';
import type { Query } from '../../contract/query.ts';
import type { Release } from '../../handler/release.ts';
import { findPage, pageBody } from '../../handler/respond.ts';
import { type Allocate, composeRecord, type ReadPack } from '../../listing/compose.ts';
import { LINES_PER_PACK } from '../../listing/pack.ts';
import type { RowIndex } from '../../listing/select.ts';

/** Every page of one enumerated set of filters at one page size. */
interface PageSet {
  /** The first page's. */
  readonly query: Query;
  readonly parents: readonly Parent[];
  readonly folder: string;
  readonly pageCount: number;
}

interface PageTask {
  readonly kind: 'pages';
  readonly sets: readonly PageSet[];
  readonly fileCount: number;
}

interface RecordTask {
  readonly kind: 'records';
  readonly collection: Collection;
  /** Position of the first record, and of the one after the last. */
  readonly first: number;
  readonly end: number;
  readonly fileCount: number;
}

export type Task = PageTask | RecordTask;

/** Takes a file, and may ask for time before the next one. The body is overwritten once this is done. */
export type Emit = (path: string, body: Uint8Array) => void | Promise<void>;

/** A build holds the whole index. */
const readPart = (name: string): Promise<never> => Promise.reject(new Error(`${name} is not part of a build`));

const indexOf = async (release: Release, name: string): Promise<RowIndex> => release.indexOf(name, readPart);

/** Sets of pages in one task: enough that the cost of a task does not count. */
const FILES_PER_TASK = 500;

/** Every combination of records that a listing can stand below. */
async function everyParents({ parents }: Listing, release: Release): Promise<Parent[][]> {
  let combinations: Parent[][] = [[]];
  for (const name of parents) {
    const index = await indexOf(release, name);
    const all = Array.from({ length: index.count }, (_, n) => ({ ...index.rowAt(n), id: index.idAt(n) }));
    combinations = combinations.flatMap((before) => all.map((parent) => [...before, parent]));
  }
  return combinations;
}

async function pageSets(listing: Listing, release: Release): Promise<PageSet[]> {
  const { enumerate } = release.data;
  const sets: PageSet[] = [];
  for (const parents of await everyParents(listing, release)) {
    const ids = parents.map(({ id }) => id);
    for (const filters of enumerateFilters(listing, enumerate)) {
      for (const pageSize of enumerate.pageSizes) {
        const query = { listing, parents: ids, filters, pageSize, page: 1 };
        const found = await findPage(query, parents, release, readPart);
        if ('status' in found) throw new Error(`no first page of ${listing.path}: ${found.body.detail}`);
        const pageCount = Math.max(1, found.selection.pageCount);
        sets.push({ query, parents, folder: pageFolder(query) as string, pageCount });
      }
    }
  }
  return sets;
}

async function pageTasks(release: Release): Promise<PageTask[]> {
  const tasks: PageTask[] = [];
  for (const listing of allListings(release.collections)) {
    let sets: PageSet[] = [];
    let fileCount = 0;
    for (const set of await pageSets(listing, release)) {
      sets.push(set);
      fileCount += set.pageCount + (hasFirstPageFile(set.query, release) ? 1 : 0);
      if (fileCount < FILES_PER_TASK) continue;
      tasks.push({ kind: 'pages', sets, fileCount });
      sets = [];
      fileCount = 0;
    }
    if (sets.length > 0) tasks.push({ kind: 'pages', sets, fileCount });
  }
  return tasks;
}

async function recordTasks(release: Release): Promise<RecordTask[]> {
  const tasks: RecordTask[] = [];
  for (const collection of release.collections) {
    if (!hasRecords(collection)) continue;
    const index = await indexOf(release, collection.name);
    for (let first = 0; first < index.count; first += LINES_PER_PACK) {
      const end = Math.min(first + LINES_PER_PACK, index.count);
      tasks.push({ kind: 'records', collection, first, end, fileCount: index.idsFrom(first, end).length });
    }
  }
  return tasks;
}

/**
 * Every task of a site, the same list in the same order wherever it is made. Records come first, as each of their tasks needs
 * one pack alone and can begin while the others are still rendered.
 */
export async function planTasks(release: Release): Promise<Task[]> {
  return [...(await recordTasks(release)), ...(await pageTasks(release))];
}

/** Memory for one page after the other: memory that is new for each costs more to come by than the page to compose. */
function createReusableBuffer(): Allocate {
  let buffer = new Uint8Array(0);
  return (size) => {
    if (size > buffer.length) buffer = new Uint8Array(size * 2);
    return buffer.subarray(0, size);
  };
}

/** True for the pages that links of records lead to where links are paths of files. */
function hasFirstPageFile({ filters, pageSize, page }: Query, { data: { links, enumerate } }: Release): boolean {
  const { pageSizes } = enumerate;
  const linked = pageSizes.includes(DEFAULT_PAGE_SIZE) ? DEFAULT_PAGE_SIZE : pageSizes[0];
  return links === 'path' && filters.size === 0 && page === 1 && pageSize === linked;
}

async function runPages({ sets }: PageTask, release: Release, readPack: ReadPack, emit: Emit): Promise<void> {
  const allocate = createReusableBuffer();
  for (const { query: first, parents, folder, pageCount } of sets) {
    for (let page = 1; page <= pageCount; page++) {
      const query = { ...first, page };
      const body = await pageBody(query, parents, release, { readPack, readPart }, allocate);
      if (!(body instanceof Uint8Array)) throw new Error(`no page ${page} in ${folder}: ${body.body.detail}`);
      await emit(pageFile(folder, page), body);
      if (hasFirstPageFile(query, release)) await emit(firstPageFile(query.listing, query.parents), body);
    }
  }
}

async function runRecords({ collection, first, end }: RecordTask, release: Release, readPack: ReadPack, emit: Emit) {
  const index = await indexOf(release, collection.name);
  for (const [id, position] of index.idsFrom(first, end)) {
    const body = await composeRecord(collection, position, release.data.packs, readPack);
    if (body === null) throw new Error(`no record ${id} in ${collection.name}`);
    await emit(detailPath(collection.name, id), body);
  }
}

/** Runs one task. Rejects where a page that the plan counts cannot be composed. */
export function runTask(task: Task, release: Release, readPack: ReadPack, emit: Emit): Promise<void> {
  return task.kind === 'pages' ? runPages(task, release, readPack, emit) : runRecords(task, release, readPack, emit);
}

/**
 * The work of writing page and detail files, cut into tasks that can run on any core: every page of one enumerated set of
 * filters at one page size, or the detail files of one pack. Bodies come from the same functions that answer live requests.
 *
 * In: a release and its packs. Out: calls of `emit` with path and body, in a fixed order within each task. Build time.
 */

import { enumerateFilters } from '../../contract/enumeration.ts';
import { detailPath, pageFile, pageFolder } from '../../contract/paths.ts';
import type { Query } from '../../contract/query.ts';
import { LISTING_NAMES, type ListingName } from '../../contract/wire.ts';
import type { Release } from '../../handler/release.ts';
import { pageBody } from '../../handler/respond.ts';
import { type Allocate, composeRecord, type ReadPack } from '../../listing/compose.ts';
import { LINES_PER_PACK } from '../../listing/pack.ts';

interface PageTask {
  readonly kind: 'pages';
  /** The first page's. */
  readonly query: Query;
  readonly folder: string;
  readonly fileCount: number;
}

interface RecordTask {
  readonly kind: 'records';
  readonly listing: ListingName;
  /** Position of the first record. */
  readonly first: number;
  readonly fileCount: number;
}

export type Task = PageTask | RecordTask;

/** Takes a file, and may ask for time before the next one. The body is overwritten once this is done. */
export type Emit = (path: string, body: Uint8Array) => void | Promise<void>;

function pageTasks(release: Release): Task[] {
  const { enumerate } = release.data;
  return LISTING_NAMES.flatMap((name) => {
    const listing = release.listings[name];
    return enumerateFilters(listing, enumerate).flatMap((filters) =>
      enumerate.pageSizes.map((pageSize): Task => {
        const query = { listing: name, filters, pageSize, page: 1 };
        const fileCount = Math.max(1, Math.ceil(release.index.select(query).count / pageSize));
        return { kind: 'pages', query, folder: pageFolder(listing, query) as string, fileCount };
      }),
    );
  });
}

function recordTasks({ index }: Release): Task[] {
  return LISTING_NAMES.flatMap((listing) => {
    const count = index.recordCount(listing);
    return Array.from({ length: Math.ceil(count / LINES_PER_PACK) }, (_, n): Task => {
      const first = n * LINES_PER_PACK;
      return { kind: 'records', listing, first, fileCount: Math.min(LINES_PER_PACK, count - first) };
    });
  });
}

/**
 * Every task of a site, the same list in the same order wherever it is made. Records come first, as each of their tasks needs
 * one pack alone and can begin while the others are still rendered.
 */
export function planTasks(release: Release): Task[] {
  return [...recordTasks(release), ...pageTasks(release)];
}

/** Room for one page after the other: memory that is new for each costs more to come by than the page to compose. */
function createRoom(): Allocate {
  let room = new Uint8Array(0);
  return (size) => {
    if (size > room.length) room = new Uint8Array(size * 2);
    return room.subarray(0, size);
  };
}

async function runPages({ query, folder, fileCount }: PageTask, release: Release, readPack: ReadPack, emit: Emit) {
  const room = createRoom();
  for (let page = 1; page <= fileCount; page++) {
    const body = await pageBody({ ...query, page }, release, readPack, room);
    if (!(body instanceof Uint8Array)) throw new Error(`no page ${page} in ${folder}: ${body.body.detail}`);
    await emit(pageFile(folder, page), body);
  }
}

async function runRecords({ listing, first, fileCount }: RecordTask, release: Release, readPack: ReadPack, emit: Emit) {
  for (const [offset, id] of release.index.recordIds(listing, first, first + fileCount).entries()) {
    const body = await composeRecord(listing, first + offset, release.data.packs, readPack);
    if (body === null) throw new Error(`no record ${id} in ${listing}`);
    await emit(detailPath(listing, id), body);
  }
}

/** Runs one task. Rejects where a page that the plan counts cannot be composed. */
export function runTask(task: Task, release: Release, readPack: ReadPack, emit: Emit): Promise<void> {
  return task.kind === 'pages' ? runPages(task, release, readPack, emit) : runRecords(task, release, readPack, emit);
}

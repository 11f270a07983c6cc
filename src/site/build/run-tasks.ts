/**
 * Runs tasks that write page files, detail files and downloads, on any thread. In: a release and its packs. Out: calls of `emit` with
 * path and body, in a fixed order within each task. Build time.
 */

import { allListings, type Collection, type Listing, recordLines } from '../../core/contract/collection.ts';
import { detailPath, firstPageFile, pageFile, pageFolder } from '../../core/contract/paths.ts';
import type { Query } from '../../core/contract/query.ts';
import type { Release } from '../../core/handler/release.ts';
import {
  type Allocate,
  composePage,
  composeRecord,
  entryLines,
  envelopeHead,
  type ReadPack,
} from '../../core/listing/compose.ts';
import { LINES_PER_PACK } from '../../core/listing/pack.ts';
import { cutPage, type Selection } from '../../core/listing/select.ts';
import type { Source } from '../downloads/lines.ts';
import { writeDownload } from '../downloads/write-download.ts';
import type { FileWriter } from '../install/file-writer.ts';
import { hasChanged } from './changed-lines.ts';
import { countPages, hasFirstPageFile, type PageSet, pageSets, selectSet, type Task } from './tasks.ts';
import { indexOf } from './whole-index.ts';

/** Receives a file; the next one waits for its promise. The body is overwritten afterwards. */
export type Emit = (path: string, body: Uint8Array) => void | Promise<void>;

/** Receives the files of a task. */
interface Files {
  readonly emit: Emit;
  /** Keeps a file if none of its lines, at these positions, has changed. Returns true if it was kept. */
  stands(path: string, set: string, positions: ArrayLike<number>): boolean;
}

/** Memory that all pages use in turn: allocating memory for each page takes longer than composing it. */
function createReusableBuffer(): Allocate {
  let buffer = new Uint8Array(0);
  return (size) => {
    if (size > buffer.length) buffer = new Uint8Array(size * 2);
    return buffer.subarray(0, size);
  };
}

/** Writes the pages of one set at one page size; `first` asks for the first one. */
async function runQuery(
  first: Query,
  selection: Selection,
  release: Release,
  readPack: ReadPack,
  allocate: Allocate,
  { emit, stands }: Files,
) {
  const index = indexOf(release, first.listing.collection.name);
  const folder = pageFolder(first) as string;
  const lines = entryLines(first);
  const pageCount = countPages(selection, first);
  for (let page = 1; page <= pageCount; page++) {
    const query = { ...first, page };
    const cut = cutPage(selection, query);
    if ('status' in cut) throw new Error(`no page ${page} in ${folder}: ${cut.body.detail}`);
    const paths = [pageFile(folder, page)];
    if (hasFirstPageFile(query, release)) paths.push(firstPageFile(query.listing, query.parents));
    const missing = paths.filter((path) => !stands(path, lines, cut.positions));
    if (missing.length === 0) continue;
    const head = envelopeHead(query, cut, release);
    const body = await composePage(head, query, index, cut, release.data.packs, readPack, allocate);
    for (const path of missing) await emit(path, body);
  }
}

async function runRecords(
  collection: Collection,
  pack: number,
  release: Release,
  readPack: ReadPack,
  { emit, stands }: Files,
) {
  const index = indexOf(release, collection.name);
  const lines = recordLines(collection) as string;
  const first = pack * LINES_PER_PACK;
  for (const [id, position] of index.idsFrom(first, Math.min(first + LINES_PER_PACK, index.count))) {
    const path = detailPath(collection.name, id);
    if (stands(path, lines, [position])) continue;
    const body = await composeRecord(collection, position, release.data.packs, readPack);
    if (body === null) throw new Error(`no record ${id} in ${collection.name}`);
    await emit(path, body);
  }
}

/** Runs tasks of one release. The page sets of a listing are computed once for all of its tasks. */
export function createRunner(source: Source): (task: Task, emit: Emit, writer: FileWriter) => Promise<void> {
  const { release, readPack } = source;
  const setsOf = new Map<string, PageSet[]>();
  const allocate = createReusableBuffer();
  return async ({ work, changed }, emit, writer) => {
    if (work.kind === 'download') return writeDownload(work.name, source, writer);
    const stands: Files['stands'] = (path, set, positions) =>
      changed !== undefined && !hasChanged(changed, set, positions) && writer.keep(path);
    const files = { emit, stands };
    if (work.kind === 'records') {
      const collection = release.collections.find(({ name }) => name === work.collection) as Collection;
      return runRecords(collection, work.pack, release, readPack, files);
    }
    const listing = allListings(release.collections).find(({ path }) => path === work.listing) as Listing;
    const sets = setsOf.get(work.listing) ?? pageSets(listing, release);
    setsOf.set(work.listing, sets);
    for (const set of sets.slice(work.from, work.to)) {
      const selection = selectSet(set, release);
      for (const query of set.queries) await runQuery(query, selection, release, readPack, allocate, files);
    }
  };
}

/**
 * Does pieces of work on any thread: composes page files and detail files, and writes downloads. In: a release and its packs. Bodies come
 * from the same functions that answer live requests. Build time.
 */

import { allListings, type Collection, type Listing } from '../../core/contract/collection.ts';
import { detailPath, firstPageFile, pageFile, pageFolder } from '../../core/contract/paths.ts';
import type { Query } from '../../core/contract/query.ts';
import type { Release } from '../../core/handler/release.ts';
import { type Allocate, composePage, composeRecord, envelopeHead, type ReadPack } from '../../core/listing/compose.ts';
import { LINES_PER_PACK } from '../../core/listing/pack.ts';
import { cutPage, type Selection } from '../../core/listing/select.ts';
import { compressedCopies } from '../../fs/compress.ts';
import { writeDownload } from '../downloads/write-download.ts';
import type { FileWriter } from '../install/file-writer.ts';
import { indexOf } from '../render/whole-index.ts';
import { countPages, hasFirstPageFile, type PageSet, pageSets, selectSet } from './page-sets.ts';
import type { Work } from './work.ts';

/** Receives a file; the next one waits for its promise. The body is overwritten afterwards. */
type Emit = (path: string, body: Uint8Array) => void | Promise<void>;

/** Memory that all pages use in turn: allocating memory for each page takes longer than composing it. */
function createReusableBuffer(): Allocate {
  let buffer = new Uint8Array(0);
  return (size) => {
    if (size > buffer.length) buffer = new Uint8Array(size * 2);
    return buffer.subarray(0, size);
  };
}

/** Does one piece of work, and calls `pause` after each file. */
export type Run = (work: Work, writer: FileWriter, pause: () => void | Promise<void>) => Promise<void>;

/**
 * Creates the function that does pieces of work of one release. In: readers of packs for pages, and for records and downloads. `compress`:
 * page files get compressed copies.
 */
export function createRunner(release: Release, forPages: ReadPack, forOthers: ReadPack, compress: boolean): Run {
  const { collections, data } = release;
  const setsOf = new Map<string, PageSet[][]>();
  const allocate = createReusableBuffer();

  /** Writes the pages of one set at one page size; `first` asks for the first one. */
  async function writePages(first: Query, selection: Selection, emit: Emit): Promise<void> {
    const index = indexOf(release, first.listing.collection.name);
    const folder = pageFolder(first) as string;
    const pageCount = countPages(selection, first);
    for (let page = 1; page <= pageCount; page++) {
      const query = { ...first, page };
      const cut = cutPage(selection, query);
      if ('status' in cut) throw new Error(`no page ${page} in ${folder}: ${cut.body.detail}`);
      const head = envelopeHead(query, cut, release);
      const body = await composePage(head, query, index, cut, data.packs, forPages, allocate);
      await emit(pageFile(folder, page), body);
      if (hasFirstPageFile(query, release)) await emit(firstPageFile(query.listing, query.parents), body);
    }
  }

  async function writeRecords(collection: Collection, pack: number, emit: Emit): Promise<void> {
    const index = indexOf(release, collection.name);
    const first = pack * LINES_PER_PACK;
    for (const [id, position] of index.idsFrom(first, Math.min(first + LINES_PER_PACK, index.count))) {
      const body = await composeRecord(collection, position, data.packs, forOthers);
      if (body === null) throw new Error(`no record ${id} in ${collection.name}`);
      await emit(detailPath(collection.name, id), body);
    }
  }

  /** The page sets of a listing, by the number of their filters; kept, because each number is a piece of work. */
  function findSets(path: string): PageSet[][] {
    const listing = allListings(collections).find((one) => one.path === path) as Listing;
    const sets = setsOf.get(path) ?? pageSets(listing, release);
    setsOf.set(path, sets);
    return sets;
  }

  return async (work, writer, pause) => {
    if (work.kind === 'download') return writeDownload(work.name, { release, readPack: forOthers }, writer, pause);
    const emit: Emit = (path, body) => {
      writer.write(path, body);
      if (compress && work.kind === 'pages') for (const copy of compressedCopies(path, body)) writer.write(...copy);
      return pause();
    };
    if (work.kind === 'records') {
      const collection = collections.find(({ name }) => name === work.collection) as Collection;
      return writeRecords(collection, work.pack, emit);
    }
    for (const set of findSets(work.listing)[work.filterSet] as PageSet[]) {
      const selection = selectSet(set, release);
      for (const query of set.queries) await writePages(query, selection, emit);
    }
  };
}

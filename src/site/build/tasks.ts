/**
 * The work of writing page and detail files, cut into tasks that can run on any core: pages of enumerated queries, or the
 * detail files of one pack. Bodies come from the same functions that answer live requests.
 *
 * Each task has a name and the digest of its inputs, so that a build can tell whether its files are there already. To add a kind
 * of task: plain data that says what to do (`Work`), the digest of all that it reads (`plan…`), and a function that does it
 * (`createRunner`). In: a release and its packs. Out: calls of `emit` with path and body, in a fixed order within each task. Build time.
 */

import { allListings, type Collection, type Listing, type Parent } from '../../contract/collection.ts';
import { enumerateFilters } from '../../contract/enumeration.ts';
import { DEFAULT_PAGE_SIZE } from '../../contract/parameters.ts';
import { detailPath, firstPageFile, pageFile, pageFolder } from '../../contract/paths.ts';
import type { Query } from '../../contract/query.ts';
import type { Release, ReleaseData } from '../../handler/release.ts';
import { boundBy } from '../../handler/understand.ts';
import { type Allocate, composePage, composeRecord, envelopeHead, type ReadPack } from '../../listing/compose.ts';
import { LINES_PER_PACK } from '../../listing/pack.ts';
import { countEntries, cutPage, type IndexData, type Selection, selectAll } from '../../listing/select.ts';
import type { Download } from '../downloads/downloads.ts';
import type { Source } from '../downloads/lines.ts';
import { writeDownload } from '../downloads/write-download.ts';
import type { FileWriter } from '../output/file-writer.ts';
import { digestOf } from './digest.ts';
import { indexOf, listParents } from './whole-index.ts';

/** What any thread can do; plain data. */
export type Work =
  | { readonly kind: 'records'; readonly collection: string; readonly pack: number }
  /** Of the listing at a path, the sets of pages from one number to before another. */
  | { readonly kind: 'pages'; readonly listing: string; readonly from: number; readonly to: number }
  /** Of the downloads that the job names, the one with this number. */
  | { readonly kind: 'download'; readonly number: number };

export interface Task {
  /** `pages runs/{}/events 0`: the group that the task is one of, and its number in there. */
  readonly name: string;
  readonly inputs: string;
  readonly work: Work;
  /** Without compressed copies. */
  readonly fileCount: number;
}

/** Takes a file, and may ask for time before the next one. The body is overwritten once this is done. */
export type Emit = (path: string, body: Uint8Array) => void | Promise<void>;

/** Files in one task: enough that the cost of a task does not count. */
const FILES_PER_TASK = 500;

/** What bodies have in them besides lines: the prefix and the form of links, and which pages have files. */
const bodyInputs = ({ baseUrl, links, enumerate: { pageSizes } }: ReleaseData) => ({ baseUrl, links, pageSizes });

/** The task that writes the records of one pack of a collection. */
export function planRecords(release: Release, collection: Collection, pack: number, packName: string): Task {
  const count = countEntries(release.data.index[collection.name] as IndexData);
  const first = pack * LINES_PER_PACK;
  const end = Math.min(first + LINES_PER_PACK, count);
  // The one id of a file is in its line, so that the index, which takes long to open, is not needed; other records have ids that
  // their lines do not tell.
  const ids = collection.index.kind === 'series' ? null : indexOf(release, collection.name).idsFrom(first, end);
  return {
    name: `records ${collection.name} ${pack}`,
    inputs: digestOf('records', bodyInputs(release.data), packName, ids),
    work: { kind: 'records', collection: collection.name, pack },
    fileCount: ids?.length ?? end - first,
  };
}

/** Every page of one enumerated set of filters. What it matches is the same at every page size, so it is selected once. */
export interface PageSet {
  /** The first page's, at each page size. */
  readonly queries: readonly Query[];
  readonly parents: readonly Parent[];
}

/** Every combination of records that a listing can stand below. */
function everyParents({ parents }: Listing, release: Release): Parent[][] {
  let combinations: Parent[][] = [[]];
  for (const name of parents) {
    const all = listParents(indexOf(release, name));
    combinations = combinations.flatMap((before) => all.map((parent) => [...before, parent]));
  }
  return combinations;
}

/** The enumerated sets of a listing, in the order in which their pages are written. */
export function pageSets(listing: Listing, release: Release): PageSet[] {
  const { enumerate } = release.data;
  const filterSets = enumerateFilters(listing, enumerate);
  return everyParents(listing, release).flatMap((parents) => {
    const ids = parents.map(({ id }) => id);
    return filterSets.map((filters) => ({
      queries: enumerate.pageSizes.map((pageSize) => ({ listing, parents: ids, filters, pageSize, page: 1 })),
      parents,
    }));
  });
}

/** Everything that a set matches. */
export function selectSet({ queries, parents }: PageSet, release: Release): Selection {
  const query = queries[0] as Query;
  const index = indexOf(release, query.listing.collection.name);
  return selectAll(index, query, boundBy(query.listing, parents));
}

/** An empty result has a first page too. */
export const countPages = ({ count }: Selection, { pageSize }: Query): number =>
  Math.max(1, Math.ceil(count / pageSize));

/** What the pages of a listing depend on. `lines` is the digest of the collection's lines and index. */
function digestOfListing(listing: Listing, release: Release, lines: string, compress: boolean): string {
  const { data } = release;
  const filterSets = enumerateFilters(listing, data.enumerate).map((filters) => [...filters]);
  const below = everyParents(listing, release).map((parents) => [
    parents.map(({ id }) => id),
    boundBy(listing, parents),
  ]);
  return digestOf('pages', bodyInputs(data), compress, listing.path, lines, filterSets, below);
}

export interface PagePlan {
  readonly group: string;
  readonly inputs: string;
  /** Cuts the work into tasks, for which every set is looked at. */
  cut(): Task[];
}

/** The pages of a listing. `lines` is the digest of the collection's lines and index. */
export function planPages(listing: Listing, release: Release, lines: string, compress: boolean): PagePlan {
  const inputs = digestOfListing(listing, release, lines, compress);
  const group = `pages ${listing.path}`;
  return {
    group,
    inputs,
    cut() {
      const sets = pageSets(listing, release);
      const tasks: Task[] = [];
      let from = 0;
      let fileCount = 0;
      for (const [n, set] of sets.entries()) {
        const selection = selectSet(set, release);
        for (const query of set.queries) {
          fileCount += countPages(selection, query) + (hasFirstPageFile(query, release) ? 1 : 0);
        }
        if (fileCount < FILES_PER_TASK && n + 1 < sets.length) continue;
        const work = { kind: 'pages', listing: listing.path, from, to: n + 1 } as const;
        tasks.push({ name: `${group} ${tasks.length}`, inputs, work, fileCount });
        from = n + 1;
        fileCount = 0;
      }
      return tasks;
    },
  };
}

/** The task that writes a download. `lines` are the digests of the lines and indexes that it is made of. */
export function planDownload(
  { paths }: Download,
  number: number,
  { baseUrl, links, vocabulary }: ReleaseData,
  lines: readonly string[],
): Task {
  return {
    name: `download ${paths[0]}`,
    inputs: digestOf('download', baseUrl, links, vocabulary.parameters, paths, lines),
    work: { kind: 'download', number },
    fileCount: paths.length,
  };
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

/** Writes the pages of one set at one page size; `first` asks for the first one. */
async function runQuery(
  first: Query,
  selection: Selection,
  release: Release,
  readPack: ReadPack,
  allocate: Allocate,
  emit: Emit,
) {
  const index = indexOf(release, first.listing.collection.name);
  const folder = pageFolder(first) as string;
  const pageCount = countPages(selection, first);
  for (let page = 1; page <= pageCount; page++) {
    const query = { ...first, page };
    const cut = cutPage(selection, query);
    if ('status' in cut) throw new Error(`no page ${page} in ${folder}: ${cut.body.detail}`);
    const head = envelopeHead(query, cut, release);
    const body = await composePage(head, query, index, cut, release.data.packs, readPack, allocate);
    await emit(pageFile(folder, page), body);
    if (hasFirstPageFile(query, release)) await emit(firstPageFile(query.listing, query.parents), body);
  }
}

async function runRecords(collection: Collection, pack: number, release: Release, readPack: ReadPack, emit: Emit) {
  const index = indexOf(release, collection.name);
  const first = pack * LINES_PER_PACK;
  for (const [id, position] of index.idsFrom(first, Math.min(first + LINES_PER_PACK, index.count))) {
    const body = await composeRecord(collection, position, release.data.packs, readPack);
    if (body === null) throw new Error(`no record ${id} in ${collection.name}`);
    await emit(detailPath(collection.name, id), body);
  }
}

/** Does work of one release. The sets of a listing are made once for all of its tasks. */
export function createRunner(
  source: Source,
  downloads: readonly Download[],
): (work: Work, emit: Emit, writer: FileWriter) => Promise<void> {
  const { release, readPack } = source;
  const setsOf = new Map<string, PageSet[]>();
  const allocate = createReusableBuffer();
  return async (work, emit, writer) => {
    if (work.kind === 'download') {
      return writeDownload(downloads[work.number] as Download, source, writer);
    }
    if (work.kind === 'records') {
      const collection = release.collections.find(({ name }) => name === work.collection) as Collection;
      return runRecords(collection, work.pack, release, readPack, emit);
    }
    const listing = allListings(release.collections).find(({ path }) => path === work.listing) as Listing;
    const sets = setsOf.get(work.listing) ?? pageSets(listing, release);
    setsOf.set(work.listing, sets);
    for (const set of sets.slice(work.from, work.to)) {
      const selection = selectSet(set, release);
      for (const query of set.queries) await runQuery(query, selection, release, readPack, allocate, emit);
    }
  };
}

/**
 * Divides the writing of page and detail files into tasks that can run on any core: pages of enumerated queries, or the detail files of
 * one pack. Bodies come from the same functions that answer live requests.
 *
 * Each task has a name and a digest of its inputs, which tells a build whether its files already exist. A new kind of task needs plain
 * data that describe the work (`Work`), a digest of everything that it reads (`plan…`), and a function that does it (`run-tasks.ts`).
 *
 * The inputs of a page or record are its arrangement (which lines it shows, its path, and everything around the lines) and the lines
 * themselves. If only lines of a task have changed since the previous build, only files that show one of them are written. Build time.
 */

import type { Collection, Listing, Parent } from '../../core/contract/collection.ts';
import type { Condition } from '../../core/contract/conditions.ts';
import type { DownloadName } from '../../core/contract/downloads.ts';
import { enumerateFilters } from '../../core/contract/enumeration.ts';
import { DEFAULT_PAGE_SIZE } from '../../core/contract/parameters.ts';
import type { Query } from '../../core/contract/query.ts';
import type { Release, ReleaseData } from '../../core/handler/release.ts';
import { parentConditions } from '../../core/handler/resolve-request.ts';
import type { ColumnData } from '../../core/listing/column-index.ts';
import { entryLines, type PackNames } from '../../core/listing/compose.ts';
import { LINES_PER_PACK } from '../../core/listing/pack.ts';
import { countEntries, type IndexData, type Selection, selectAll } from '../../core/listing/select.ts';
import type { ChangedLines } from './changed-lines.ts';
import { digestOf } from './digest.ts';
import { indexOf, listParents } from './whole-index.ts';

/** Work for any thread, as plain data. */
export type Work =
  | { readonly kind: 'records'; readonly collection: string; readonly pack: number }
  /** The page sets of the listing at a path, from number `from` to before `to`. */
  | { readonly kind: 'pages'; readonly listing: string; readonly from: number; readonly to: number }
  | { readonly kind: 'download'; readonly name: DownloadName };

export interface Task {
  /** `pages runs/{}/events 0`: the group of the task, and its number in the group. */
  readonly name: string;
  readonly inputs: string;
  readonly work: Work;
  /** Number of files without compressed copies. */
  readonly fileCount: number;
  /** The lines that have changed, if nothing else has: files that show none of them are kept. */
  readonly changed?: ChangedLines;
}

/** Inputs of a task whose files show lines: a digest of the arrangement, then a digest of the packs with these lines. */
const inputsOf = (arrangement: string, packs: unknown): string => `${arrangement} ${digestOf(packs)}`;

/** True if two inputs have the same arrangement, so that they only differ in lines. */
export const haveSameArrangement = (a: string, b: string): boolean => a.split(' ')[0] === b.split(' ')[0];

/** Number of files in a task: enough to make the cost per task negligible. */
const FILES_PER_TASK = 500;

/** Inputs of bodies besides lines: prefix and form of links, and which pages have files. */
const bodyInputs = ({ baseUrl, links, enumerate: { pageSizes } }: ReleaseData) => ({ baseUrl, links, pageSizes });

/** The task that writes the records of one pack of a collection. */
export function planRecords(release: Release, collection: Collection, pack: number, packName: string): Task {
  const count = countEntries(release.data.index[collection.name] as IndexData);
  const first = pack * LINES_PER_PACK;
  const end = Math.min(first + LINES_PER_PACK, count);
  // The only id of a strain file is in its line, so the index, which is slow to open, is not needed. Other records have ids that
  // are not in their lines.
  const ids = collection.index.kind === 'series' ? null : indexOf(release, collection.name).idsFrom(first, end);
  return {
    name: `records ${collection.name} ${pack}`,
    inputs: inputsOf(digestOf('records', bodyInputs(release.data), ids), packName),
    work: { kind: 'records', collection: collection.name, pack },
    fileCount: ids?.length ?? end - first,
  };
}

/** All pages of one enumerated set of filters. The selection is the same for every page size, so it is computed once. */
export interface PageSet {
  /** The query of the first page, for each page size. */
  readonly queries: readonly Query[];
  readonly parents: readonly Parent[];
}

/** All combinations of parent records of a listing. */
function everyParents({ parents }: Listing, release: Release): Parent[][] {
  let combinations: Parent[][] = [[]];
  for (const name of parents) {
    const all = listParents(indexOf(release, name));
    combinations = combinations.flatMap((before) => all.map((parent) => [...before, parent]));
  }
  return combinations;
}

/** The page sets of a listing, in the order in which their pages are written. */
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

/** Selects all entries of a set. */
export function selectSet({ queries, parents }: PageSet, release: Release): Selection {
  const query = queries[0] as Query;
  const index = indexOf(release, query.listing.collection.name);
  return selectAll(index, query, parentConditions(query.listing, parents));
}

/** Number of pages; an empty result has one. */
export const countPages = ({ count }: Selection, { pageSize }: Query): number =>
  Math.max(1, Math.ceil(count / pageSize));

/** Cached, because several listings read the same columns. */
const digests = new WeakMap<object, string>();

function digestOfPart(part: IndexData | ColumnData): string {
  const digest = digests.get(part) ?? digestOf(part);
  digests.set(part, digest);
  return digest;
}

/** Digests of the part of an index that conditions read: all of it if its entries come from it too, or if it has no columns. */
function digestsOfIndex({ isInterval }: Collection, index: IndexData, conditions: readonly Condition[]): unknown {
  if (index.kind === 'series' || isInterval) return digestOfPart(index);
  const names = new Set(conditions.flatMap((condition) => ('column' in condition ? [condition.column] : [])));
  const columns = Object.entries(index.columns).filter(([name]) => names.has(name));
  return [index.count, columns.map(([name, column]) => [name, digestOfPart(column)])];
}

/** Digest of everything that the pages of a listing depend on except lines. */
function digestOfArrangement(listing: Listing, release: Release, compress: boolean): string {
  const { data } = release;
  const { collection } = listing;
  const filterSets = enumerateFilters(listing, data.enumerate).map((filters) => [...filters]);
  const below = everyParents(listing, release).map(
    (parents) => [parents.map(({ id }) => id), parentConditions(listing, parents)] as const,
  );
  const given = filterSets.flatMap((filters) => filters.map(([, { condition }]) => condition));
  const conditions = [...given, ...below.flatMap(([, bound]) => bound)];
  const index = digestsOfIndex(collection, data.index[collection.name] as IndexData, conditions);
  return digestOf('pages', bodyInputs(data), compress, listing.path, index, filterSets, below);
}

/** The line sets that the pages of a listing show. */
function linesOf(listing: Listing, { data }: Release): string[] {
  return [...new Set(enumerateFilters(listing, data.enumerate).map((filters) => entryLines({ listing, filters })))];
}

export interface PagePlan {
  readonly group: string;
  /** Only for `haveSameArrangement`. */
  readonly arrangement: string;
  inputs(packs: PackNames): string;
  /** Divides the work into tasks. Looks at every set, so it is slow. */
  cut(packs: PackNames): Task[];
}

/** Plans the pages of a listing. Its packs need not be known yet. */
export function planPages(listing: Listing, release: Release, compress: boolean): PagePlan {
  const arrangement = digestOfArrangement(listing, release, compress);
  const lineSets = listing.collection.isInterval ? [] : linesOf(listing, release);
  const group = `pages ${listing.path}`;
  const inputsFor = (packs: PackNames) =>
    inputsOf(
      arrangement,
      lineSets.map((set) => packs[set]),
    );
  return {
    group,
    arrangement,
    inputs: inputsFor,
    cut(packs) {
      const inputs = inputsFor(packs);
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

/** The task that writes a download. `lines` are the digests of the lines and indexes that it contains. */
export function planDownload(
  name: DownloadName,
  { baseUrl, links, vocabulary }: ReleaseData,
  lines: readonly string[],
): Task {
  return {
    name: `download ${name}`,
    inputs: digestOf('download', baseUrl, links, vocabulary.parameters, name, lines),
    work: { kind: 'download', name },
    fileCount: 1,
  };
}

/** True for pages that links in records lead to if links are file paths. */
export function hasFirstPageFile({ filters, pageSize, page }: Query, { data: { links, enumerate } }: Release): boolean {
  const { pageSizes } = enumerate;
  const linked = pageSizes.includes(DEFAULT_PAGE_SIZE) ? DEFAULT_PAGE_SIZE : pageSizes[0];
  return links === 'path' && filters.size === 0 && page === 1 && pageSize === linked;
}

/**
 * The work of writing page and detail files, cut into tasks that can run on any core: pages of enumerated queries, or the
 * detail files of one pack. Bodies come from the same functions that answer live requests.
 *
 * Each task has a name and the digest of its inputs, so that a build can tell whether its files are there already. To add a kind
 * of task: plain data that says what to do (`Work`), the digest of all that it reads (`plan…`), and a function that does it
 * (`run-tasks.ts`).
 *
 * What a page or record is made of is its arrangement (which lines it shows, below which path, and what stands around them) and the lines
 * themselves. Where a task differs from the build before in lines alone, only files that show a line that changed are made anew. Build time.
 */

import type { Collection, Listing, Parent } from '../../contract/collection.ts';
import type { Condition } from '../../contract/conditions.ts';
import { enumerateFilters } from '../../contract/enumeration.ts';
import { DEFAULT_PAGE_SIZE } from '../../contract/parameters.ts';
import type { Query } from '../../contract/query.ts';
import type { Release, ReleaseData } from '../../handler/release.ts';
import { parentConditions } from '../../handler/resolve-request.ts';
import { entryLines, type PackNames } from '../../listing/compose.ts';
import { LINES_PER_PACK } from '../../listing/pack.ts';
import { countEntries, type IndexData, type Selection, selectAll } from '../../listing/select.ts';
import type { Download } from '../downloads/downloads.ts';
import type { ChangedLines } from './changed-lines.ts';
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
  /** Where the files before differ in lines alone: those that changed. Files that show none of them stand. */
  readonly changed?: ChangedLines;
}

/** Inputs of a task whose files show lines: a digest of the arrangement, then one of the packs with these lines. */
const inputsOf = (arrangement: string, packs: unknown): string => `${arrangement} ${digestOf(packs)}`;

/** True where two inputs differ in lines at most. */
export const areArrangedAlike = (a: string, b: string): boolean => a.split(' ')[0] === b.split(' ')[0];

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
    inputs: inputsOf(digestOf('records', bodyInputs(release.data), ids), packName),
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
  return selectAll(index, query, parentConditions(query.listing, parents));
}

/** An empty result has a first page too. */
export const countPages = ({ count }: Selection, { pageSize }: Query): number =>
  Math.max(1, Math.ceil(count / pageSize));

/** What conditions read of an index: all of it where its entries are made of it, too, or where it is no table of columns. */
function partOfIndex({ isInterval }: Collection, index: IndexData, conditions: readonly Condition[]): unknown {
  if (index.kind === 'series' || isInterval) return index;
  const names = new Set(conditions.flatMap((condition) => ('column' in condition ? [condition.column] : [])));
  return [index.count, Object.entries(index.columns).filter(([name]) => names.has(name))];
}

/** Digest of what the pages of a listing depend on besides lines. */
function digestOfArrangement(listing: Listing, release: Release, compress: boolean): string {
  const { data } = release;
  const { collection } = listing;
  const filterSets = enumerateFilters(listing, data.enumerate).map((filters) => [...filters]);
  const below = everyParents(listing, release).map(
    (parents) => [parents.map(({ id }) => id), parentConditions(listing, parents)] as const,
  );
  const given = filterSets.flatMap((filters) => filters.map(([, { condition }]) => condition));
  const conditions = [...given, ...below.flatMap(([, bound]) => bound)];
  const index = partOfIndex(collection, data.index[collection.name] as IndexData, conditions);
  return digestOf('pages', bodyInputs(data), compress, listing.path, index, filterSets, below);
}

/** The sets of lines that the pages of a listing show. */
function linesOf(listing: Listing, { data }: Release): string[] {
  return [...new Set(enumerateFilters(listing, data.enumerate).map((filters) => entryLines({ listing, filters })))];
}

export interface PagePlan {
  readonly group: string;
  /** Of no use but for `areArrangedAlike`. */
  readonly arrangement: string;
  inputs(packs: PackNames): string;
  /** Cuts the work into tasks, for which every set is looked at. */
  cut(packs: PackNames): Task[];
}

/** The pages of a listing, of which packs are not known yet. */
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

/** True for the pages that links of records lead to where links are paths of files. */
export function hasFirstPageFile({ filters, pageSize, page }: Query, { data: { links, enumerate } }: Release): boolean {
  const { pageSizes } = enumerate;
  const linked = pageSizes.includes(DEFAULT_PAGE_SIZE) ? DEFAULT_PAGE_SIZE : pageSizes[0];
  return links === 'path' && filters.size === 0 && page === 1 && pageSize === linked;
}

/**
 * Checks every enumerated query of a built site, below every parent: page files and the responses of a request handler and of the naive
 * oracle are compared byte for byte, and every link is followed; likewise every record under every id, and the listings below ids that
 * links do not use. In: the folder of a site with layout both, and its data.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Collection, Listing } from '../../src/core/contract/collection.ts';
import type { Compatibility } from '../../src/core/contract/compatibility.ts';
import { ALL_TIME } from '../../src/core/contract/conditions.ts';
import { enumerateFilters } from '../../src/core/contract/enumeration.ts';
import { recordLineSet } from '../../src/core/contract/line-sets.ts';
import { listingPath, queryUrl, recordPath } from '../../src/core/contract/paths.ts';
import type { Query } from '../../src/core/contract/query.ts';
import { findRoute } from '../../src/core/contract/route.ts';
import { pagePath, recordFile } from '../../src/core/contract/site-paths.ts';
import { createSite, type Site } from '../../src/core/handler/site.ts';
import type { RowIndex } from '../../src/core/listing/row-index.ts';
import { refusalOf } from '../../src/core/release/parents.ts';
import type { Release } from '../../src/core/release/release.ts';
import { sha256 } from '../../src/fs/hash.ts';
import { createOracle } from '../oracle/oracle.ts';
import { sharedOracleData } from '../oracle/shared-records.ts';

/** One enumerated set of filters at one page size, below one set of parents. The task starts at the first page and checks all pages. */
export type Walk = Query;

/** A record by one of its ids. */
export interface RecordId {
  readonly collection: string;
  readonly id: string;
}

/** A listing below an id that links do not use, and the same listing below the id that links use. */
export interface OtherPath {
  readonly path: string;
  readonly own: string;
}

export interface Counts {
  queries: number;
  pages: number;
  entries: number;
  records: number;
  otherPaths: number;
  links: number;
}

export interface Proof {
  readonly release: Release;
  readonly walks: readonly Walk[];
  readonly records: readonly RecordId[];
  readonly otherPaths: readonly OtherPath[];
  /** Paths of all files in the manifest. */
  readonly files: ReadonlySet<string>;
  readonly counts: Counts;
  readonly differences: string[];
  /** Checks all pages of a walk, following `next` from page 1. */
  checkWalk(walk: Walk, oracle?: boolean): Promise<void>;
  checkRecord(record: RecordId, oracle?: boolean): Promise<void>;
  checkOtherPath(path: OtherPath, oracle?: boolean): Promise<void>;
}

interface Page {
  readonly next: string | null;
  readonly previous: string | null;
  readonly results_count: number;
  readonly results: readonly unknown[];
}

/** Files in the archive, which are not part of the site. */
const ARCHIVE_FILE =
  /^(archive\/data\/[A-Za-z0-9_]+\/\d+\/[A-Z]-[A-Z]\d_[A-Za-z0-9_]+-\d+-4096\.(hdf5|gwf)|eventapi\/json\/[A-Za-z0-9._-]+\/[A-Za-z0-9._-]+\/v\d+\/[A-Z]-[A-Z]\d_[A-Za-z0-9_]+-\d+-(32|2048|4096)\.(hdf5|gwf|txt\.gz))$/;

/** The strain files of a run or dataset. */
const FILE_LIST = /\/(?:runs|datasets)\/[^/]+\/strain-files\b/;

/** All strings in a body, at any depth. */
function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null) {
    for (const member of Object.values(value)) yield* textsIn(member);
  }
}

async function openSite(root: string): Promise<{ site: Site; release: Release }> {
  const site = createSite({ readFile: async (path) => readFileSync(join(root, path)), sha256 });
  await site.reload();
  if (site.release === null) throw new Error(`no release in ${root}`);
  if (site.release.data.layout !== 'both') throw new Error(`${root} has layout ${site.release.data.layout}, not both`);
  return { site, release: site.release };
}

async function openIndexes({ collections, open }: Release): Promise<ReadonlyMap<string, RowIndex>> {
  const opened = collections.map(async ({ name }) => [name, (await open(name)).index] as const);
  return new Map(await Promise.all(opened));
}

const indexIn = (indexes: ReadonlyMap<string, RowIndex>, name: string): RowIndex => indexes.get(name) as RowIndex;

/** The ids used in links, for every combination of parents of a listing. */
function everyParents({ parentNames }: Listing, indexes: ReadonlyMap<string, RowIndex>): string[][] {
  let combinations: string[][] = [[]];
  for (const name of parentNames) {
    const index = indexIn(indexes, name);
    const ids = Array.from({ length: index.count }, (_, position) => index.idAt(position));
    combinations = combinations.flatMap((before) => ids.map((id) => [...before, id]));
  }
  return combinations;
}

/** True if the data record the entries below these parents; otherwise the listing is a 404. */
const isRecorded =
  (listing: Listing, indexes: ReadonlyMap<string, RowIndex>) =>
  (ids: readonly string[]): boolean => {
    const found = ids.map((id, n) => {
      const index = indexIn(indexes, listing.parentNames[n] as string);
      return { ...index.rowAt(index.positionOf(id)), id };
    });
    return refusalOf(listing, found, ALL_TIME, indexIn(indexes, listing.collection.name)) === null;
  };

function planWalks({ collections, data: { enumerate } }: Release, indexes: ReadonlyMap<string, RowIndex>): Walk[] {
  return collections
    .flatMap(({ listings }) => listings)
    .flatMap((listing) =>
      everyParents(listing, indexes)
        .filter(isRecorded(listing, indexes))
        .flatMap((parentIds) =>
          enumerateFilters(listing, enumerate).flatMap((filters) =>
            enumerate.pageSizes.map((pageSize) => ({ listing, parentIds, filters, pageSize, page: 1 })),
          ),
        ),
    );
}

const withRecords = ({ collections }: Release): Collection[] =>
  collections.filter((collection) => recordLineSet(collection) !== null);

function planRecords(release: Release, indexes: ReadonlyMap<string, RowIndex>): RecordId[] {
  return withRecords(release).flatMap(({ name }) => {
    const index = indexIn(indexes, name);
    return index.idsBetween(0, index.count).map(([id]) => ({ collection: name, id }));
  });
}

/** Listings with one parent. A second parent in a path has no other ids. */
function planOtherPaths({ collections }: Release, indexes: ReadonlyMap<string, RowIndex>): OtherPath[] {
  const listings = collections.flatMap((one) => one.listings.filter(({ parentNames }) => parentNames.length === 1));
  return listings.flatMap((listing) => {
    const index = indexIn(indexes, listing.parentNames[0] as string);
    return index.idsBetween(0, index.count).flatMap(([id, position]) => {
      const own = index.idAt(position);
      return id === own ? [] : [{ path: listingPath(listing, [id]), own: listingPath(listing, [own]) }];
    });
  });
}

export async function openProof(
  root: string,
  dataDir: string,
  compatibility: Compatibility = 'specification',
): Promise<Proof> {
  const { site, release } = await openSite(root);
  const { baseUrl, basePath, collections, data } = release;
  const indexes = await openIndexes(release);
  const oracle = createOracle(sharedOracleData(dataDir), { ...data, compatibility });
  const manifest = JSON.parse(readFileSync(join(root, 'manifest.json'), 'utf8')) as { files: { path: string }[] };
  const files = new Set(manifest.files.map(({ path }) => path));
  const records = planRecords(release, indexes);
  const counts: Counts = { queries: 0, pages: 0, entries: 0, records: 0, otherPaths: 0, links: 0 };
  const differences: string[] = [];
  /** Links that were checked already, because many records have the same links. */
  const checked = new Set<string>();

  const differ = (what: string) => differences.push(what);
  const decoder = new TextDecoder();

  async function answerOf(path: string): Promise<string> {
    const response = await site.respond({ method: 'GET', url: `${basePath}/${path}`, header: () => undefined });
    const body = decoder.decode(response.body);
    // The data may lack the list of files of a run or dataset. The oracle knows which.
    if (response.status === 404 && FILE_LIST.test(path)) checkOracle(path, body);
    else if (response.status !== 200) differ(`${path}: status ${response.status}`);
    return body;
  }

  function checkOracle(url: string, answer: string): void {
    if (oracle({ method: 'GET', url: `${basePath}/${url}`, headers: {} }).body !== answer) {
      differ(`${url} is not what the oracle answers`);
    }
  }

  /** The body of a file, after checking that the handler and, if requested, the oracle give the same body. */
  async function checkBody(url: string, file: string, withOracle: boolean): Promise<string> {
    const answer = await answerOf(url);
    if (!files.has(file)) differ(`${file} is not in the manifest`);
    else if (readFileSync(join(root, file), 'utf8') !== answer) differ(`${file} is not what ${url} answers`);
    if (withOracle) checkOracle(url, answer);
    return answer;
  }

  /** True if each id is the one used in links. */
  const areOwn = (names: readonly string[], ids: readonly string[]): boolean =>
    names.every((name, n) => {
      const index = indexIn(indexes, name);
      const position = index.positionOf(ids[n] as string);
      return position >= 0 && index.idAt(position) === ids[n];
    });

  async function checkLink(url: string): Promise<void> {
    counts.links++;
    if (checked.has(url)) return;
    checked.add(url);
    const path = url.slice(baseUrl.length + 1);
    const format = compatibility === 'service' ? '' : '?format=api';
    // Files of events never have a format.
    if (
      ARCHIVE_FILE.test(
        path.startsWith('archive') && path.endsWith(format) ? path.slice(0, path.length - format.length) : path,
      )
    )
      return;
    const target = path.endsWith(format)
      ? findRoute(`/${path.slice(0, path.length - format.length)}`, { basePath: '', collections })
      : null;
    if (target?.kind === 'record') {
      if (!areOwn([target.collection.name], [target.id])) differ(`${url} leads to no record`);
    } else if (target?.kind !== 'listing' || !areOwn(target.listing.parentNames, target.parentIds)) {
      differ(`${url} leads nowhere`);
    } else await answerOf(path);
  }

  async function checkLinks(body: unknown): Promise<void> {
    for (const text of textsIn(body)) if (text.startsWith(`${baseUrl}/`)) await checkLink(text);
  }

  async function checkWalk(walk: Walk, withOracle = true): Promise<void> {
    const seen = new Set<string>();
    counts.queries++;
    let count = 0;
    let url: string | null = null;
    for (let page = 1; page === 1 || url !== null; page++) {
      const query = { ...walk, page };
      const canonical = queryUrl(query);
      const body = await checkBody(canonical, pagePath(query) as string, withOracle);
      if (url !== null && (await answerOf(url.slice(baseUrl.length + 1))) !== body)
        differ(`${url} is not page ${page}`);
      const { next, previous, results_count, results }: Page = JSON.parse(body);
      if ((previous === null) !== (page === 1)) differ(`${canonical}: previous is ${previous}`);
      for (const entry of results) seen.add(JSON.stringify(entry));
      await checkLinks(results);
      count += results.length;
      counts.pages++;
      counts.entries += results.length;
      counts.links += Number(next !== null) + Number(previous !== null);
      url = next;
      if (url === null && (results_count !== count || seen.size !== count)) {
        differ(`${canonical}: ${results_count} results, but next leads to ${count}, ${seen.size} of them different`);
      }
    }
  }

  async function checkRecord({ collection, id }: RecordId, withOracle = true): Promise<void> {
    const body = await checkBody(recordPath(collection, id), recordFile(collection, id), withOracle);
    counts.records++;
    await checkLinks(JSON.parse(body));
  }

  async function checkOtherPath({ path, own }: OtherPath, withOracle = true): Promise<void> {
    const answer = await answerOf(path);
    counts.otherPaths++;
    if (answer !== (await answerOf(own))) differ(`${path} is not what ${own} answers`);
    if (withOracle) checkOracle(path, answer);
  }

  return {
    release,
    walks: planWalks(release, indexes),
    records,
    otherPaths: planOtherPaths(release, indexes),
    files,
    counts,
    differences,
    checkWalk,
    checkRecord,
    checkOtherPath,
  };
}

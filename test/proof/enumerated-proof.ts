/**
 * Every enumerated query of a built site: its page files, the answers of a request handler and the naive oracle's compared
 * byte for byte, and every link looked up; likewise every record. In: the folder of a site of layout both, and its data.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Enumeration, enumerateFilters } from '../../src/contract/enumeration.ts';
import type { FilterValue, Listing } from '../../src/contract/listings.ts';
import { detailPath, pagePath, queryUrl, recordPath } from '../../src/contract/paths.ts';
import { LISTING_NAMES, type ListingName } from '../../src/contract/wire.ts';
import type { Release } from '../../src/handler/release.ts';
import { createSite, type Site } from '../../src/handler/site.ts';
import { sha256 } from '../../src/site/output/hash.ts';
import { createOracle } from '../oracle/oracle.ts';
import { loadOracleData } from '../oracle/records.ts';

/** One enumerated set of filters at one page size: a task of all its pages. */
export interface Walk {
  readonly listing: ListingName;
  readonly filters: Map<string, FilterValue>;
  readonly pageSize: number;
}

export interface Counts {
  queries: number;
  pages: number;
  entries: number;
  records: number;
  links: number;
}

export interface Proof {
  readonly release: Release;
  readonly walks: readonly Walk[];
  /** Paths of all page and detail files that the manifest names. */
  readonly files: ReadonlySet<string>;
  readonly counts: Counts;
  readonly differences: string[];
  /** Checks all pages of a walk, following `next` from page 1. */
  checkWalk(walk: Walk, oracle?: boolean): Promise<void>;
  checkRecord(listing: ListingName, id: string): Promise<void>;
}

interface Page {
  readonly next: string | null;
  readonly previous: string | null;
  readonly results_count: number;
  readonly num_pages: number;
  readonly results: readonly (string | Record<string, unknown>)[];
}

const ARCHIVE_FILE =
  /^\/archive\/data\/[A-Za-z0-9_]+\/\d+\/[A-Za-z0-9]-[A-Z]\d_[A-Za-z0-9_]+-\d+-4096\.(hdf5|gwf)\?format=api$/;

async function openSite(root: string): Promise<{ site: Site; release: Release }> {
  const site = createSite({ readFile: async (path) => readFileSync(join(root, path)), sha256 });
  await site.reload();
  if (site.release === null) throw new Error(`no release in ${root}`);
  if (site.release.data.layout !== 'both') throw new Error(`${root} has layout ${site.release.data.layout}, not both`);
  return { site, release: site.release };
}

function planWalks(release: Release, enumeration: Enumeration): Walk[] {
  return LISTING_NAMES.flatMap((listing) =>
    enumerateFilters(release.listings[listing], enumeration).flatMap((filters) =>
      enumeration.pageSizes.map((pageSize) => ({ listing, filters, pageSize })),
    ),
  );
}

export async function openProof(root: string, dataDir: string): Promise<Proof> {
  const { site, release } = await openSite(root);
  const { baseUrl, basePath, data } = release;
  const oracle = createOracle(loadOracleData(dataDir), data);
  const manifest = JSON.parse(readFileSync(join(root, 'manifest.json'), 'utf8')) as { files: { path: string }[] };
  const files = new Set(manifest.files.map(({ path }) => path));
  const records = new Map(LISTING_NAMES.map((name) => [name, new Set(release.index.recordIds(name))]));
  const counts: Counts = { queries: 0, pages: 0, entries: 0, records: 0, links: 0 };
  const differences: string[] = [];

  const differ = (what: string) => differences.push(what);
  const decoder = new TextDecoder();

  async function answerOf(path: string): Promise<string> {
    const response = await site.respond({ method: 'GET', url: `${basePath}/${path}`, header: () => undefined });
    if (response.status !== 200) differ(`${path}: status ${response.status}`);
    return decoder.decode(response.body);
  }

  /** The body of a file, once it is known to be that of the handler and, where asked for, of the oracle. */
  async function checkBody(url: string, file: string, withOracle: boolean): Promise<string> {
    const answer = await answerOf(url);
    if (!files.has(file)) differ(`${file} is not in the manifest`);
    else if (readFileSync(join(root, file), 'utf8') !== answer) differ(`${file} is not what ${url} answers`);
    if (withOracle && oracle({ method: 'GET', url: `${basePath}/${url}`, headers: {} }).body !== answer) {
      differ(`${url} is not what the oracle answers`);
    }
    return answer;
  }

  function checkRecordLink(listing: ListingName, url: unknown): void {
    counts.links++;
    const prefix = `${baseUrl}/${recordPath(listing, '')}`;
    const text = String(url);
    const id = text.slice(prefix.length, -'?format=api'.length);
    const isRight = text === `${prefix}${id}?format=api` && records.get(listing)?.has(id);
    if (!isRight) differ(`${text} leads to no record`);
  }

  function checkLinks(listing: ListingName, entry: Record<string, unknown>): void {
    checkRecordLink(listing, entry.detail_url);
    for (const name of ['hdf5_url', 'gwf_url']) {
      if (listing !== 'strain-files') continue;
      counts.links++;
      const url = String(entry[name]);
      if (!url.startsWith(baseUrl) || !ARCHIVE_FILE.test(url.slice(baseUrl.length))) differ(`${name} ${url}`);
    }
  }

  async function checkWalk(walk: Walk, withOracle = true): Promise<void> {
    const listing: Listing = release.listings[walk.listing];
    const seen = new Set<unknown>();
    counts.queries++;
    let count = 0;
    let url: string | null = null;
    for (let page = 1; page === 1 || url !== null; page++) {
      const query = { ...walk, page };
      const canonical = queryUrl(listing, query);
      const body = await checkBody(canonical, pagePath(listing, query) as string, withOracle);
      if (url !== null && (await answerOf(url.slice(baseUrl.length + 1))) !== body)
        differ(`${url} is not page ${page}`);
      const { next, previous, results_count, results }: Page = JSON.parse(body);
      if ((previous === null) !== (page === 1)) differ(`${canonical}: previous is ${previous}`);
      for (const entry of results) {
        seen.add(typeof entry === 'string' ? entry : entry.detail_url);
        if (typeof entry !== 'string') checkLinks(walk.listing, entry);
      }
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

  async function checkRecord(listing: ListingName, id: string): Promise<void> {
    const body = await checkBody(recordPath(listing, id), detailPath(listing, id), true);
    counts.records++;
    const record = JSON.parse(body) as Record<string, unknown>;
    checkLinks(listing, record);
    for (const version of (record.versions ?? []) as Record<string, unknown>[]) {
      checkRecordLink('event-versions', version.detail_url);
    }
    if (listing !== 'event-versions') return;
    counts.links++;
    await answerOf(String(record.strain_files_url).slice(baseUrl.length + 1));
  }

  const walks = planWalks(release, data.enumerate);
  return { release, walks, files, counts, differences, checkWalk, checkRecord };
}

/**
 * Plans the files that threads write: downloads, the older interfaces' responses, and each collection's records and pages. Every
 * task has the digest of everything that its group's files depend on.
 *
 * A new kind of task needs plain data that describe it (`Task`), a plan here, and a function that does it (`run-tasks.ts`).
 */

import type { Collection, Listing } from '../../core/contract/collection.ts';
import type { DownloadName } from '../../core/contract/downloads.ts';
import { enumerateFilters } from '../../core/contract/enumeration.ts';
import { lineSetsOf, recordLineSet } from '../../core/contract/line-sets.ts';
import { lineSetOfQuery } from '../../core/listing/compose.ts';
import { parentConditions } from '../../core/release/parents.ts';
import type { Release } from '../../core/release/release.ts';
import { everyParents } from '../built/built-release.ts';
import type { Config } from '../config/config.ts';
import { DOWNLOADS } from '../downloads/downloads.ts';
import { digestOf } from '../inputs/digests.ts';
import type { Task } from './tasks.ts';

/** A release, and digests of what its files depend on. */
interface Planned {
  readonly release: Release;
  /** Digest of the settings: the prefix and form of links, the form of values, page sizes, and whether there are compressed copies. */
  readonly shared: string;
  /** Digests of the collections' indexes. */
  readonly indexes: ReadonlyMap<string, string>;
}

/** The digests of the named collections' indexes, and their packs. */
function contentOf(names: readonly string[], { release, indexes }: Planned) {
  const read = release.collections.filter(({ name }) => names.includes(name));
  return read.map((one) => [indexes.get(one.name), lineSetsOf(one).map((set) => release.data.packs[set])]);
}

function planDownload(key: DownloadName, planned: Planned): Task {
  const { shared, release } = planned;
  const content = contentOf(DOWNLOADS[key].collections, planned);
  return { kind: 'download', key, digest: digestOf(key, shared, release.data.vocabulary, content) };
}

/** Plans the older interfaces' files, if the site serves these interfaces. Their bodies are made from several collections. */
function planLegacy(planned: Planned): Task[] {
  const { release, shared } = planned;
  const { vocabulary, legacyInterfaces } = release.data;
  const names = release.collections.map(({ name }) => name);
  const digest = digestOf('legacy', shared, vocabulary, contentOf(names, planned));
  return legacyInterfaces ? [{ kind: 'legacy', key: '', digest }] : [];
}

/** Plans a collection's records, pack by pack; empty if it has no records. */
function planRecords(collection: Collection, { release, shared, indexes }: Planned): Task[] {
  const { name: key } = collection;
  const packs = release.data.packs[recordLineSet(collection) ?? ''];
  const digest = digestOf('records', key, shared, indexes.get(key), packs);
  return (packs?.names ?? []).map((_, pack) => ({ kind: 'records', key, digest, pack }));
}

/** Plans a listing's pages, one group for each set of filters. */
async function planPages(listing: Listing, { release, shared, indexes }: Planned): Promise<Task[]> {
  const { data } = release;
  const { collection, path } = listing;
  const combinations = await everyParents(listing, release);
  const below = combinations.map((parents) => [parents.map(({ id }) => id), parentConditions(listing, parents)]);
  const ofListing = digestOf(path, shared, indexes.get(collection.name), below);
  return enumerateFilters(listing, data.enumerate).map((filters, filterSet) => {
    const given = Array.from(filters, ([name, { text, condition }]) => ({ name, text, condition }));
    const key = [path, ...given.map(({ name, text }) => `${name}=${text}`)].join(' ');
    const digest = digestOf(ofListing, given, data.packs[lineSetOfQuery({ listing, filters })] ?? []);
    return { kind: 'pages', key, digest, listing: path, filterSet };
  });
}

/** Plans everything that threads write. Downloads come first, because they take longest. */
export async function planTasks(release: Release, { layout, compress, downloads }: Config): Promise<Task[]> {
  const { baseUrl, links, compatibility, enumerate, index } = release.data;
  const planned: Planned = {
    release,
    shared: digestOf(baseUrl, links, compatibility, enumerate.pageSizes, compress),
    indexes: new Map(Object.entries(index).map(([name, data]) => [name, digestOf(data)])),
  };
  const files = downloads.map((name) => planDownload(name, planned));
  if (layout === 'packs') return files;
  const tasks = [...files, ...planLegacy(planned)];
  for (const collection of release.collections) {
    tasks.push(...planRecords(collection, planned));
    for (const listing of collection.listings) tasks.push(...(await planPages(listing, planned)));
  }
  return tasks;
}

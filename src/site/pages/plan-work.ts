/**
 * Plans the groups of files that threads write: a collection's records, a listing's pages for one set of filters, and the downloads. Each
 * group has its kind and key, the digest of everything that its files depend on, and its pieces of work, in the order of their files.
 *
 * A new kind of work needs plain data that describe it (`Work`), a plan here, and a function that does it (`run-work.ts`).
 */

import type { Collection, Listing } from '../../core/contract/collection.ts';
import type { DownloadName } from '../../core/contract/downloads.ts';
import { enumerateFilters } from '../../core/contract/enumeration.ts';
import { lineSetsOf, recordLines } from '../../core/contract/line-sets.ts';
import { legacyFileSources } from '../../core/handler/legacy.ts';
import { parentConditions } from '../../core/handler/parents.ts';
import type { Release, ReleaseData } from '../../core/handler/release.ts';
import { entryLines } from '../../core/listing/compose.ts';
import type { IndexData } from '../../core/listing/select.ts';
import { DOWNLOADS } from '../downloads/downloads.ts';
import { digestOf } from '../inputs/release-id.ts';
import type { GroupKey } from '../install/manifest.ts';
import { everyParents } from '../render/whole-index.ts';
import type { Work } from './work.ts';

export interface PlannedWork extends GroupKey {
  readonly digest: string;
  readonly work: readonly Work[];
}

/** Inputs, other than lines, that all bodies depend on: the prefix and form of links, and which pages have files. */
const bodyInputs = ({ baseUrl, links, compatibility, enumerate: { pageSizes } }: ReleaseData) => ({
  baseUrl,
  links,
  compatibility,
  pageSizes,
});

/** Digests of indexes, cached because several groups read the same index. */
const digests = new WeakMap<IndexData, string>();

function digestOfIndex({ data }: Release, collection: string): string {
  const index = data.index[collection] as IndexData;
  const digest = digests.get(index) ?? digestOf(index);
  digests.set(index, digest);
  return digest;
}

/** Plans a collection's records, pack by pack; empty if it has no records. */
export function planRecords(release: Release, collection: Collection): PlannedWork[] {
  const { data } = release;
  const { name, records } = collection;
  if (records === undefined) return [];
  const packs = data.packs[recordLines(collection) as string];
  const group: GroupKey = { kind: 'records', key: name };
  return [
    {
      ...group,
      digest: digestOf(group, bodyInputs(data), digestOfIndex(release, name), packs),
      work: (packs?.names ?? []).map((_, pack) => ({ group, kind: 'records', collection: name, pack })),
    },
  ];
}

/** Plans a listing's pages, one group for each set of filters. `compress`: whether pages get compressed copies. */
export function planPages(release: Release, listing: Listing, compress: boolean): PlannedWork[] {
  const { data } = release;
  const { collection, path } = listing;
  const below = everyParents(listing, release).map((parents) => [
    parents.map(({ id }) => id),
    parentConditions(listing, parents),
  ]);
  const shared = digestOf(path, bodyInputs(data), compress, digestOfIndex(release, collection.name), below);
  return enumerateFilters(listing, data.enumerate).map((filters, filterSet) => {
    const set = entryLines({ listing, filters });
    const given = Array.from(filters, ([name, { text, condition }]) => ({ name, text, condition }));
    const group: GroupKey = {
      kind: 'pages',
      key: [path, ...given.map(({ name, text }) => `${name}=${text}`)].join(' '),
    };
    return {
      ...group,
      digest: digestOf(shared, given, data.packs[set] ?? []),
      work: [{ group, kind: 'pages', listing: path, filterSet }],
    };
  });
}

/** Plans the older interfaces' files, if the site serves these interfaces. `compress`: whether the files get compressed copies. */
export function planLegacy(release: Release, compress: boolean): PlannedWork[] {
  const { data } = release;
  if (!data.legacyInterfaces) return [];
  const group: GroupKey = { kind: 'legacy', key: '' };
  const sources = legacyFileSources(release.collections);
  const read = release.collections.filter(({ name }) => sources.includes(name));
  const content = read.map((one) => [digestOfIndex(release, one.name), lineSetsOf(one).map((set) => data.packs[set])]);
  const digest = digestOf(group, bodyInputs(data), compress, data.vocabulary, content);
  return [{ ...group, digest, work: [{ group, kind: 'legacy' }] }];
}

export function planDownload(release: Release, name: DownloadName): PlannedWork {
  const { data, collections } = release;
  const group: GroupKey = { kind: 'download', key: name };
  const content = DOWNLOADS[name].collections.map((one) => {
    const lineSets = lineSetsOf(collections.find(({ name }) => name === one) as Collection);
    return [digestOfIndex(release, one), lineSets.map((set) => data.packs[set])];
  });
  return {
    ...group,
    digest: digestOf(group, bodyInputs(data), data.vocabulary, content),
    work: [{ group, kind: 'download', name }],
  };
}

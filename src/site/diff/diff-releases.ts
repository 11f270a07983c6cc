/**
 * Compares two releases: the records in each collection, the entries in each listing, strain files by dataset and detector, and the sites'
 * files. Each release is given as a site's folder or as a manifest file. Reports in text, JSON and Markdown are made from the result.
 * Changes to the catalogue are read from packs, so both layouts must have packs.
 */

import { SiteDamagedError } from '../../core/base/site-damaged-error.ts';
import type { Collection } from '../../core/contract/collection.ts';
import type { ManifestFile } from '../../core/contract/files.ts';
import { lineSetsOf, recordLineSet } from '../../core/contract/line-sets.ts';
import { MANIFEST_PATH } from '../../core/contract/site-paths.ts';
import type { ReleaseData } from '../../core/release/release.ts';
import { allFiles, type Manifest } from '../groups/manifest.ts';
import { diffListings, type ListingDiff } from './diff-listings.ts';
import { describeRecords, diffRecords, type OnPackCompared, type RecordDiff } from './diff-records.ts';
import { type StrainDiff, summarizeStrainFiles } from './diff-strain.ts';
import { damagedSite, openSide, type PublishedCatalogue } from './release-side.ts';

export interface CollectionDiff extends RecordDiff {
  readonly collection: string;
  readonly title: string;
  /** Number of records. */
  readonly entries: readonly [old: number, next: number];
}

export interface CatalogueDiff {
  /** Collections whose records differ. */
  readonly collections: readonly CollectionDiff[];
  /** Listings that differ, except whole collections of records, which are in `collections`. */
  readonly listings: readonly ListingDiff[];
  /** Strain files, summarized because there are too many to list. */
  readonly strainFiles: readonly StrainDiff[];
  /** Names of the new release's default parameters, in order. */
  readonly parameters: readonly string[];
  /** Changes that affect all records: detectors, parameters, compatibility and link targets. Example: `parameter far redescribed`. */
  readonly vocabulary: readonly string[];
}

/** The changed files, and the number of bytes to upload. */
export interface SiteDiff {
  /** Paths, in manifest order. */
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  /** Total size of the added and changed files, including the manifest. */
  readonly bytesToUpload: number;
}

export interface ReleaseDiff {
  readonly old: string;
  readonly new: string;
  /** Null if a release's packs are unavailable; `whyNoCatalogue` then has the reason. */
  readonly catalogue: CatalogueDiff | null;
  readonly whyNoCatalogue: string | null;
  readonly site: SiteDiff;
}

function vocabularyChanges(old: ReleaseData, next: ReleaseData): string[] {
  const indexVocabulary = ({ vocabulary: { detectors, parameters } }: ReleaseData) =>
    new Map([
      ...detectors.map((name) => [`detector ${name}`, ''] as const),
      ...parameters.map(({ name, ...about }) => [`parameter ${name}`, JSON.stringify(about)] as const),
    ]);
  const [before, after] = [indexVocabulary(old), indexVocabulary(next)];
  const moved = (what: string, from: string | null, to: string | null) =>
    from === to ? [] : [`${what} ${to ?? 'nowhere'} instead of ${from ?? 'nowhere'}`];
  return [
    ...[...after.keys()].filter((name) => !before.has(name)).map((name) => `${name} added`),
    ...[...before.keys()].filter((name) => !after.has(name)).map((name) => `${name} removed`),
    ...[...after].filter(([name, text]) => (before.get(name) ?? text) !== text).map(([name]) => `${name} redescribed`),
    ...moved('compatibility is', old.compatibility, next.compatibility),
    ...moved('links lead to', old.baseUrl, next.baseUrl),
    ...moved('archive links are redirected to', old.archiveUrl, next.archiveUrl),
  ];
}

/** Names of the collections whose index or lines differ. Packs and index files are named after a hash of their content. */
async function findChangedCollections(old: PublishedCatalogue, next: PublishedCatalogue): Promise<Set<string>> {
  const contentOf = async ({ release, open }: PublishedCatalogue, collection: Collection) => {
    const packs = (await open(collection.name))?.packs ?? {};
    return JSON.stringify([release.data.index[collection.name], lineSetsOf(collection).map((set) => packs[set])]);
  };
  const different = new Set<string>();
  for (const one of next.release.collections) {
    if ((await contentOf(old, one)) !== (await contentOf(next, one))) different.add(one.name);
  }
  return different;
}

async function diffCatalogues(
  old: PublishedCatalogue,
  next: PublishedCatalogue,
  onProgress: OnPackCompared,
): Promise<CatalogueDiff> {
  const different = await findChangedCollections(old, next);
  const collections: CollectionDiff[] = [];
  const strainFiles: StrainDiff[] = [];
  for (const collection of next.release.collections) {
    const { name, title } = collection;
    const lines = recordLineSet(collection);
    if (!different.has(name) || lines === null) continue;
    const differing = await diffRecords(collection, lines, old, next, onProgress);
    if (collection.index === 'series') {
      strainFiles.push(...summarizeStrainFiles(differing));
      continue;
    }
    const diff = describeRecords(differing);
    if (diff.added.length + diff.removed.length + diff.changed.length === 0) continue;
    const count = async (side: PublishedCatalogue) => (await side.open(name))?.index.count ?? 0;
    collections.push({ collection: name, title, entries: [await count(old), await count(next)], ...diff });
  }
  const listings = await diffListings(next.release.collections, (name) => !different.has(name), old, next);
  const { data } = next.release;
  const parameters = data.vocabulary.parameters.map(({ name }) => name);
  return { collections, listings, strainFiles, parameters, vocabulary: vocabularyChanges(old.release.data, data) };
}

/** Compares two sites' manifests. */
export function diffManifests(old: Manifest, next: Manifest): SiteDiff {
  const [oldFiles, files] = [allFiles(old.groups), allFiles(next.groups)];
  const before = new Map(oldFiles.map(({ path, sha256 }) => [path, sha256]));
  const paths = new Set(files.map(({ path }) => path));
  const added = files.filter(({ path }) => !before.has(path));
  const changed = files.filter(({ path, sha256 }) => before.has(path) && before.get(path) !== sha256);
  const removed = oldFiles.filter(({ path }) => !paths.has(path));
  const bytes = [...added, ...changed].reduce((sum, { size }) => sum + size, 0);
  const isSame = bytes === 0 && removed.length === 0 && old.release === next.release;
  const pathsOf = (list: readonly ManifestFile[]) => list.map(({ path }) => path);
  return {
    added: pathsOf(added),
    changed: [...pathsOf(changed), ...(isSame ? [] : [MANIFEST_PATH])],
    removed: pathsOf(removed),
    bytesToUpload: bytes + (isSame ? 0 : next.size),
  };
}

/** Compares two releases. Rejects with ExpectedError if either cannot be compared. */
export async function diffReleases(
  oldPath: string,
  newPath: string,
  onProgress: OnPackCompared = () => {},
): Promise<ReleaseDiff> {
  try {
    const [old, next] = [await openSide(oldPath), await openSide(newPath)];
    const [before, after] = [old.catalogue, next.catalogue];
    return {
      old: old.manifest.release,
      new: next.manifest.release,
      catalogue: before && after && (await diffCatalogues(before, after, onProgress)),
      whyNoCatalogue: old.whyNoCatalogue ?? next.whyNoCatalogue,
      site: diffManifests(old.manifest, next.manifest),
    };
  } catch (error) {
    if (error instanceof SiteDamagedError || (error as NodeJS.ErrnoException).code === 'ENOENT') {
      throw damagedSite((error as Error).message);
    }
    throw error;
  }
}

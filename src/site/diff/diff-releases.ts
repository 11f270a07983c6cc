/**
 * Compares two releases, in the catalogue's terms and in the site's. In: two folders with sites, or manifest files. The
 * catalogue's terms come from the packs, so they need folders whose layout has packs. Build time.
 */

import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Collection, recordLines } from '../../core/contract/collection.ts';
import { RELEASE_PATH } from '../../core/contract/paths.ts';
import { createPartReader } from '../../core/handler/pack-cache.ts';
import { openRelease, type Release, type ReleaseData, SiteDamagedError } from '../../core/handler/release.ts';
import type { RowIndex } from '../../core/listing/select.ts';
import { sha256 } from '../../fs/hash.ts';
import { type Manifest, parseManifest, readManifest } from '../install/manifest.ts';
import { recoverInterruptedBuild } from '../install/output.ts';
import { readRelease } from '../install/read-release.ts';
import { diffRecords, type RecordBody, type RecordDiff, type RecordSide } from './diff-records.ts';
import { diffManifests, type SiteDiff } from './diff-site.ts';
import { diffStrainFiles, type StrainDiff } from './diff-strain.ts';
import { type PurgeList, purgeList } from './purge-list.ts';

/** One of the two sites cannot be compared; the message explains why. */
export class NotComparableError extends Error {
  override readonly name = 'NotComparableError';
}

export interface CollectionDiff {
  readonly collection: string;
  readonly title: string;
  /** Null for a collection without records. */
  readonly records: RecordDiff | null;
  /** Number of entries before and after. */
  readonly entries: readonly [old: number, next: number];
}

export interface CatalogueDiff {
  /** Collections that differ: those with records by record, the others by number of entries. */
  readonly collections: readonly CollectionDiff[];
  /** The collection of files in series, which are too many to list. */
  readonly strainFiles: readonly StrainDiff[];
  /** Catalogs, detectors and parameters that were added, removed or redescribed, as `catalog GWTC-5.0 added`. */
  readonly vocabulary: readonly string[];
}

export interface ReleaseDiff {
  readonly old: string;
  readonly new: string;
  /** Null if the packs of a release are not available; then `whyNoCatalogue` has the reason. */
  readonly catalogue: CatalogueDiff | null;
  readonly whyNoCatalogue: string | null;
  readonly site: SiteDiff;
  readonly purge: PurgeList;
}

interface Side {
  readonly path: string;
  readonly manifest: Manifest;
  /** Null if only a manifest was given. */
  readonly release: ReleaseData | null;
}

function parseManifestFile(path: string): Manifest | null {
  try {
    return parseManifest(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}

async function openSide(path: string): Promise<Side> {
  if (!existsSync(path)) throw new NotComparableError(`${path} does not exist, or you may not read it`);
  if (!statSync(path).isDirectory()) {
    const manifest = parseManifestFile(path);
    if (manifest === null) throw new NotComparableError(`${path} is not the manifest.json of a site`);
    return { path, manifest, release: null };
  }
  recoverInterruptedBuild(path);
  const manifest = readManifest(path);
  if (manifest === null) throw new NotComparableError(`${path} has no readable manifest.json`);
  try {
    return { path, manifest, release: await readRelease(path) };
  } catch (error) {
    throw new NotComparableError(`${join(path, RELEASE_PATH)} cannot be used: ${(error as Error).message}`);
  }
}

function whyNoPacks({ path, release }: Side): string | null {
  if (release === null) return `${path} is a manifest without a site`;
  return release.layout === 'pages' ? `${path} has no packs` : null;
}

function vocabularyChanges(old: ReleaseData, next: ReleaseData): string[] {
  const changes = (kind: string, before: Map<string, string>, after: Map<string, string>) => [
    ...[...after.keys()].filter((name) => !before.has(name)).map((name) => `${kind} ${name} added`),
    ...[...before.keys()].filter((name) => !after.has(name)).map((name) => `${kind} ${name} removed`),
    ...[...after].flatMap(([name, text]) =>
      before.has(name) && before.get(name) !== text ? [`${kind} ${name} redescribed`] : [],
    ),
  ];
  const names = (list: readonly string[]) => new Map(list.map((name) => [name, '']));
  const parameters = ({ vocabulary }: ReleaseData) =>
    new Map(vocabulary.parameters.map(({ name, unit, description }) => [name, `${unit}/${description}`]));
  return [
    ...changes('detector', names(old.vocabulary.detectors), names(next.vocabulary.detectors)),
    ...changes('catalog', names(old.vocabulary.catalogs), names(next.vocabulary.catalogs)),
    ...changes('parameter', parameters(old), parameters(next)),
  ];
}

/** A release with its packs and index parts. */
interface OpenCatalogue {
  readonly path: string;
  readonly release: Release;
  /** By collection; only collections that the release has. */
  readonly indexes: ReadonlyMap<string, RowIndex>;
}

interface Sides {
  readonly old: OpenCatalogue;
  readonly next: OpenCatalogue;
}

async function openCatalogue(path: string, data: ReleaseData): Promise<OpenCatalogue> {
  const release = openRelease(data);
  const readPart = createPartReader({ readFile: async (file) => readFileSync(join(path, file)), sha256 });
  const indexes = new Map<string, RowIndex>();
  for (const { name } of release.collections) {
    if (data.index[name]) indexes.set(name, await release.indexOf(name, readPart));
  }
  return { path, release, indexes };
}

/** True for collections of files in series. */
const isSeries = ({ index }: Collection): boolean => index.kind === 'series';

/** Compares the files in series. `touched`: by collection, ids of the records that were changed or removed. */
function diffSeries({ old, next }: Sides, onProgress: (done: number, total: number) => void) {
  const strainFiles: StrainDiff[] = [];
  const touched = new Map<string, string[]>();
  for (const collection of next.release.collections.filter(isSeries)) {
    const lines = recordLines(collection);
    const side = ({ path, release, indexes }: OpenCatalogue) => ({
      root: path,
      packs: lines === null ? [] : (release.data.packs[lines] ?? []),
      count: indexes.get(collection.name)?.count ?? 0,
    });
    const newSide = side(next);
    const { groups, ids } = diffStrainFiles(side(old), newSide, (done) => onProgress(done, newSide.count));
    strainFiles.push(...groups);
    touched.set(collection.name, [...ids.changed, ...ids.removed]);
  }
  return { strainFiles, touched };
}

function recordSide({ path, release, indexes }: OpenCatalogue, { name }: Collection, lines: string): RecordSide | null {
  const index = indexes.get(name);
  return index ? { root: path, packs: release.data.packs[lines] ?? [], index } : null;
}

/** Every id of the records with these ids. */
function everyId(ids: readonly string[], { old, next }: Sides, name: string): string[] {
  const found = [old, next].flatMap(({ indexes }) => {
    const index = indexes.get(name);
    return ids.flatMap((id) => {
      const position = index?.positionOf(id) ?? -1;
      return position < 0 ? [] : (index?.idsFrom(position, position + 1) ?? []).map(([other]) => other);
    });
  });
  return [...new Set(found)];
}

/** True if a collection's index or lines differ. */
function differs({ name, lineSets }: Collection, { old, next }: Sides): boolean {
  const made = ({ release: { data } }: OpenCatalogue) => [data.index[name], lineSets.map((set) => data.packs[set])];
  return JSON.stringify(made(old)) !== JSON.stringify(made(next));
}

/** Called with each new record. */
export type OnAdded = (collection: string, id: string, record: RecordBody) => void;

/** Compares all collections except strain files, which are too many to keep in memory. */
function diffCollections(sides: Sides, onAdded: OnAdded | undefined) {
  const { old, next } = sides;
  const collections: CollectionDiff[] = [];
  const touched = new Map<string, string[]>();
  for (const collection of next.release.collections) {
    const { name } = collection;
    if (isSeries(collection) || !differs(collection, sides)) continue;
    const lines = recordLines(collection);
    const before = lines === null ? null : recordSide(old, collection, lines);
    const after = lines === null ? null : recordSide(next, collection, lines);
    const tell = onAdded && ((id: string, record: RecordBody) => onAdded(name, id, record));
    const found = before && after ? diffRecords(before, after, tell) : null;
    if (found) touched.set(name, everyId(found.touched, sides, name));
    const count = ({ indexes }: OpenCatalogue) => indexes.get(name)?.count ?? 0;
    collections.push({
      collection: name,
      title: collection.title,
      records: found?.diff ?? null,
      entries: [count(old), count(next)],
    });
  }
  return { collections, touched };
}

/** Compares two releases. Rejects with NotComparableError, OutputError (a build is running there) or SiteDamagedError. */
export async function diffReleases(
  oldPath: string,
  newPath: string,
  onProgress: (done: number, total: number) => void = () => {},
  onAdded?: OnAdded,
): Promise<ReleaseDiff> {
  const [old, next] = [await openSide(oldPath), await openSide(newPath)];
  const site = diffManifests(old.manifest, next.manifest);
  const whyNoCatalogue = whyNoPacks(old) ?? whyNoPacks(next);
  const ids = { old: old.manifest.release, new: next.manifest.release };
  if (whyNoCatalogue !== null || old.release === null || next.release === null) {
    const releases = { old: old.release, new: next.release };
    return { ...ids, catalogue: null, whyNoCatalogue, site, purge: purgeList(site, releases, new Map()) };
  }
  try {
    const sides = {
      old: await openCatalogue(old.path, old.release),
      next: await openCatalogue(next.path, next.release),
    };
    const series = diffSeries(sides, onProgress);
    const { collections, touched } = diffCollections(sides, onAdded);
    return {
      ...ids,
      catalogue: {
        collections,
        strainFiles: series.strainFiles,
        vocabulary: vocabularyChanges(old.release, next.release),
      },
      whyNoCatalogue: null,
      site,
      purge: purgeList(site, { old: old.release, new: next.release }, new Map([...touched, ...series.touched])),
    };
  } catch (error) {
    if (error instanceof SiteDamagedError || (error as NodeJS.ErrnoException).code === 'ENOENT') {
      throw new NotComparableError(
        `a site is damaged: ${(error as Error).message}. "stillwave verify" shows what is damaged`,
      );
    }
    throw error;
  }
}

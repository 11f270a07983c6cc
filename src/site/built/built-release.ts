/** Reads a release that is being built. */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IndexedRecord, Listing } from '../../core/contract/collection.ts';
import { ALL_TIME } from '../../core/contract/conditions.ts';
import { recordEnding } from '../../core/contract/site-paths.ts';
import { listRecords, type RowIndex } from '../../core/listing/row-index.ts';
import { createReader } from '../../core/release/pack-cache.ts';
import { refusalOf } from '../../core/release/parents.ts';
import type { Release, ReleaseData, ReleaseReader } from '../../core/release/release.ts';
import { sha256 } from '../../fs/hash.ts';

/**
 * Creates a reader of packs for the site's files, with links as in these files. Each reader has its own cache. `folders`: where the packs
 * are; packs that have not changed are only in the last folder, the site's.
 */
export function openPacks(
  { baseUrl, links }: Pick<ReleaseData, 'baseUrl' | 'links'>,
  folders: readonly string[],
  cacheBytes?: number,
): ReleaseReader {
  const readFile = async (path: string): Promise<Uint8Array> => {
    const files = folders.map((folder) => join(folder, path));
    return readFileSync(files.find((file) => existsSync(file)) ?? (files.at(-1) as string));
  };
  return createReader({ readFile, sha256, cacheBytes }, { baseUrl, recordEnding: recordEnding(links) });
}

/** Cached, because several listings can have the same parent collection. */
const known = new WeakMap<RowIndex, readonly IndexedRecord[]>();

/** All records in a collection. Computed once per index. */
export async function recordsOf(
  collection: string,
  { open }: Pick<Release, 'open'>,
): Promise<readonly IndexedRecord[]> {
  const { index } = await open(collection);
  const all = known.get(index) ?? listRecords(index);
  known.set(index, all);
  return all;
}

/** All combinations of a listing's parents, except combinations for which the listing refuses the interval (GPS seconds). */
export async function everyParents(
  listing: Listing,
  release: Pick<Release, 'open'>,
  within = ALL_TIME,
): Promise<IndexedRecord[][]> {
  const { collection, parentNames } = listing;
  let combinations: IndexedRecord[][] = [[]];
  for (const name of parentNames) {
    const all = await recordsOf(name, release);
    combinations = combinations.flatMap((before) => all.map((parent) => [...before, parent]));
  }
  if (collection.refuse === undefined) return combinations;
  const { index } = await release.open(collection.name);
  return combinations.filter((parents) => refusalOf(listing, parents, within, index) === null);
}

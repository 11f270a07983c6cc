/**
 * Compares the entries of listings in two releases: listings below a record, and listings whose entries have no records. A cumulative
 * catalog is a record like any other, so its events are compared here too.
 */

import { type Collection, hasRecords, ID_PLACEHOLDER, type Listing } from '../../core/contract/collection.ts';
import { idsOf, type PublishedCatalogue } from './release-side.ts';

/** Seconds that a flag's segments cover. */
export interface SecondsDiff {
  readonly old: number;
  readonly new: number;
  readonly added: number;
  readonly removed: number;
}

export interface ListingDiff {
  /** `catalogs/GWTC/events` */
  readonly path: string;
  /** Number of entries. */
  readonly entries: readonly [old: number, next: number];
  /** Entries, identified by id, name or content. */
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Empty if the entries have records, because records are compared separately. */
  readonly changed: readonly string[];
  /** Null unless the entries are segments. */
  readonly seconds: SecondsDiff | null;
}

type Entry = string | { readonly [member: string]: unknown };

/** Identifies an entry in its listing. */
function entryKey(entry: Entry): string {
  if (typeof entry === 'string') return entry;
  const { detail_url: url, name } = entry;
  if (typeof url === 'string') return /([^/?]*)(\?.*)?$/.exec(url)?.[1] ?? url;
  return typeof name === 'string' ? name : Object.values(entry).join(' ');
}

/** Maps each key to the text of its entries. */
function indexEntries(entries: readonly Entry[]): Map<string, string> {
  const texts = new Map<string, string>();
  for (const entry of entries) texts.set(entryKey(entry), (texts.get(entryKey(entry)) ?? '') + JSON.stringify(entry));
  return texts;
}

type Segment = readonly [start: number, stop: number];

const measure = (segments: readonly Segment[]): number =>
  segments.reduce((sum, [start, stop]) => sum + stop - start, 0);

/** Number of seconds that both lists cover. The lists are ascending. */
function measureCommon(a: readonly Segment[], b: readonly Segment[]): number {
  let sum = 0;
  for (let [i, j] = [0, 0]; i < a.length && j < b.length; ) {
    const [[aStart, aStop], [bStart, bStop]] = [a[i] as Segment, b[j] as Segment];
    sum += Math.max(0, Math.min(aStop, bStop) - Math.max(aStart, bStart));
    if (aStop < bStop) i++;
    else j++;
  }
  return sum;
}

function compareSeconds(old: readonly Entry[], next: readonly Entry[]): SecondsDiff {
  const toSegments = (entries: readonly Entry[]) => entries.map((entry) => Object.values(entry) as unknown as Segment);
  const [before, after] = [toSegments(old), toSegments(next)];
  const common = measureCommon(before, after);
  const [oldS, newS] = [measure(before), measure(after)];
  return { old: oldS, new: newS, added: newS - common, removed: oldS - common };
}

function compareEntries(
  path: string,
  collection: Collection,
  old: readonly Entry[],
  next: readonly Entry[],
): ListingDiff {
  const [before, after] = [indexEntries(old), indexEntries(next)];
  const isChanged = (key: string) => before.has(key) && before.get(key) !== after.get(key);
  return {
    path,
    entries: [old.length, next.length],
    added: [...after.keys()].filter((key) => !before.has(key)),
    removed: [...before.keys()].filter((key) => !after.has(key)),
    changed: hasRecords(collection) ? [] : [...after.keys()].filter(isChanged),
    seconds: collection.index === 'intervals' ? compareSeconds(old, next) : null,
  };
}

async function diffListing(
  path: string,
  { collection }: Listing,
  old: PublishedCatalogue,
  next: PublishedCatalogue,
): Promise<ListingDiff[]> {
  const [before, after] = [await old.entriesOf(path), await next.entriesOf(path)];
  // For a new or removed record, only segments say more than the record itself.
  if ((before === null || after === null) && collection.index !== 'intervals') return [];
  const diff = compareEntries(path, collection, (before ?? []) as Entry[], (after ?? []) as Entry[]);
  const { added, removed, changed } = diff;
  return added.length + removed.length + changed.length > 0 ? [diff] : [];
}

/** A listing's paths, one for each combination of parents in either release. */
async function pathsOf({ path, parentNames }: Listing, sides: readonly PublishedCatalogue[]): Promise<string[]> {
  let paths = [path];
  for (const name of parentNames) {
    const ids = new Set((await Promise.all(sides.map((side) => idsOf(side, name)))).flat());
    paths = paths.flatMap((one) => [...ids].map((id) => one.replace(ID_PLACEHOLDER, id)));
  }
  return paths;
}

/**
 * Compares all listings of the collections, except whole collections of records, and listings whose entries and parents are the same
 * according to `isSame`.
 */
export async function diffListings(
  collections: readonly Collection[],
  isSame: (name: string) => boolean,
  old: PublishedCatalogue,
  next: PublishedCatalogue,
): Promise<ListingDiff[]> {
  const diffs: ListingDiff[] = [];
  for (const collection of collections) {
    for (const listing of collection.listings) {
      const isCovered = listing.parentNames.length === 0 && hasRecords(collection);
      if (isCovered || [collection.name, ...listing.parentNames].every(isSame)) continue;
      for (const path of await pathsOf(listing, [old, next])) {
        diffs.push(...(await diffListing(path, listing, old, next)));
      }
    }
  }
  return diffs;
}

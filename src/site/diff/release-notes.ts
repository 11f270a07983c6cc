/**
 * What a release changed, for people who use the catalogue: new records with what is said of them, values old and new, strain files by
 * dataset. In: two sites with packs. Out: plain data; `release-notes-markdown.ts` makes text of it. Build time.
 */

import type { Parameter, RecordBody, ValueChange } from './diff-records.ts';
import { diffReleases } from './diff-releases.ts';

/** Facts of a new record: its members but links and lists of records. Parameters in the order of the catalogue. */
export interface NewRecord {
  readonly id: string;
  readonly facts: Readonly<Record<string, unknown>>;
  readonly parameters: readonly Parameter[];
}

export interface CollectionNotes {
  readonly collection: string;
  readonly title: string;
  readonly added: readonly NewRecord[];
  readonly removed: readonly string[];
  readonly changed: readonly { readonly id: string; readonly changes: readonly ValueChange[] }[];
}

/** Strain files of one dataset and detector. */
export interface StrainNotes {
  readonly dataset: string;
  readonly detector: string;
  readonly added: number;
  readonly removed: number;
  readonly changed: number;
  /** Hours that the added files cover, and those with data in them (null where that is not known). */
  readonly hoursAdded: number;
  readonly hoursOfDataAdded: number | null;
}

export interface ReleaseNotes {
  readonly old: string;
  readonly new: string;
  readonly collections: readonly CollectionNotes[];
  readonly strainFiles: readonly StrainNotes[];
  /** Catalogs, detectors and parameters that were added, removed or described anew. */
  readonly vocabulary: readonly string[];
  /** Why there is nothing to tell of the catalogue; null where there is. */
  readonly whyNoCatalogue: string | null;
}

/** Follow from other records, so that they are no news. */
const FOLLOWS = new Set(['is_last_version']);

function toNewRecord(id: string, { default_parameters: parameters = [], ...record }: RecordBody): NewRecord {
  const facts = Object.entries(record).filter(([member, value]) => !isNoFact(member, value) && !FOLLOWS.has(member));
  return { id, facts: Object.fromEntries(facts), parameters };
}

/** Links to other parts of the site, what is not known, and lists of records. */
function isNoFact(member: string, value: unknown): boolean {
  const isEmpty = value === null || (Array.isArray(value) && value.length === 0);
  return isEmpty || /(^|_)url$/.test(member) || (Array.isArray(value) && typeof value[0] === 'object');
}

const hours = (seconds: number): number => Number((seconds / 3600).toFixed(2));

/** Compares two releases. Rejects as `diffReleases` does. */
export async function releaseNotes(
  oldPath: string,
  newPath: string,
  onProgress?: (done: number, total: number) => void,
): Promise<ReleaseNotes> {
  const added = new Map<string, NewRecord[]>();
  const diff = await diffReleases(oldPath, newPath, onProgress, (collection, id, record) => {
    const list = added.get(collection) ?? [];
    added.set(collection, list);
    list.push(toNewRecord(id, record));
  });
  const collections = (diff.catalogue?.collections ?? []).flatMap(
    ({ collection, title, records }): CollectionNotes[] => {
      if (records === null) return [];
      const changed = records.changed
        .map(({ id, changes }) => ({ id, changes: changes.filter(({ member }) => !FOLLOWS.has(member)) }))
        .filter(({ changes }) => changes.length > 0);
      const notes = { collection, title, added: added.get(collection) ?? [], removed: records.removed, changed };
      return notes.added.length + notes.removed.length + changed.length > 0 ? [notes] : [];
    },
  );
  const strainFiles = (diff.catalogue?.strainFiles ?? []).map(
    ({ dataset, detector, added: more, removed, changed, addedSegments, addedDataS }): StrainNotes => {
      const covered = addedSegments.reduce((sum, [start, stop]) => sum + stop - start, 0);
      const hoursOfDataAdded = addedDataS === null ? null : hours(addedDataS);
      return { dataset, detector, added: more, removed, changed, hoursAdded: hours(covered), hoursOfDataAdded };
    },
  );
  const { old, new: next, catalogue, whyNoCatalogue } = diff;
  return { old, new: next, collections, strainFiles, vocabulary: catalogue?.vocabulary ?? [], whyNoCatalogue };
}

/**
 * Release notes for users of the catalogue: new records with their values, old and new values, strain files by dataset. In: two sites with
 * packs. Out: plain data, which `release-notes-markdown.ts` formats. Build time.
 */

import type { Parameter, RecordBody, ValueChange } from './diff-records.ts';
import { diffReleases } from './diff-releases.ts';

/** Facts of a new record: its members, except links and lists of records. Parameters are in the order of the catalogue. */
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
  /** Hours covered by the added files, and hours with data (null if unknown). */
  readonly hoursAdded: number;
  readonly hoursOfDataAdded: number | null;
}

export interface ReleaseNotes {
  readonly old: string;
  readonly new: string;
  readonly collections: readonly CollectionNotes[];
  readonly strainFiles: readonly StrainNotes[];
  /** Catalogs, detectors and parameters that were added, removed or redescribed. */
  readonly vocabulary: readonly string[];
  /** The reason why the catalogues could not be compared, or null. */
  readonly whyNoCatalogue: string | null;
}

/** Collections that follow from other records, so changes in them are not news. */
const FOLLOWS = new Set(['is_last_version']);

function toNewRecord(id: string, { default_parameters: parameters = [], ...record }: RecordBody): NewRecord {
  const facts = Object.entries(record).filter(([member, value]) => !isNoFact(member, value) && !FOLLOWS.has(member));
  return { id, facts: Object.fromEntries(facts), parameters };
}

/** True for links to other parts of the site, unknown values, and lists of records. */
function isNoFact(member: string, value: unknown): boolean {
  const isEmpty = value === null || (Array.isArray(value) && value.length === 0);
  return isEmpty || /(^|_)url$/.test(member) || (Array.isArray(value) && typeof value[0] === 'object');
}

const hours = (seconds: number): number => Number((seconds / 3600).toFixed(2));

/** Compares two releases. Rejects like `diffReleases`. */
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

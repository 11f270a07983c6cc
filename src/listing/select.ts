/**
 * Select: query x index -> how many entries match, and the positions of the ones on the query's page. Pure.
 *
 * Positions are 0-based places in the listing's total order, ascending; a pack set holds its lines in the same order.
 */

import { parseStrainFileId } from '../contract/paths.ts';
import type { Query } from '../contract/query.ts';
import { INVALID_PAGE, type Refusal } from '../contract/refusals.ts';
import type { ListingName } from '../contract/wire.ts';
import { type EventIndexData, openEventIndex } from './event-index.ts';
import { openStrainIndex, type StrainIndexData } from './strain-index.ts';

/** Everything that matches, not yet cut into pages. */
export interface Selection {
  readonly count: number;
  readonly positions: Uint32Array;
}

/** One page of a selection. */
export interface PageSelection {
  /** Entries that match the filters, on all pages. */
  readonly count: number;
  /** 0 for an empty result, whose page 1 exists all the same. */
  readonly pageCount: number;
  readonly positions: Uint32Array;
}

/** The index as release.json holds it. */
export interface IndexData {
  readonly strainFiles: StrainIndexData;
  readonly eventVersions: EventIndexData;
  /** Number of names that the default-parameters listing has. */
  readonly defaultParameters: number;
}

export interface Index {
  select(query: Query): Selection;
  /** Position of a record; -1 where there is none. */
  positionOf(listing: ListingName, id: string): number;
  /** How many records a listing has; 0 for one without records. */
  recordCount(listing: ListingName): number;
  /** Ids of the records at the positions from `first` (default 0) to before `end` (default: all), in the listing's order. */
  recordIds(listing: ListingName, first?: number, end?: number): readonly string[];
}

export function openIndex(data: IndexData): Index {
  const strainFiles = openStrainIndex(data.strainFiles);
  const eventVersions = openEventIndex(data.eventVersions);
  const records = { 'strain-files': strainFiles, 'event-versions': eventVersions, 'default-parameters': null };
  const allNames = Uint32Array.from({ length: data.defaultParameters }, (_, position) => position);
  return {
    select(query) {
      if (query.listing === 'strain-files') return strainFiles.select(query);
      if (query.listing === 'event-versions') return eventVersions.select(query);
      return { count: allNames.length, positions: allNames };
    },
    positionOf(listing, id) {
      if (listing === 'event-versions') return eventVersions.positionOf(id);
      const parts = listing === 'strain-files' ? parseStrainFileId(id) : null;
      return parts ? strainFiles.positionOf(parts.detector, parts.gpsStart, parts.sampleRateKHz) : -1;
    },
    recordCount: (listing) => records[listing]?.count ?? 0,
    recordIds(listing, first = 0, end = records[listing]?.count ?? 0) {
      return Array.from({ length: end - first }, (_, n) => records[listing]?.idAt(first + n) as string);
    },
  };
}

/** Cuts the query's page out of what matches; a refusal where there is no such page. */
export function selectPage(index: Index, query: Query): PageSelection | Refusal {
  const { count, positions } = index.select(query);
  const pageCount = Math.ceil(count / query.pageSize);
  if (query.page > Math.max(pageCount, 1)) return INVALID_PAGE;
  const first = (query.page - 1) * query.pageSize;
  return { count, pageCount, positions: positions.subarray(first, first + query.pageSize) };
}

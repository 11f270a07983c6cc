/** Rows of events: event versions with their values, the version that represents an event, and its type. */

import { groupBy } from '../../core/base/group-by.ts';
import type { EventVersionEntry, RunEntry } from '../../core/contract/wire.ts';
import { type BinaryType, typeOf, type Values, valuesOf } from './binaries.ts';
import { countNames, isInjection } from './injections.ts';

export interface EventRow {
  /** The short name, which is the record's id. */
  readonly id: string;
  readonly entry: EventVersionEntry;
  readonly values: Values;
  /** Undefined unless both masses are known. */
  readonly type: BinaryType | undefined;
  /** True for a signal that was added to the data as a test. The signal is listed, but is not a detection. */
  readonly isInjection: boolean;
}

export const makeRows = (entries: readonly EventVersionEntry[]): readonly EventRow[] =>
  entries.map((entry) => {
    const values = valuesOf(entry.default_parameters ?? []);
    const { shortName: id, name } = entry;
    return { id, entry, values, type: typeOf(values), isInjection: isInjection(name) };
  });

/** The rows of all event versions, and the runs that they are from. */
export interface EventRows {
  /** All event versions, in the API's order. */
  readonly all: readonly EventRow[];
  readonly runs: readonly RunEntry[];
  /** The rows that a valid request selects, in the API's order. */
  find(target: string): readonly EventRow[];
}

export const hasValues = ({ default_parameters }: Pick<EventVersionEntry, 'default_parameters'>): boolean =>
  (default_parameters ?? []).length > 0;

/** The version that represents an event: its newest version that has values, or its newest version if none has. */
export function newestWithValues<Version extends Pick<EventVersionEntry, 'version' | 'default_parameters'>>(
  versions: readonly Version[],
): Version {
  const known = versions.filter(hasValues);
  return (known.length > 0 ? known : versions).reduce((best, one) => (one.version > best.version ? one : best));
}

/** One row for each event: the version that represents it. Keeps the order. */
export function pickVersions(rows: readonly EventRow[]): readonly EventRow[] {
  const events = groupBy(
    rows.map(({ entry }) => entry),
    ({ name }) => name,
  );
  const newest = new Set([...events.values()].map(newestWithValues));
  return rows.filter(({ entry }) => newest.has(entry));
}

/** The number of events in the rows. */
export const countEvents = (rows: readonly EventRow[]): number => countNames(rows.map(({ entry }) => entry));

/** The number of event versions in the rows, without injections. */
export const countVersions = (rows: readonly EventRow[]): number =>
  rows.filter(({ isInjection }) => !isInjection).length;

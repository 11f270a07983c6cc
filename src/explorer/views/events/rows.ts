/** Rows of the events view: event versions with their values, the version that represents an event, and its type. Pure. */

import type { EventEntry, EventVersionEntry, ParameterObject } from '../../../core/contract/wire.ts';
import { lastSegment } from '../../address/address.ts';
import type { Shape } from '../../charts/marks.ts';
import { countNames, isInjection } from '../../parts/injections.ts';

/** The request for all event versions with their parameters. Rows are made from its response once per release. */
export const ALL_PATH = 'event-versions';
export const ALL_TARGET = `${ALL_PATH}?include-default-parameters=true`;

export const TYPES = ['BBH', 'NSBH', 'BNS'] as const;
/** Binary black hole, neutron star and black hole, binary neutron star. */
export type BinaryType = (typeof TYPES)[number];
export const TYPE_WORDS: Readonly<Record<BinaryType, string>> = {
  BBH: 'Binary black hole',
  NSBH: 'Neutron star and black hole',
  BNS: 'Binary neutron star',
};

/** The shape of a type's marks. */
export const TYPE_SHAPES: Readonly<Record<BinaryType, Shape>> = { BBH: 'circle', NSBH: 'diamond', BNS: 'square' };

/** Objects below this mass count as neutron stars. In solar masses, in the source frame. */
export const NEUTRON_STAR_BELOW = 3;

export interface EventRow {
  /** The short name, which is the record's id. */
  readonly id: string;
  readonly entry: EventVersionEntry;
  /** Values by parameter name, in underscore form. */
  readonly values: ReadonlyMap<string, ParameterObject>;
  /** Undefined unless both masses are known. */
  readonly type: BinaryType | undefined;
  /** True for a signal that was added to the data as a test. The signal is listed, but is not a detection. */
  readonly isInjection: boolean;
}

/** The parameters for both masses in the source frame, the larger mass first. */
export const MASSES = ['mass_1_source', 'mass_2_source'] as const;

/** Both masses, the larger first; null unless both are known. */
export function massesOf(values: EventRow['values']): readonly [heavier: number, lighter: number] | null {
  const [heavier, lighter] = MASSES.map((name) => values.get(name)?.best);
  return heavier === undefined || lighter === undefined ? null : [heavier, lighter];
}

export function typeOf(values: EventRow['values']): BinaryType | undefined {
  const masses = massesOf(values);
  if (masses === null) return undefined;
  const [heavier, lighter] = masses;
  if (lighter >= NEUTRON_STAR_BELOW) return 'BBH';
  return heavier >= NEUTRON_STAR_BELOW ? 'NSBH' : 'BNS';
}

export const valuesOf = (parameters: readonly ParameterObject[]): EventRow['values'] =>
  new Map(parameters.map((value) => [value.name, value]));

export function makeRows(entries: readonly EventVersionEntry[]): ReadonlyMap<string, EventRow> {
  return new Map(
    entries.map((entry) => {
      const values = valuesOf(entry.default_parameters ?? []);
      const { shortName: id, name } = entry;
      return [id, { id, entry, values, type: typeOf(values), isInjection: isInjection(name) }];
    }),
  );
}

/** The members used from the entries in a listing of event versions or events. */
export type FoundEntry = Pick<EventVersionEntry, 'shortName'> | Pick<EventEntry, 'versions'>;

/** The rows for a listing's entries, in order. An event has the rows of all its versions, whose short names may differ from its name. */
export const findRows = (found: readonly FoundEntry[], rows: ReadonlyMap<string, EventRow>): readonly EventRow[] =>
  found.flatMap((entry) => {
    const ids =
      'shortName' in entry ? [entry.shortName] : entry.versions.map(({ detail_url }) => lastSegment(detail_url));
    return ids.flatMap((id) => rows.get(id) ?? []);
  });

/** One row for each event: its newest version that has values, or its newest version if none has. Keeps the order. */
export function pickVersions(rows: readonly EventRow[]): readonly EventRow[] {
  const best = new Map<string, EventRow>();
  const hasValues = ({ values }: EventRow) => values.size > 0;
  const isBetter = (row: EventRow, than: EventRow) =>
    hasValues(row) === hasValues(than) ? row.entry.version > than.entry.version : hasValues(row);
  for (const row of rows) {
    const before = best.get(row.entry.name);
    if (before === undefined || isBetter(row, before)) best.set(row.entry.name, row);
  }
  return rows.filter((row) => best.get(row.entry.name) === row);
}

/** The number of events in the rows. */
export const countEvents = (rows: readonly EventRow[]): number => countNames(rows.map(({ entry }) => entry));

/** The number of event versions in the rows, without injections. */
export const countVersions = (rows: readonly EventRow[]): number =>
  rows.filter(({ isInjection }) => !isInjection).length;

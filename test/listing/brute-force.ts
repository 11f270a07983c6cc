/** Small random indices, and the answer to a query over them by looping over all entries. */

import fc from 'fast-check';
import type { EventIndexData } from '../../src/listing/event-index.ts';
import type { StrainIndexData } from '../../src/listing/strain-index.ts';

export interface File {
  readonly detector: string;
  readonly rate: number;
  readonly gps: number;
}

const FILE_S = 4096;
const DETECTORS = ['V1', 'H1', 'L1'];

/** Series whose runs do not overlap; their order is not that of ties. */
export const strainIndices: fc.Arbitrary<StrainIndexData> = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...DETECTORS), fc.constantFrom(16, 4)), { selector: String, maxLength: 6 })
  .chain((keys) =>
    fc.tuple(
      ...keys.map(([detector, sampleRateKHz]) =>
        fc
          .array(fc.tuple(fc.integer({ min: 0, max: 2 }), fc.integer({ min: 1, max: 3 })), { maxLength: 3 })
          .map((runs) => {
            let next = -2 * FILE_S;
            const flat = runs.flatMap(([gap, count]) => {
              const first = next + gap * FILE_S;
              next = first + (count + 1) * FILE_S;
              return [first, count];
            });
            return { detector, sampleRateKHz, runs: flat };
          }),
      ),
    ),
  );

/** Every file, in the listing's order: gps_start, then detector, then sample rate, all ascending. */
export function allFiles(data: StrainIndexData): File[] {
  const files: File[] = [];
  for (const { detector, sampleRateKHz, runs } of data) {
    for (let i = 0; i < runs.length; i += 2) {
      for (let n = 0; n < (runs[i + 1] as number); n++) {
        files.push({ detector, rate: sampleRateKHz, gps: (runs[i] as number) + n * FILE_S });
      }
    }
  }
  return files.sort(
    (a, b) => a.gps - b.gps || (a.detector < b.detector ? -1 : a.detector > b.detector ? 1 : a.rate - b.rate),
  );
}

export interface StrainFilters {
  readonly detector?: string | undefined;
  readonly 'sample-rate'?: string | undefined;
  readonly start?: number | undefined;
  readonly stop?: number | undefined;
}

/** Borders of files, and one second before and after each. */
const borders = fc
  .tuple(fc.integer({ min: -4, max: 20 }), fc.integer({ min: -1, max: 1 }))
  .map(([n, s]) => n * FILE_S + s);

export const strainFilters: fc.Arbitrary<StrainFilters> = fc.record({
  detector: fc.constantFrom(undefined, undefined, 'H1', 'L1', 'V1', 'G1'),
  'sample-rate': fc.constantFrom(undefined, undefined, '4', '16'),
  start: fc.option(borders, { nil: undefined }),
  stop: fc.option(borders, { nil: undefined }),
});

export function matchesFile(file: File, filters: StrainFilters): boolean {
  if (filters.detector !== undefined && file.detector !== filters.detector) return false;
  if (filters['sample-rate'] !== undefined && String(file.rate) !== filters['sample-rate']) return false;
  if (filters.stop !== undefined && !(file.gps <= filters.stop)) return false;
  return filters.start === undefined || file.gps + FILE_S > filters.start;
}

export interface Event {
  readonly name: string;
  readonly version: number;
  readonly gps: number;
  readonly catalog: string;
  readonly isLast: boolean;
  readonly chiEff: number | null;
}

export const events: fc.Arbitrary<Event[]> = fc.uniqueArray(
  fc.record({
    name: fc.constantFrom('GW15', 'GW150914', 'gw15', '0914', 'AGW15', 'ÄGW'),
    version: fc.integer({ min: 1, max: 4 }),
    gps: fc.constantFrom(1, 1.5, 2),
    catalog: fc.constantFrom('A', 'B', 'C'),
    isLast: fc.boolean(),
    chiEff: fc.constantFrom(null, -0.5, 0, 0.25, 1),
  }),
  { selector: ({ name, version }) => `${name}/${version}`, maxLength: 12 },
);

export function indexOf(list: readonly Event[]): EventIndexData {
  return {
    names: list.map(({ name }) => name),
    versions: list.map(({ version }) => version),
    gps: list.map(({ gps }) => gps),
    catalogs: list.map(({ catalog }) => catalog),
    isLastVersion: list.map(({ isLast }) => isLast),
    parameters: { chi_eff: list.map(({ chiEff }) => chiEff) },
  };
}

export interface EventFilters {
  readonly 'name-contains'?: string | undefined;
  readonly release?: readonly string[] | undefined;
  readonly lastver?: boolean | undefined;
  readonly 'min-chi-eff'?: number | undefined;
  readonly 'max-chi-eff'?: number | undefined;
  readonly 'min-gps-time'?: number | undefined;
  readonly 'max-gps-time'?: number | undefined;
}

const bound = fc.constantFrom(undefined, undefined, -0.5, -0.4, 0, 0.25, 0.3, 1, 2);
const gpsBound = fc.constantFrom(undefined, undefined, 0.9, 1, 1.2, 1.5, 2, 3);

export const eventFilters: fc.Arbitrary<EventFilters> = fc.record({
  'name-contains': fc.constantFrom(undefined, undefined, 'gw15', '0914', 'x', 'Ä', 'ä'),
  release: fc.constantFrom(undefined, undefined, ['A'], ['B', 'C'], ['D']),
  lastver: fc.constantFrom(undefined, true),
  'min-chi-eff': bound,
  'max-chi-eff': bound,
  'min-gps-time': gpsBound,
  'max-gps-time': gpsBound,
});

/** Between two limits, both included; a missing value is in no range. */
function isWithin(value: number | null, min: number | undefined, max: number | undefined): boolean {
  if (min === undefined && max === undefined) return true;
  return value !== null && (min === undefined || value >= min) && (max === undefined || value <= max);
}

export function matchesEvent(event: Event, filters: EventFilters): boolean {
  const text = filters['name-contains'];
  const lower = event.name.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  if (text !== undefined && !lower.includes(text)) return false;
  if (filters.release !== undefined && !filters.release.includes(event.catalog)) return false;
  if (filters.lastver === true && !event.isLast) return false;
  return (
    isWithin(event.chiEff, filters['min-chi-eff'], filters['max-chi-eff']) &&
    isWithin(event.gps, filters['min-gps-time'], filters['max-gps-time'])
  );
}

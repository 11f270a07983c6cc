/**
 * Small catalogues with edge cases: empty, one entry, 999 to 1001 entries (a pack holds about 1000), ties, names that contain
 * each other, and random ones by seed. Written as data folders, so that loading is tested too.
 */
import {
  type Blocks,
  CATALOGS,
  DETECTORS,
  type GeneratedCatalogue,
  type GeneratedDataset,
  type GeneratedEvent,
  writeCatalogue,
} from './catalogue-writer.ts';
import { everyKind } from './every-kind.ts';
import { Random } from './random.ts';
import { randomCatalogue } from './random-catalogue.ts';

export interface CatalogueCase {
  readonly name: string;
  /** Writes the data folder; `dir` is created if it does not exist. */
  write(dir: string): void;
}

/** In run O1. */
const FIRST_GPS_START = 1126256640;

/** `random(seed)`: up to about 400 files and 120 event versions, with ties, gaps and missing values. */
export function random(seed: number): CatalogueCase {
  return catalogueCase(`random-${seed}`, () => randomCatalogue(new Random(seed)));
}

export const catalogueCases: readonly CatalogueCase[] = [
  catalogueCase('empty', () => ({ events: [], datasets: [] })),
  catalogueCase('one-entry', () => ({
    events: [event('GW150914', 3, 1126259462.4)],
    datasets: [dataset('O1', 4, [['H1', [[FIRST_GPS_START, 1]]]])],
  })),
  catalogueCase('all-at-one-gps', () => ({
    events: DETECTORS.flatMap((code) => [4, 1, 2].map((version) => event(`${code}_event`, version, 1126259462))),
    datasets: ([16, 4] as const).map((rate) =>
      dataset(
        'O1',
        rate,
        [...DETECTORS].reverse().map((code) => [code, [[FIRST_GPS_START, 1]]]),
      ),
    ),
  })),
  ...[999, 1000, 1001].map((count) => catalogueCase(`${count}-entries`, () => manyEntries(count))),
  catalogueCase('one-series-1001', () => ({
    events: [],
    datasets: [dataset('O1', 4, [['V1', [[FIRST_GPS_START, 1001]]]])],
  })),
  catalogueCase('fifty-versions', () => fiftyVersions()),
  catalogueCase('no-parameters', () => ({
    events: Array.from({ length: 45 }, (_, index) => event(`E${index}`, 1 + (index % 3), 1130000000 + index * 3.5)),
    datasets: [],
  })),
  catalogueCase('gps-ties', () => gpsTies()),
  catalogueCase('names-within-names', () => namesWithinNames()),
  catalogueCase('every-kind', () => everyKind),
  catalogueCase('thousand-segments', () => thousandSegments()),
  catalogueCase('nested-runs', () => nestedRuns()),
  random(1),
  random(2),
  random(3),
];

function catalogueCase(name: string, make: () => GeneratedCatalogue): CatalogueCase {
  return { name, write: (dir) => writeCatalogue(dir, make()) };
}

function event(name: string, version: number, gps: number, more: Partial<GeneratedEvent> = {}): GeneratedEvent {
  return { name, version, gps: Math.round(gps * 10) / 10, catalog: 'GWTC-2', detectors: ['H1', 'L1'], ...more };
}

function dataset(run: string, rate: 4 | 16, series: readonly (readonly [string, Blocks])[]): GeneratedDataset {
  return {
    dataset: `${run}_${rate}KHZ_R1`,
    run,
    sample_rate_kHz: rate,
    series: series.map(([detector, blocks]) => ({ detector, blocks })),
  };
}

/** `count` strain files in three series that overlap in time, and `count` event versions. */
function manyEntries(count: number): GeneratedCatalogue {
  const third = Math.floor(count / 3);
  const later = FIRST_GPS_START + 100 * 4096;
  return {
    events: Array.from({ length: count }, (_, index) =>
      event(`E${index}`, 1, 1126100000 + index * 100.1, {
        catalog: CATALOGS[index % 3] ?? 'GWTC-2',
        parameters: index % 7 === 0 ? {} : { chi_eff: { best: (index % 200) / 100 - 1 } },
      }),
    ),
    datasets: [
      dataset('O1', 4, [
        ['H1', [[FIRST_GPS_START, third]]],
        ['L1', [[later, count - 2 * third]]],
      ]),
      dataset('O1', 16, [['H1', [[later, third]]]]),
    ],
  };
}

/** One event with versions 2, 4 … 100 in alternating catalogs with changing gps, and a neighbour with one version. */
function fiftyVersions(): GeneratedCatalogue {
  const versions = Array.from({ length: 50 }, (_, index) =>
    event('GW170817', 2 + index * 2, 1187008882.4 + ((index * 7) % 10) / 10, {
      catalog: CATALOGS[index % 3] ?? 'GWTC-2',
      parameters: { total_mass_source: { best: 2.7 + index / 100, upper_error: 0.1, lower_error: 0 } },
    }),
  );
  return {
    events: [...new Random(50).shuffled(versions), event('GW170818', 1, 1187058327.1)],
    datasets: [],
    eventFacts: [{ name: 'GW170817', grace_id: 'G298048', aliases: ['GRB170817A', 'AT2017gfo', '170817-v1'] }],
  };
}

/** Many events and files with the same gps; the order of the data differs from the order of responses. */
function gpsTies(): GeneratedCatalogue {
  const source = new Random(7);
  const events = ['b', 'a1', 'A2', 'Z', 'a-1', 'a.1', 'a_1', '10', '9'].flatMap((name) =>
    [1, 2, 10].map((version) =>
      event(name, version, source.pick([1126259462.4, 1126259462.4, 1126051217, 1137254417, 1137254416.9]), {
        parameters: { far: { best: source.pick([1e-7, 1e-7, 2.5]) } },
      }),
    ),
  );
  const blocks: Blocks = [
    [FIRST_GPS_START, 3],
    [FIRST_GPS_START + 5 * 4096, 2],
  ];
  return {
    events: source.shuffled(events),
    datasets: ([4, 16] as const).map((rate) =>
      dataset(
        'O1',
        rate,
        ['V1', 'L1', 'H1'].map((code) => [code, blocks]),
      ),
    ),
  };
}

/** One flag with 1001 segments of one second each, another run inside the first, and a flag of both, without overlap. */
function thousandSegments(): GeneratedCatalogue {
  const ones = Array.from({ length: 1001 }, (_, index) => [
    FIRST_GPS_START + 2 * index,
    FIRST_GPS_START + 2 * index + 1,
  ]);
  const inner = FIRST_GPS_START + 10_000;
  return {
    events: [],
    datasets: [],
    runs: [
      { name: 'Inner', gps_start: inner, gps_end: inner + 100, detectors: ['V1'] },
      { name: 'Outer', gps_start: FIRST_GPS_START - 1, gps_end: FIRST_GPS_START + 20_000, detectors: ['V1', 'H1'] },
    ],
    timelines: [
      { run: 'Outer', name: 'V1_ONES', segments: ones as [number, number][] },
      { run: 'Inner', name: 'V1_ONES', segments: [[inner, inner + 100]] },
      { run: 'Outer', name: 'H1_b', segments: [[FIRST_GPS_START - 1, FIRST_GPS_START + 20_000]] },
      { run: 'Inner', name: 'H1_A', segments: [[inner + 1, inner + 2]] },
    ],
  };
}

/** A run inside another, and a flag of both with overlapping segments: some start together, one is in both lists. */
function nestedRuns(): GeneratedCatalogue {
  const at = (start: number, stop: number): [number, number] => [FIRST_GPS_START + start, FIRST_GPS_START + stop];
  const [inner, outer] = [at(100, 200), at(0, 1000)];
  return {
    events: [event('E1', 1, FIRST_GPS_START + 150.5, { detectors: ['V1'] }), event('E2', 1, FIRST_GPS_START + 200)],
    datasets: [],
    runs: [
      { name: 'Inner', gps_start: inner[0], gps_end: inner[1] },
      { name: 'Outer', gps_start: outer[0], gps_end: outer[1] },
    ],
    eventFacts: [{ name: 'E1', run: 'Inner' }],
    timelines: [
      { run: 'Inner', name: 'V1_X', segments: [at(100, 110), at(120, 130), at(140, 150)] },
      { run: 'Outer', name: 'V1_X', segments: [at(0, 10), at(90, 105), at(120, 125), at(140, 150), at(300, 1000)] },
    ],
  };
}

function namesWithinNames(): GeneratedCatalogue {
  const names = ['GW15', 'GW150', 'GW1509', 'GW150914', '150914', '0914', '5', 'AGW150914', 'GW150914-v2', 'aa', 'AAA'];
  return {
    events: names.flatMap((name, index) => [event(name, 1, 1126259462 + index), event(name, 11, 1126259462 - index)]),
    datasets: [],
  };
}

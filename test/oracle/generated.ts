/**
 * Small catalogues that sit on borders: empty, one entry, 999 to 1001 entries (a pack holds about 1000), ties, names
 * that contain each other, and random ones by seed. Written as data folders, so that they pass through loading too.
 */
import {
  CATALOGS,
  DETECTORS,
  type GeneratedCatalogue,
  type GeneratedDataset,
  type GeneratedEvent,
  type GeneratedValue,
  PARAMETERS,
  writeCatalogue,
} from './catalogue-writer.ts';
import { Random } from './random.ts';

export interface CatalogueCase {
  readonly name: string;
  /** Writes the data folder; `dir` is made if it is not there. */
  write(dir: string): void;
}

/** In run O1. */
const FIRST_GPS_START = 1126256640;
/** In run O2, before the leap second at the end of 2016. */
const SECOND_GPS_START = 1166999552;

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

type FileRuns = readonly (readonly [number, number])[];

function dataset(run: string, rate: 4 | 16, series: readonly (readonly [string, FileRuns])[]): GeneratedDataset {
  return {
    dataset: `${run}_${rate}KHZ_R1`,
    run,
    sample_rate_kHz: rate,
    series: series.map(([detector, file_runs]) => ({ detector, file_runs })),
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

/** One event with versions 2, 4 … 100 in turns of catalogs, its gps changing; and a neighbour with one version. */
function fiftyVersions(): GeneratedCatalogue {
  const versions = Array.from({ length: 50 }, (_, index) =>
    event('GW170817', 2 + index * 2, 1187008882.4 + ((index * 7) % 10) / 10, {
      catalog: CATALOGS[index % 3] ?? 'GWTC-2',
      aliases: index % 2 === 0 ? ['GRB 170817A', 'AT "2017gfo"'] : [],
      parameters: { total_mass_source: { best: 2.7 + index / 100, upper_error: 0.1, lower_error: 0 } },
    }),
  );
  return { events: [...new Random(50).shuffled(versions), event('GW170818', 1, 1187058327.1)], datasets: [] };
}

/** Many events and files share their gps; data order is not response order. */
function gpsTies(): GeneratedCatalogue {
  const source = new Random(7);
  const events = ['b', 'a1', 'A2', 'Z', 'a-1', 'a.1', 'a_1', '10', '9'].flatMap((name) =>
    [1, 2, 10].map((version) =>
      event(name, version, source.pick([1126259462.4, 1126259462.4, 1126051217, 1137254417, 1137254416.9]), {
        parameters: { far: { best: source.pick([1e-7, 1e-7, 2.5]) } },
      }),
    ),
  );
  const runs: FileRuns = [
    [FIRST_GPS_START, 3],
    [FIRST_GPS_START + 5 * 4096, 2],
  ];
  return {
    events: source.shuffled(events),
    datasets: ([4, 16] as const).map((rate) =>
      dataset(
        'O1',
        rate,
        ['V1', 'L1', 'H1'].map((code) => [code, runs]),
      ),
    ),
  };
}

function namesWithinNames(): GeneratedCatalogue {
  const names = ['GW15', 'GW150', 'GW1509', 'GW150914', '150914', '0914', '5', 'AGW150914', 'GW150914-v1', 'aa', 'AAA'];
  return {
    events: names.flatMap((name, index) => [event(name, 1, 1126259462 + index), event(name, 11, 1126259462 - index)]),
    datasets: [],
  };
}

function randomCatalogue(source: Random): GeneratedCatalogue {
  const names = new Set<string>();
  const wanted = source.integer(1, 70);
  while (names.size < wanted) {
    const stem = source.pick(['GW', 'S', '', 'blind_', 'x.']);
    names.add(`${stem}${source.integer(150000, 150130)}${source.pick(['', '', '_120000', '-v2', '.2'])}`);
  }
  const events = [...names].flatMap((name) => {
    const count = source.pick([1, 1, 1, 2, 3]);
    return source
      .shuffled([1, 2, 3, 5, 40])
      .slice(0, count)
      .map((version) => randomEvent(source, name, version));
  });
  const datasets = (['O1', 'O2'] as const).flatMap((run) =>
    ([4, 16] as const).flatMap((rate) => (source.chance(0.8) ? [randomDataset(source, run, rate)] : [])),
  );
  return { events: source.shuffled(events), datasets };
}

function randomEvent(source: Random, name: string, version: number): GeneratedEvent {
  const parameters: Record<string, GeneratedValue> = {};
  for (const parameter of source.shuffled(PARAMETERS)) {
    if (source.chance(0.6)) parameters[parameter] = randomValue(source);
  }
  return event(name, version, 1126051217 + source.integer(-20, 40) + source.pick([0, 0.5, 11203200, 60000000]), {
    catalog: source.pick(CATALOGS.filter((catalog) => catalog !== 'Empty')),
    detectors: source.shuffled(DETECTORS).slice(0, source.integer(1, 4)),
    parameters,
    ...(source.chance(0.5) ? { doi: `https://doi.org/10.7935/x?y="${version}"` } : {}),
    ...(source.chance(0.3) ? { aliases: [`Alias of ${name} é`] } : {}),
  });
}

function randomValue(source: Random): GeneratedValue {
  const best = source.pick([0, 1, -0.5, 0.1, 1e-7, 1e21, 35.6, 123456.789, source.integer(-50, 50) / 10]);
  const roll = source.next();
  if (roll < 0.1) return { best, is_upper_limit: true };
  if (roll < 0.2) return { best, is_lower_limit: true };
  if (roll < 0.5) return { best };
  return { best, upper_error: source.integer(0, 30) / 10, lower_error: source.integer(-30, 0) / 10 };
}

function randomDataset(source: Random, run: 'O1' | 'O2', rate: 4 | 16): GeneratedDataset {
  const series = source
    .shuffled(DETECTORS)
    .slice(0, source.integer(1, 4))
    .map((detector) => {
      const fileRuns: [number, number][] = [];
      let next = (run === 'O1' ? FIRST_GPS_START : SECOND_GPS_START) + source.integer(0, 3) * 4096;
      for (let left = source.integer(1, 12); left > 0; left -= 1) {
        const count = source.pick([1, 1, 2, 3, 20]);
        fileRuns.push([next, count]);
        next += (count + source.pick([1, 1, 2, 300])) * 4096;
      }
      return [detector, fileRuns] as const;
    });
  const bits = [0, 1, 5, 32, 36].map((bit) => ({ bit, name: `BIT_${bit}` }));
  const statistics = series.flatMap(([detector, fileRuns]) =>
    fileRuns
      .filter(() => source.chance(0.5))
      .map(([gps_start]) => ({ detector, gps_start, ...randomStatistics(source, bits) })),
  );
  return { ...dataset(run, rate, series), bits, statistics };
}

function randomStatistics(source: Random, bits: readonly { bit: number }[]): Record<string, unknown> {
  const statistics: Record<string, unknown> = {};
  const maybe = (name: string, value: unknown): void => {
    if (source.chance(0.7)) statistics[name] = source.chance(0.1) ? null : value;
  };
  maybe('filesize_bytes', source.integer(1, 2 ** 31));
  maybe('min_strain', -source.next() * 1e-18);
  maybe('max_strain', source.next() * 1e-18);
  maybe('mean_strain', source.pick([0, -1.5e-24, 1e-7]));
  maybe('stdev_strain', source.next() * 1e-19);
  maybe('nans_fraction', source.pick([0, 1, 0.25]));
  maybe('duty_cycle', source.pick([0, 100, 99.5]));
  maybe('BLRMS200', 1e-23);
  maybe('BLRMS1000', 5.5e-22);
  maybe('BNS', source.next() * 100);
  maybe(
    'bitsums',
    bits.filter(() => source.chance(0.7)).map(({ bit }) => ({ bit, sum: source.integer(0, 4096) })),
  );
  return statistics;
}

/**
 * Writes a catalogue `scale` times as large as the shipped one as a data folder: generated strain files with full statistics and bit sums,
 * and event versions with every parameter. Streams the files, so memory use does not depend on the catalogue's size.
 */

import { closeSync, copyFileSync, mkdirSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { Random } from '../oracle/random.ts';
import { SHIPPED_TOTALS } from '../support/shipped-totals.ts';

/** Totals of the shipped catalogue. */
const STRAIN_FILES = SHIPPED_TOTALS.strainFiles;
const EVENT_VERSIONS = 600;
const CATALOGS = 17;
/** Datasets of one run, one per sample rate. Each run has an equal share of a detector's files. */
const RUNS = 6;
const DETECTORS = ['H1', 'L1', 'V1'];
const DURATION_S = 4096;
const FIRST_GPS_START = 4096 * 244_140;

const BITS = [
  [0, 'DATA'],
  ...[1, 2, 3].map((n) => [n, `CBC_CAT${n}`] as const),
  ...[1, 2, 3].map((n) => [3 + n, `BURST_CAT${n}`] as const),
  ...['CBC', 'BURST', 'DETCHAR', 'CW', 'STOCH'].map((name, n) => [32 + n, `NO_${name}_HW_INJ`] as const),
] as const;

const list = (key: string, items: readonly unknown[]): string =>
  `${key}:\n${items.map((item) => `  - ${JSON.stringify(item)}\n`).join('')}`;

/** Blocks of files like the real ones: ten files on average, with gaps. */
function randomBlocks(source: Random, first: number, count: number): [number, number][] {
  const runs: [number, number][] = [];
  let start = first;
  for (let left = count; left > 0; ) {
    const length = Math.min(left, source.integer(1, 19));
    runs.push([start, length]);
    start += (length + source.integer(1, 3)) * DURATION_S;
    left -= length;
  }
  return runs;
}

function statisticsLine(source: Random, detector: string, gpsStart: number): string {
  const number = (scale: number) => Number(((source.next() + 0.1) * scale).toPrecision(15));
  return `${JSON.stringify({
    detector,
    gps_start: gpsStart,
    filesize_bytes: source.integer(60_000_000, 130_000_000),
    min_strain: -number(1e-18),
    max_strain: number(1e-18),
    mean_strain: number(1e-24),
    stdev_strain: number(1e-19),
    nans_fraction: 0,
    duty_cycle: 100,
    BLRMS200: number(1e-23),
    BLRMS1000: number(1e-22),
    BNS: number(100),
    bitsums: BITS.map(([bit]) => ({ bit, sum: source.integer(3000, 4096) })),
  })}\n`;
}

interface Series {
  readonly detector: string;
  readonly file_prefix: string;
  readonly blocks: readonly (readonly [number, number])[];
}

/** Lines in order of gps_start, then detector; chunks are written when they are full. */
function writeStatistics(path: string, series: readonly Series[], source: Random): void {
  const files = series.flatMap(({ detector, blocks }) =>
    blocks.flatMap(([start, count]) =>
      Array.from({ length: count }, (_, n) => [start + n * DURATION_S, detector] as const),
    ),
  );
  files.sort(([a, x], [b, y]) => a - b || (x < y ? -1 : 1));
  const file = openSync(path, 'w');
  let text = '';
  for (const [gpsStart, detector] of files) {
    text += statisticsLine(source, detector, gpsStart);
    if (text.length < 1 << 20) continue;
    writeSync(file, text);
    text = '';
  }
  writeSync(file, text);
  closeSync(file);
}

function writeStrainFiles(dir: string, scale: number, hasStatistics: boolean, source: Random): void {
  const runCount = RUNS * scale;
  const perSeries = Math.round((STRAIN_FILES * scale) / (runCount * 2 * DETECTORS.length));
  const runs = [];
  let start = FIRST_GPS_START;
  for (let n = 1; n <= runCount; n++) {
    let stop = start;
    for (const rate of [4, 16]) {
      const dataset = `S${n}_${rate}KHZ_R1`;
      const series = DETECTORS.map((detector): Series => {
        const blocks = randomBlocks(source, start, perSeries);
        const [last, count] = blocks.at(-1) as [number, number];
        stop = Math.max(stop, last + count * DURATION_S);
        return { detector, file_prefix: `${detector.slice(0, 1)}-${detector}_GWOSC_${rate}KHZ_R1`, blocks };
      });
      const head = `dataset: ${dataset}\nrun: S${n}\nsample_rate_kHz: ${rate}\n`;
      const bits = list(
        'bits',
        BITS.map(([bit, name]) => ({ bit, name })),
      );
      writeFileSync(join(dir, `strain-files/${dataset}.yaml`), `${head}${bits}${list('series', series)}`);
      if (hasStatistics) writeStatistics(join(dir, `strain-statistics/${dataset}.ndjson`), series, source);
    }
    runs.push({ name: `S${n}`, gps_start: start, gps_end: stop });
    start = stop + DURATION_S;
  }
  writeFileSync(join(dir, 'runs.yaml'), list('runs', runs));
}

function writeEventVersions(dir: string, scale: number, parameters: readonly string[], source: Random): void {
  const catalogs = Array.from({ length: CATALOGS * scale }, (_, n) => `CAT-${n + 1}`);
  const described = catalogs.map((name) => ({ name, description: `Catalog ${name}.` }));
  writeFileSync(join(dir, 'catalogs.yaml'), list('catalogs', described));
  const perCatalog = Math.round((EVENT_VERSIONS * scale) / catalogs.length);
  for (const [number, catalog] of catalogs.entries()) {
    const events = Array.from({ length: perCatalog }, (_, n) => {
      const id = number * perCatalog + n;
      const values = parameters.map((name) => {
        const best = Number((source.next() * 100).toPrecision(4));
        return [name, { best, upper_error: source.integer(1, 99) / 10, lower_error: -source.integer(1, 99) / 10 }];
      });
      return {
        name: `GW${150000 + Math.floor(id / 2)}_120000`,
        version: 1 + (id % 2),
        gps: FIRST_GPS_START + Math.floor(id / 2) * 40_000 + 0.4,
        doi: `https://doi.org/10.7935/made-up-${number}`,
        detectors: DETECTORS,
        parameters: Object.fromEntries(values),
      };
    });
    const text = `catalog: ${catalog}\n${list('event_versions', events)}`;
    writeFileSync(join(dir, `event-versions/${catalog}.yaml`), text);
  }
}

/**
 * Writes the data folder; `shipped` is the project's data folder. `strainScale` multiplies its strain files, which have statistics unless
 * `hasStatistics` is false.
 */
export function writeLargeCatalogue(
  dir: string,
  shipped: string,
  scale: number,
  { strainScale = scale, hasStatistics = true } = {},
): void {
  for (const folder of ['event-versions', 'strain-files', 'strain-statistics']) {
    mkdirSync(join(dir, folder), { recursive: true });
  }
  for (const name of ['detectors.yaml', 'default-parameters.yaml']) copyFileSync(join(shipped, name), join(dir, name));
  const read = (name: string) => parse(readFileSync(join(shipped, name), 'utf8'));
  const parameters = read('default-parameters.yaml').default_parameters.map(({ name }: { name: string }) => name);
  const source = new Random(scale);
  writeStrainFiles(dir, strainScale, hasStatistics, source);
  writeEventVersions(dir, scale, parameters, source);
}

/**
 * Random catalogues: events, strain files with gaps, segments that match the files exactly, and everything else in the data
 * format, each present or missing at random. Valid by the project's own rules.
 */
import {
  CATALOGS,
  DETECTORS,
  type GeneratedBit,
  type GeneratedCatalog,
  type GeneratedCatalogue,
  type GeneratedDataset,
  type GeneratedRun,
  type GeneratedTimeline,
} from './catalogue-writer.ts';
import type { Random } from './random.ts';
import { randomEventStrainFiles, randomEvents, randomFacts } from './random-events.ts';
import { dataSegments, otherSegments, type Segments, secondsIn } from './random-segments.ts';

/** Possible times of the files in a run. The second one starts before the leap second at the end of 2016. */
const RUNS_WITH_FILES = [
  { name: 'O1', first: 1126256640, limit: 1133600000 },
  { name: 'O2', first: 1166999552, limit: 1187000000 },
  { name: 'O1-Disc', first: 1134002176, limit: 1134100000 },
] as const;

type Block = readonly [first: number, count: number];

export function randomCatalogue(source: Random): GeneratedCatalogue {
  const runs = randomRuns(source);
  const events = randomEvents(source);
  const timelines: GeneratedTimeline[] = [];
  const datasets: GeneratedDataset[] = [];
  for (const { name, first, limit } of RUNS_WITH_FILES) {
    if (!runs.some((run) => run.name === name)) continue;
    const made = randomRunData(source, name, first, limit);
    datasets.push(...made.datasets);
    timelines.push(...made.timelines);
  }
  if (runs.some(({ name }) => name === 'O3')) {
    datasets.push({ dataset: 'O3', run: 'O3', sample_rate_kHz: 4, description: 'No file is known.', series: [] });
  }
  return {
    events: source.shuffled(events),
    datasets,
    runs,
    catalogs: randomCatalogs(source),
    eventFacts: randomFacts(source, events, runs),
    eventStrainFiles: source.shuffled(events.flatMap((event) => randomEventStrainFiles(source, event))),
    timelines,
  };
}

/** Random runs: some start together, and some are inside another run. */
function randomRuns(source: Random): GeneratedRun[] {
  const maybe = [
    { name: 'O1-Disc', gps_start: 1134000000, gps_end: 1134100000 },
    { name: 'O1-a', gps_start: 1126051217, gps_end: 1126051300 },
    { name: 'A0', gps_start: 1164556817, gps_end: 1164556900, detectors: ['K1'] },
    { name: 'O3', gps_start: 1238166018, gps_end: 1253977218, detectors: ['V1', 'H1'] },
  ];
  return source.shuffled([
    { name: 'O1', gps_start: 1126051217, gps_end: 1137254417, detectors: ['L1', 'H1'] },
    { name: 'O2', gps_start: 1164556817, gps_end: 1187733618, detectors: ['H1', 'L1', 'V1'] },
    ...maybe.filter(() => source.chance(0.6)),
  ]);
}

function randomCatalogs(source: Random): GeneratedCatalog[] {
  const withDoi = (catalog: GeneratedCatalog): GeneratedCatalog =>
    source.chance(0.4) ? { ...catalog, doi: `https://doi.org/10.7935/${catalog.name}` } : catalog;
  const cumulative = (name: string): GeneratedCatalog => ({
    name,
    description: `Cumulative catalog ${name}.`,
    members: source.shuffled(CATALOGS).slice(0, source.integer(1, CATALOGS.length)),
  });
  const ordinary = CATALOGS.map((name) => ({
    name,
    description: `Catalog ${name}, "quoted" é.`,
    ...(source.chance(0.4) ? { bulk_strain: true } : {}),
    ...(source.chance(0.4) ? { aliases: [`${name}-short`, `${name}.s`] } : {}),
    ...(source.chance(0.3) ? { legacy_units: { far: '1/yr' } } : {}),
  }));
  return [
    ...(source.chance(0.8) ? [cumulative('GWTC')] : []),
    ...ordinary,
    ...(source.chance(0.4) ? [cumulative('Sum')] : []),
  ].map(withDoi);
}

/** Datasets and segments of one run. A detector with a DATA list has the same files at both rates. */
function randomRunData(
  source: Random,
  run: string,
  first: number,
  limit: number,
): { datasets: GeneratedDataset[]; timelines: GeneratedTimeline[] } {
  const shared = new Map<string, readonly Block[]>();
  for (const detector of DETECTORS) {
    if (source.chance(0.5)) shared.set(detector, randomBlocks(source, first, limit));
  }
  const data = new Map([...shared].map(([detector, blocks]) => [detector, dataSegments(source, blocks)]));
  const datasets = ([4, 16] as const)
    .filter(() => source.chance(0.8))
    .map((rate) => {
      const series = source
        .shuffled(DETECTORS)
        .slice(0, source.integer(1, 4))
        .map((detector) => ({
          detector,
          blocks: shared.get(detector) ?? randomBlocks(source, first, limit),
        }));
      return randomDataset(source, run, rate, series, data);
    });
  const timelines: GeneratedTimeline[] = [];
  for (const [detector, segments] of data) {
    const hasFiles = datasets.some(({ series }) => series.some((one) => one.detector === detector));
    // If the detector has no files, nothing has to match.
    if (hasFiles || source.chance(0.3)) timelines.push({ run, name: `${detector}_DATA`, segments });
  }
  for (const detector of DETECTORS) {
    for (const flag of ['CBC_CAT1', 'no.INJ-1']) {
      if (!source.chance(0.2)) continue;
      timelines.push({ run, name: `${detector}_${flag}`, segments: otherSegments(source, first, limit) });
    }
  }
  return { datasets, timelines: source.shuffled(timelines) };
}

function randomBlocks(source: Random, first: number, limit: number): Block[] {
  const blocks: Block[] = [];
  let next = first + source.integer(0, 3) * 4096;
  for (let left = source.integer(1, 12); left > 0; left -= 1) {
    const count = source.pick([1, 1, 2, 3, 20]);
    if (next + count * 4096 > limit) break;
    blocks.push([next, count]);
    next += (count + source.pick([1, 1, 2, 300])) * 4096;
  }
  return blocks.length === 0 ? [[first, 1]] : blocks;
}

function randomDataset(
  source: Random,
  run: string,
  rate: 4 | 16,
  series: GeneratedDataset['series'],
  data: ReadonlyMap<string, Segments>,
): GeneratedDataset {
  const dataBit = source.pick([0, 0, 0, 5, null]);
  const bits = [0, 1, 5, 32, 36].map((bit) => ({
    bit,
    name: bit === dataBit ? 'DATA' : `BIT_${bit}`,
    ...(source.chance(0.5) ? { description: `Bit "${bit}".` } : {}),
  }));
  const statistics = series.flatMap(({ detector, blocks }) =>
    blocks
      .filter(() => source.chance(0.5))
      .map(([gps_start]) => {
        const segments = data.get(detector);
        const seconds = segments === undefined ? null : secondsIn(segments, gps_start, gps_start + 4096);
        return { detector, gps_start, ...randomStatistics(source, bits, seconds) };
      }),
  );
  const given = series.map(({ detector }) => detector);
  return {
    dataset: `${run}_${rate}KHZ_R1`,
    run,
    sample_rate_kHz: rate,
    ...(source.chance(0.5) ? { description: `Strain of ${run}, "é".` } : {}),
    ...(source.chance(0.3) ? boundsOf(series) : {}),
    ...(source.chance(0.3) ? { detectors: source.shuffled([...new Set([...given, 'H1'])]) } : {}),
    ...(source.chance(0.8) ? { bits: source.shuffled(bits) } : {}),
    series,
    statistics,
  };
}

function boundsOf(series: GeneratedDataset['series']): { gps_start: number; gps_end: number } {
  const blocks = series.flatMap(({ blocks }) => blocks);
  return {
    gps_start: Math.min(...blocks.map(([first]) => first)),
    gps_end: Math.max(...blocks.map(([first, count]) => first + count * 4096)),
  };
}

/** `dataSeconds`: the file's seconds in segments, which published values then agree with. */
function randomStatistics(
  source: Random,
  bits: readonly GeneratedBit[],
  dataSeconds: number | null,
): Record<string, unknown> {
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
  maybe('duty_cycle', dataSeconds === null ? source.pick([0, 100, 99.5]) : (dataSeconds / 4096) * 100);
  maybe('BLRMS200', 1e-23);
  maybe('BLRMS1000', 5.5e-22);
  maybe('BNS', source.next() * 100);
  maybe(
    'bitsums',
    bits
      .filter(() => source.chance(0.7))
      .map(({ bit, name }) => ({
        bit,
        sum: name === 'DATA' && dataSeconds !== null ? dataSeconds : source.integer(0, 4096),
      })),
  );
  return statistics;
}

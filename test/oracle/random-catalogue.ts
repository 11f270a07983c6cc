/**
 * Random catalogues: event versions that share names and times, strain files with gaps, segments that fit the files exactly,
 * and what else the data format knows, each present or absent by chance. Valid by the project's own rules.
 */
import {
  CATALOGS,
  DETECTORS,
  type GeneratedBit,
  type GeneratedCatalog,
  type GeneratedCatalogue,
  type GeneratedDataset,
  type GeneratedEvent,
  type GeneratedEventFacts,
  type GeneratedEventStrainFiles,
  type GeneratedParameterSet,
  type GeneratedRun,
  type GeneratedTimeline,
  type GeneratedValue,
  PARAMETERS,
} from './catalogue-writer.ts';
import type { Random } from './random.ts';
import { dataSegments, otherSegments, type Segments, secondsIn } from './random-segments.ts';

/** Where the files of a run may lie. The second begins before the leap second at the end of 2016. */
const RUNS_WITH_FILES = [
  { name: 'O1', first: 1126256640, limit: 1133600000 },
  { name: 'O2', first: 1166999552, limit: 1187000000 },
  { name: 'O1-Disc', first: 1134002176, limit: 1134100000 },
] as const;

type FileRun = readonly [first: number, count: number];

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

/** Some begin together, some lie inside another one. */
function randomRuns(source: Random): GeneratedRun[] {
  const maybe = [
    { name: 'O1-Disc', gps_start: 1134000000, gps_stop: 1134100000 },
    { name: 'O1-a', gps_start: 1126051217, gps_stop: 1126051300 },
    { name: 'A0', gps_start: 1164556817, gps_stop: 1164556900, detectors: ['K1'] },
    { name: 'O3', gps_start: 1238166018, gps_stop: 1253977218, detectors: ['V1', 'H1'] },
  ];
  return source.shuffled([
    { name: 'O1', gps_start: 1126051217, gps_stop: 1137254417, detectors: ['L1', 'H1'] },
    { name: 'O2', gps_start: 1164556817, gps_stop: 1187733618, detectors: ['H1', 'L1', 'V1'] },
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
  const ordinary = CATALOGS.map((name) => ({ name, description: `Catalog ${name}, "quoted" é.` }));
  return [
    ...(source.chance(0.8) ? [cumulative('GWTC')] : []),
    ...ordinary,
    ...(source.chance(0.4) ? [cumulative('Sum')] : []),
  ].map(withDoi);
}

function randomEvents(source: Random): GeneratedEvent[] {
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
  // No event has the name of another one's version.
  const shortNames = new Set(events.map(({ name, version }) => `${name}-v${version}`));
  return events.filter(({ name }) => !shortNames.has(name));
}

/** From the start of O1: within and around the runs, and in the first strain files. */
const EVENT_TIMES = [0, 0.5, 205423, 205423, 300000, 7948783, 8048783, 11203200, 38505600, 40950000, 60000000];

function randomEvent(source: Random, name: string, version: number): GeneratedEvent {
  const gps = 1126051217 + source.integer(-20, 40) + source.pick(EVENT_TIMES) + source.pick([0, 0, 0.1, 0.9]);
  return {
    name,
    version,
    gps: Math.round(gps * 10) / 10,
    catalog: source.pick(CATALOGS.filter((catalog) => catalog !== 'Empty')),
    detectors: source.shuffled(DETECTORS).slice(0, source.integer(1, 4)),
    ...(source.chance(0.8) ? { parameters: randomValues(source) } : {}),
    ...(source.chance(0.3) ? { parameter_sets: randomParameterSets(source) } : {}),
    ...(source.chance(0.5) ? { doi: `https://doi.org/10.7935/x?y="${version}"` } : {}),
  };
}

function randomParameterSets(source: Random): GeneratedParameterSet[] {
  const names = source.shuffled(['C01:Mixed', 'gstlal', 'pycbc "bbh"', 'é']).slice(0, source.integer(1, 3));
  return names.map((name, index) => ({
    name,
    ...(source.chance(0.7) ? { pipeline_type: source.pick(['pe', 'search'] as const) } : {}),
    ...(source.chance(0.5) ? { waveform_family: source.pick(['na', name]) } : {}),
    ...(source.chance(0.5) ? { data_url: `https://data.example/${index}?a=1&b=2` } : {}),
    ...(source.chance(0.5) ? { is_preferred: index === 0 } : {}),
    ...(source.chance(0.5)
      ? {
          links: [
            { url: 'https://data.example/skymap.fits', label: 'skymap' },
            { url: 'https://data.example/p', label: 'posterior-samples' },
          ].slice(0, source.integer(1, 2)),
        }
      : {}),
    ...(source.chance(0.8) ? { parameters: randomValues(source) } : {}),
  }));
}

function randomValues(source: Random): Record<string, GeneratedValue> {
  const values: Record<string, GeneratedValue> = {};
  for (const parameter of source.shuffled(PARAMETERS)) {
    if (source.chance(0.6)) values[parameter] = randomValue(source);
  }
  return values;
}

function randomValue(source: Random): GeneratedValue {
  const best = source.pick([0, 1, -0.5, 0.1, 1e-7, 1e21, 35.6, 123456.789, source.integer(-50, 50) / 10]);
  const roll = source.next();
  if (roll < 0.1) return { best, is_upper_limit: true };
  if (roll < 0.2) return { best, is_lower_limit: true };
  if (roll < 0.5) return { best };
  return { best, upper_error: source.integer(0, 30) / 10, lower_error: source.integer(-30, 0) / 10 };
}

/** An alias is no event's name and no short name, in any case. */
function randomFacts(
  source: Random,
  events: readonly GeneratedEvent[],
  runs: readonly GeneratedRun[],
): GeneratedEventFacts[] {
  const names = [...new Set(events.map(({ name }) => name))];
  const taken = new Set([...names, ...events.map(({ name, version }) => `${name}-v${version}`)].map(lowerCase));
  const freeAliases = (wanted: readonly string[]): string[] =>
    wanted.filter((alias) => !taken.has(lowerCase(alias)) && taken.add(lowerCase(alias)));
  return source.shuffled(names).flatMap((name) => {
    const maybe = [name.replace(/^GW|_.*$/g, ''), `${name}.alias`, `a-${name}-v1`, `${name}_0`];
    const aliases = source.chance(0.6) ? freeAliases(source.shuffled(maybe).slice(0, source.integer(1, 3))) : [];
    const facts: GeneratedEventFacts = {
      name,
      ...(source.chance(0.4) ? { grace_id: `S${name.replace(/[^A-Za-z0-9]/g, '')}x` } : {}),
      ...(source.chance(0.2) ? { run: source.pick(runs).name } : {}),
      ...(aliases.length > 0 ? { aliases } : {}),
    };
    return Object.keys(facts).length > 1 ? [facts] : [];
  });
}

function lowerCase(text: string): string {
  return text.toLowerCase();
}

function randomEventStrainFiles(source: Random, { name, version, gps }: GeneratedEvent): GeneratedEventStrainFiles[] {
  if (source.chance(0.5)) return [];
  const detectors = source.shuffled(DETECTORS).slice(0, source.integer(1, 3));
  return detectors.map((detector) => {
    const which = source.pick(['both', 'both', 'both', 32, 4096, 'none']);
    return {
      name,
      version,
      detector,
      ...(which === 'both' || which === 32 ? { gps_start_32: Math.floor(gps) - 15 } : {}),
      ...(which === 'both' || which === 4096 ? { gps_start_4096: Math.floor(gps) - 2047 } : {}),
    };
  });
}

/** Datasets and segments of one run. A detector with a DATA list has the same files at both rates. */
function randomRunData(
  source: Random,
  run: string,
  first: number,
  limit: number,
): { datasets: GeneratedDataset[]; timelines: GeneratedTimeline[] } {
  const shared = new Map<string, readonly FileRun[]>();
  for (const detector of DETECTORS) {
    if (source.chance(0.5)) shared.set(detector, randomFileRuns(source, first, limit));
  }
  const data = new Map([...shared].map(([detector, fileRuns]) => [detector, dataSegments(source, fileRuns)]));
  const datasets = ([4, 16] as const)
    .filter(() => source.chance(0.8))
    .map((rate) => {
      const series = source
        .shuffled(DETECTORS)
        .slice(0, source.integer(1, 4))
        .map((detector) => ({
          detector,
          file_runs: shared.get(detector) ?? randomFileRuns(source, first, limit),
        }));
      return randomDataset(source, run, rate, series, data);
    });
  const timelines: GeneratedTimeline[] = [];
  for (const [detector, segments] of data) {
    const hasFiles = datasets.some(({ series }) => series.some((one) => one.detector === detector));
    // Without a file of the detector nothing has to fit.
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

function randomFileRuns(source: Random, first: number, limit: number): FileRun[] {
  const fileRuns: FileRun[] = [];
  let next = first + source.integer(0, 3) * 4096;
  for (let left = source.integer(1, 12); left > 0; left -= 1) {
    const count = source.pick([1, 1, 2, 3, 20]);
    if (next + count * 4096 > limit) break;
    fileRuns.push([next, count]);
    next += (count + source.pick([1, 1, 2, 300])) * 4096;
  }
  return fileRuns.length === 0 ? [[first, 1]] : fileRuns;
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
  const statistics = series.flatMap(({ detector, file_runs }) =>
    file_runs
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
  const fileRuns = series.flatMap(({ file_runs }) => file_runs);
  return {
    gps_start: Math.min(...fileRuns.map(([first]) => first)),
    gps_end: Math.max(...fileRuns.map(([first, count]) => first + count * 4096)),
  };
}

/** `dataSeconds`: what the segments say of the file, which published values then agree with. */
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

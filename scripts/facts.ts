/**
 * Says how well the values of the shipped catalogue are known: for every file of data/, how many values a source
 * gives, how many were matched, how many follow from a rule, and how many are unknown. The table is also in data/README.md, where
 * `npm run update` writes it.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import type {
  RawCatalogs,
  RawDataset,
  RawDetectors,
  RawEventStrainFilesOfCatalog,
  RawEvents,
  RawEventVersion,
  RawEventVersions,
  RawParameters,
  RawRuns,
  RawTimelines,
} from '../src/catalogue/files/raw.ts';
import { STRAIN_STATISTICS } from '../src/core/contract/wire.ts';

const ORIGINS = ['given', 'matched', 'by rule', 'unknown'] as const;
type Origin = (typeof ORIGINS)[number];

const DATA = fileURLToPath(new URL('../data', import.meta.url));

/** Runs whose bounds were inferred from their files. */
const INFERRED_RUNS = ['O3GK'];
/** Catalogs whose references were read for some versions only; the others have those of their catalog. */
const REFERENCES_BY_CATALOG = [
  ...['GWTC-4.0', 'IAS-O3a', 'GWTC-2', 'GWTC-1-marginal', 'GWTC-3-marginal', 'O1_O2-Preliminary'],
  ...['O3_Discovery_Papers', 'O3_IMBH_marginal', 'O4_Discovery_Papers'],
];
/** Datasets whose bit names are on record. */
const DATASETS_WITH_BITS = ['O2_4KHZ_R1', 'O2_16KHZ_R1', 'S5', 'S6'];

const givenIf = (isKnown: boolean): Origin => (isKnown ? 'given' : 'unknown');

function* ofVersion(version: RawEventVersion, catalog: string, parameters: readonly string[]): Generator<Origin> {
  yield 'given';
  yield version.detectors_source ? 'by rule' : 'given';
  yield givenIf(version.doi !== undefined);
  if (version.reference === undefined) yield 'unknown';
  else yield REFERENCES_BY_CATALOG.includes(catalog) ? 'by rule' : 'given';
  if (version.bulk_detectors) yield 'given';
  for (const name of parameters) yield givenIf(version.parameters?.[name] !== undefined);
  const sets = version.parameter_sets ?? [];
  if (sets.length === 0) yield 'unknown';
  // Of GWTC-1-confident, one version was read; the names of the other sets follow from its.
  for (const _ of sets) yield catalog === 'GWTC-1-confident' && version.name !== 'GW150914' ? 'by rule' : 'given';
}

function* ofDataset({ dataset, sample_rate_kHz: rate, series, bits = [] }: RawDataset): Generator<Origin> {
  // The list at 16 kHz is that at 4 kHz.
  for (const _ of series.flatMap(({ blocks }) => blocks)) yield rate === 16 ? 'by rule' : 'given';
  for (const _ of bits) yield DATASETS_WITH_BITS.includes(dataset) ? 'given' : 'by rule';
  if (series.length === 0) yield 'unknown';
}

function* ofStatistics(line: Readonly<Record<string, unknown>>): Generator<Origin> {
  for (const name of [...STRAIN_STATISTICS, 'bitsums']) yield givenIf((line[name] ?? null) !== null);
}

const yamlAt = <T>(...path: string[]): T => parse(readFileSync(join(DATA, ...path), 'utf8')) as T;
const filesIn = (folder: string): string[] => readdirSync(join(DATA, folder)).sort();

/** The origin of every value, by file. */
function* origins(): Generator<readonly [path: string, Iterable<Origin>]> {
  const { detectors } = yamlAt<RawDetectors>('detectors.yaml');
  yield ['detectors.yaml', detectors.map(() => 'given')];
  const { runs } = yamlAt<RawRuns>('runs.yaml');
  yield [
    'runs.yaml',
    runs.flatMap(({ name, detectors: codes }): Origin[] => [
      INFERRED_RUNS.includes(name) ? 'by rule' : 'given',
      givenIf(codes !== undefined),
    ]),
  ];
  const { catalogs } = yamlAt<RawCatalogs>('catalogs.yaml');
  const ordinary = catalogs.filter(({ members }) => members === undefined);
  yield ['catalogs.yaml', ordinary.map(({ doi }) => givenIf(doi !== undefined))];
  const { default_parameters: defaults, other_parameters: others = [] } =
    yamlAt<RawParameters>('default-parameters.yaml');
  yield ['default-parameters.yaml', [...defaults, ...others].map(() => 'given')];
  const versionFiles = filesIn('event-versions').map((name) => yamlAt<RawEventVersions>('event-versions', name));
  const names = new Set(versionFiles.flatMap((file) => file.event_versions.map(({ name }) => name)));
  const { events } = yamlAt<RawEvents>('events.yaml');
  const graceIds = new Map(events.filter((event) => event.grace_id).map((event) => [event.name, event]));
  yield [
    'events.yaml',
    [...names].map((name) => {
      const event = graceIds.get(name);
      return event?.grace_id_source === 'time' ? 'matched' : givenIf(event !== undefined);
    }),
  ];
  const parameters = defaults.map(({ name }) => name);
  for (const { catalog, event_versions: versions } of versionFiles) {
    yield [
      `event-versions/${catalog}.yaml`,
      versions.flatMap((version) => [...ofVersion(version, catalog, parameters)]),
    ];
  }
  for (const name of filesIn('event-strain-files')) {
    const { event_strain_files: files } = yamlAt<RawEventStrainFilesOfCatalog>('event-strain-files', name);
    yield [`event-strain-files/${name}`, files.map((one) => (one.start_source ? 'by rule' : 'given'))];
  }
  for (const name of filesIn('strain-files')) {
    yield [`strain-files/${name}`, ofDataset(yamlAt<RawDataset>('strain-files', name))];
  }
  for (const name of filesIn('timelines')) {
    const { run, flags } = yamlAt<RawTimelines>('timelines', name);
    // DATA's segments stand in for those of CBC_CAT1.
    const originOf = (flag: string): Origin => (run === 'O3a' && flag.endsWith('_CBC_CAT1') ? 'by rule' : 'given');
    yield [`timelines/${name}`, flags.flatMap((flag) => flag.segments.map(() => originOf(flag.name)))];
  }
  for (const name of filesIn('strain-statistics')) {
    const lines = readFileSync(join(DATA, 'strain-statistics', name), 'utf8')
      .trim()
      .split('\n');
    yield [`strain-statistics/${name}`, lines.flatMap((line) => [...ofStatistics(JSON.parse(line))])];
  }
}

/** A table in Markdown: the files, and how many of their values have each origin. */
export function factsTable(): string {
  const sums = ORIGINS.map(() => 0);
  const rows = Array.from(origins(), ([path, values]) => {
    const all = [...values];
    const counts = ORIGINS.map((origin) => all.filter((one) => one === origin).length);
    for (const [index, count] of counts.entries()) sums[index] = (sums[index] ?? 0) + count;
    return `| \`${path}\` | ${counts.join(' | ')} |`;
  });
  const head = `| file | ${ORIGINS.join(' | ')} |\n|---|${ORIGINS.map(() => '---:').join('|')}|`;
  return `${head}\n${rows.join('\n')}\n| all | ${sums.join(' | ')} |\n`;
}

/**
 * Writes a data folder in the project's own format, for generated catalogues. Values are written as JSON inside YAML (all JSON is valid
 * YAML), so that names such as `151008` stay strings.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface GeneratedValue {
  readonly best: number;
  readonly upper_error?: number;
  readonly lower_error?: number;
  readonly is_upper_limit?: true;
  readonly is_lower_limit?: true;
}

export interface GeneratedEvent {
  readonly name: string;
  readonly version: number;
  readonly gps: number;
  readonly catalog: string;
  readonly detectors: readonly string[];
  readonly doi?: string;
  readonly reference?: string;
  readonly bulk_detectors?: readonly string[];
  readonly parameters?: Readonly<Record<string, GeneratedValue>>;
  readonly parameter_sets?: readonly GeneratedParameterSet[];
  readonly short_name?: string;
}

export interface GeneratedParameterSet {
  readonly name: string;
  readonly description?: string;
  readonly date_added?: string;
  readonly pipeline?: string;
  readonly pipeline_type?: 'pe' | 'search';
  readonly waveform_family?: string;
  readonly data_url?: string;
  readonly is_preferred?: boolean;
  readonly links?: readonly { readonly url: string; readonly label: string; readonly description?: string }[];
  readonly parameters?: Readonly<Record<string, GeneratedValue>>;
}

export interface GeneratedDataset {
  readonly dataset: string;
  readonly run: string;
  readonly sample_rate_kHz: 4 | 16;
  readonly description?: string;
  readonly gps_start?: number;
  readonly gps_end?: number;
  readonly detectors?: readonly string[];
  readonly bits?: readonly GeneratedBit[];
  readonly series: readonly {
    readonly detector: string;
    readonly blocks: Blocks;
  }[];
  /** Lines of `strain-statistics/<dataset>.ndjson`, in any order; written by gps_start, then detector. */
  readonly statistics?: readonly GeneratedStatistics[];
}

export interface GeneratedBit {
  readonly bit: number;
  readonly name: string;
  readonly description?: string;
}

/** [first_gps_start, count], ascending. */
export type Blocks = readonly (readonly [number, number])[];

export interface GeneratedStatistics {
  readonly detector: string;
  readonly gps_start: number;
  readonly [member: string]: unknown;
}

export interface GeneratedRun {
  readonly name: string;
  readonly gps_start: number;
  readonly gps_end: number;
  readonly detectors?: readonly string[];
}

export interface GeneratedCatalog {
  readonly name: string;
  readonly description: string;
  readonly doi?: string;
  readonly members?: readonly string[];
  readonly aliases?: readonly string[];
  readonly bulk_strain?: boolean;
  readonly legacy_units?: Readonly<Record<string, string>>;
}

export interface GeneratedEventFacts {
  readonly name: string;
  readonly grace_id?: string;
  readonly run?: string;
  readonly aliases?: readonly string[];
}

/** The short strain files of one event version; the writer finds its catalog. */
export interface GeneratedEventStrainFiles {
  readonly name: string;
  readonly version: number;
  readonly detector: string;
  readonly gps_start_32?: number;
  readonly gps_start_2048?: number;
  readonly gps_start_4096?: number;
  readonly file_prefix_16kHz?: string;
  readonly file_prefix_4kHz?: string;
}

export interface GeneratedTimeline {
  readonly run: string;
  readonly name: string;
  readonly segments: readonly (readonly [number, number])[];
}

export interface GeneratedCatalogue {
  readonly events: readonly GeneratedEvent[];
  readonly datasets: readonly GeneratedDataset[];
  /** Default: RUNS. */
  readonly runs?: readonly GeneratedRun[];
  /** Default: CATALOGS. */
  readonly catalogs?: readonly GeneratedCatalog[];
  readonly eventFacts?: readonly GeneratedEventFacts[];
  readonly eventStrainFiles?: readonly GeneratedEventStrainFiles[];
  readonly timelines?: readonly GeneratedTimeline[];
  /** Default: DETECTORS. */
  readonly detectors?: readonly GeneratedDetector[];
  /** Default: PARAMETERS. */
  readonly defaultParameters?: readonly GeneratedParameter[];
  /** Parameters that only parameter sets have. Default: OTHER_PARAMETERS. */
  readonly otherParameters?: readonly GeneratedParameter[];
}

export interface GeneratedDetector {
  readonly code: string;
  readonly name: string;
}

export interface GeneratedParameter {
  readonly name: string;
  readonly unit: string;
  readonly description: string;
}

/** In the order of the files, which is not alphabetical, and which responses keep. */
export const DETECTORS = ['H1', 'H2', 'L1', 'V1', 'G1', 'K1'];
/** Without cumulative ones, which have no event versions of their own. */
export const CATALOGS = ['GWTC-2', 'GWTC-1-confident', 'GWTC-1-marginal', 'Empty', 'A', 'a.b_c-d'];
export const PARAMETERS = ['total_mass_source', 'chi_eff', 'far', 'redshift'];
export const OTHER_PARAMETERS: readonly GeneratedParameter[] = [
  { name: 'sky_area', unit: 'deg^2', description: 'The sky_area.' },
  { name: 'chi_p', unit: '', description: 'The chi_p.' },
];
export const RUNS: readonly GeneratedRun[] = [
  { name: 'O1', gps_start: 1126051217, gps_end: 1137254417 },
  { name: 'O2', gps_start: 1164556817, gps_end: 1187733618 },
];

/** All detectors, named with the given first word. */
export const detectorsNamed = (word: string): GeneratedDetector[] =>
  DETECTORS.map((code) => ({ code, name: `${word} ${code}` }));

/** All default parameters, described with the given first words. */
export const parametersDescribed = (words: string): GeneratedParameter[] =>
  PARAMETERS.map((name) => ({ name, unit: name === 'far' ? 'yr^-1' : '', description: `${words} ${name}.` }));

/** `dir` is created if it does not exist. */
export function writeCatalogue(dir: string, catalogue: GeneratedCatalogue): void {
  const { events, datasets, runs = RUNS, eventFacts = [], eventStrainFiles = [], timelines = [] } = catalogue;
  const catalogs = catalogue.catalogs ?? CATALOGS.map((name) => ({ name, description: `Catalog ${name}.` }));
  for (const folder of ['event-versions', 'strain-files', 'strain-statistics']) {
    mkdirSync(join(dir, folder), { recursive: true });
  }
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text);
  };
  write('detectors.yaml', list('detectors', catalogue.detectors ?? detectorsNamed('Detector')));
  write('runs.yaml', list('runs', runs));
  write('catalogs.yaml', list('catalogs', catalogs));
  write(
    'default-parameters.yaml',
    list('default_parameters', catalogue.defaultParameters ?? parametersDescribed('The')) +
      list('other_parameters', catalogue.otherParameters ?? OTHER_PARAMETERS),
  );
  if (eventFacts.length > 0) write('events.yaml', list('events', eventFacts));
  for (const { name: catalog } of catalogs) {
    const head = `catalog: ${JSON.stringify(catalog)}\n`;
    const members = events.filter((event) => event.catalog === catalog);
    if (members.length === 0) continue;
    const versions = members.map(({ catalog: _, ...event }) => event);
    write(`event-versions/${catalog}.yaml`, `${head}${list('event_versions', versions)}`);
    const files = eventStrainFiles.filter((one) =>
      members.some(({ name, version }) => name === one.name && version === one.version),
    );
    if (files.length > 0) write(`event-strain-files/${catalog}.yaml`, `${head}${list('event_strain_files', files)}`);
  }
  for (const dataset of datasets) writeDataset(dataset, write);
  for (const run of new Set(timelines.map((timeline) => timeline.run))) {
    const flags = timelines.filter((timeline) => timeline.run === run).map(({ run: _, ...flag }) => flag);
    write(`timelines/${run}.yaml`, `run: ${JSON.stringify(run)}\n${list('flags', flags)}`);
  }
}

function writeDataset(dataset: GeneratedDataset, write: (path: string, text: string) => void): void {
  const { series, statistics, ...head } = dataset;
  const lines = Object.entries(head).map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`);
  const rate = head.sample_rate_kHz;
  const written = series.map((one) => ({
    detector: one.detector,
    file_prefix: `${one.detector.slice(0, 1)}-${one.detector}_GEN_${rate}_V1`,
    blocks: one.blocks,
  }));
  write(`strain-files/${head.dataset}.yaml`, `${lines.join('')}${list('series', written)}`);
  if (statistics === undefined || statistics.length === 0) return;
  const ordered = [...statistics].sort((a, b) => a.gps_start - b.gps_start || (a.detector < b.detector ? -1 : 1));
  const records = ordered.map((record) => `${JSON.stringify(record)}\n`);
  write(`strain-statistics/${head.dataset}.ndjson`, records.join(''));
}

function list(key: string, items: readonly unknown[]): string {
  if (items.length === 0) return `${key}: []\n`;
  return `${key}:\n${items.map((item) => `  - ${JSON.stringify(item)}\n`).join('')}`;
}

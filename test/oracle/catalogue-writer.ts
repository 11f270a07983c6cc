/**
 * Writes a data folder in the project's own format, for generated catalogues. Values are written as JSON inside YAML
 * (every JSON text is a YAML text), so that names such as `151008` stay texts.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

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
  readonly aliases?: readonly string[];
  readonly parameters?: Readonly<Record<string, GeneratedValue>>;
}

export interface GeneratedDataset {
  readonly dataset: string;
  readonly run: string;
  readonly sample_rate_kHz: 4 | 16;
  readonly bits?: readonly { readonly bit: number; readonly name: string }[];
  readonly series: readonly {
    readonly detector: string;
    /** [first_gps_start, count], ascending. */
    readonly file_runs: readonly (readonly [number, number])[];
  }[];
  /** Lines of `strain-statistics/<dataset>.ndjson`, in any order; written by gps_start, then detector. */
  readonly statistics?: readonly GeneratedStatistics[];
}

export interface GeneratedStatistics {
  readonly detector: string;
  readonly gps_start: number;
  readonly [member: string]: unknown;
}

export interface GeneratedCatalogue {
  readonly events: readonly GeneratedEvent[];
  readonly datasets: readonly GeneratedDataset[];
}

/** In the files' order, which is not alphabetical: responses keep it. */
export const DETECTORS = ['H1', 'H2', 'L1', 'V1', 'G1', 'K1'];
export const CATALOGS = ['GWTC-2', 'GWTC-1-confident', 'GWTC-1-marginal', 'Empty', 'A', 'a.b_c-d'];
export const PARAMETERS = ['total_mass_source', 'chi_eff', 'far', 'redshift'];
export const RUNS = [
  { name: 'O1', gps_start: 1126051217, gps_stop: 1137254417 },
  { name: 'O2', gps_start: 1164556817, gps_stop: 1187733618 },
];

/** `dir` is made if it is not there. */
export function writeCatalogue(dir: string, { events, datasets }: GeneratedCatalogue): void {
  for (const folder of ['event-versions', 'strain-files', 'strain-statistics']) {
    mkdirSync(join(dir, folder), { recursive: true });
  }
  const write = (path: string, text: string): void => writeFileSync(join(dir, path), text);
  const detectors = DETECTORS.map((code) => ({ code, name: `Detector ${code}` }));
  write('detectors.yaml', list('detectors', detectors));
  write('runs.yaml', list('runs', RUNS));
  const catalogs = CATALOGS.map((name) => ({ name, description: `Catalog ${name}.` }));
  write('catalogs.yaml', list('catalogs', catalogs));
  const parameters = PARAMETERS.map((name) => ({
    name,
    unit: name === 'far' ? 'yr^-1' : '',
    description: `The ${name}.`,
  }));
  write('default-parameters.yaml', list('default_parameters', parameters));
  for (const catalog of CATALOGS) {
    const members = events.filter((event) => event.catalog === catalog).map(({ catalog: _, ...event }) => event);
    if (members.length === 0) continue;
    write(`event-versions/${catalog}.yaml`, `catalog: ${JSON.stringify(catalog)}\n${list('event_versions', members)}`);
  }
  for (const { series, statistics, ...head } of datasets) {
    const lines = Object.entries(head).map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`);
    const rate = head.sample_rate_kHz;
    const written = series.map((one) => ({
      detector: one.detector,
      file_prefix: `${one.detector.slice(0, 1)}-${one.detector}_GEN_${rate}_V1`,
      file_runs: one.file_runs,
    }));
    write(`strain-files/${head.dataset}.yaml`, `${lines.join('')}${list('series', written)}`);
    if (statistics === undefined || statistics.length === 0) continue;
    const ordered = [...statistics].sort((a, b) => a.gps_start - b.gps_start || (a.detector < b.detector ? -1 : 1));
    const records = ordered.map((record) => `${JSON.stringify(record)}\n`);
    write(`strain-statistics/${head.dataset}.ndjson`, records.join(''));
  }
}

function list(key: string, items: readonly unknown[]): string {
  if (items.length === 0) return `${key}: []\n`;
  return `${key}:\n${items.map((item) => `  - ${JSON.stringify(item)}\n`).join('')}`;
}

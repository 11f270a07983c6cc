/** The shipped catalogue, exported as CSV and imported into an empty one, is the same catalogue. */
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkFolder, readDataFolder } from '../../src/catalogue/load.ts';
import { readStatistics } from '../../src/catalogue/statistics.ts';
import type { Catalogue, FileStatistics, LoadedDataset, ParameterValues } from '../../src/catalogue/types.ts';
import { importCsv } from '../../src/intake/import-file.ts';
import { IMPORT_KINDS, type ImportKind } from '../../src/intake/kinds/kinds.ts';
import { SHIPPED_DATA } from '../support/data-folders.ts';
import { shippedCatalogue } from '../support/shipped-catalogue.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

type Row = Readonly<Record<string, string | number | null | undefined>>;

/** CSV with the columns of the first row. */
function csvOf(rows: readonly Row[]): string {
  const columns = Object.keys(rows[0] ?? {});
  const cell = (value: Row[string]): string => (/[",\n]/.test(`${value}`) ? `"${value}"` : `${value ?? ''}`);
  return [columns, ...rows.map((row) => columns.map((column) => row[column]))]
    .map((cells) => `${cells.map(cell).join(',')}\n`)
    .join('');
}

function parameterCells(names: readonly string[], values: ParameterValues = {}): Row {
  const cells = names.flatMap((name) => {
    const value = values[name];
    const limit = value?.is_upper_limit ? 'upper' : value?.is_lower_limit ? 'lower' : '';
    return [
      [name, value?.best],
      [`${name}_upper`, value?.upper_error],
      [`${name}_lower`, value?.lower_error],
      [`${name}_limit`, limit],
    ];
  });
  return Object.fromEntries(cells);
}

function recordsOf(dataset: LoadedDataset): FileStatistics[] {
  return [...readStatistics(dataset)];
}

/** Rows of every kind; the values of parameter sets are in the rows of the sets. */
function rowsOf(catalogue: Catalogue): Record<ImportKind, Row[]> {
  const { runs, catalogs, eventVersions, events, datasets, timelines, eventStrainFiles } = catalogue;
  const names = catalogue.parameters.map(({ name }) => name);
  const namesInSets = [...names, ...catalogue.otherParameters.map(({ name }) => name)];
  const catalogOf = new Map(eventVersions.map(({ name, version, catalog }) => [`${name}-v${version}`, catalog]));
  return {
    runs: runs.map((run) => ({ ...run, detectors: run.detectors?.join('|') })),
    catalogs: catalogs.map(({ name, description, doi, members }) => ({
      name,
      description,
      doi,
      cumulative: members ? 'yes' : '',
      member_of: catalogs
        .filter((one) => one.members?.includes(name))
        .map((one) => one.name)
        .join('|'),
    })),
    'event-versions': eventVersions.map(
      ({ name, version, short_name, gps, catalog, doi, reference, detectors, bulk_detectors, parameters }) => ({
        name,
        version,
        short_name,
        gps,
        catalog,
        doi,
        reference,
        detectors: detectors.join('|'),
        bulk_detectors: bulk_detectors?.join('|'),
        ...parameterCells(names, parameters),
      }),
    ),
    'parameter-sets': eventVersions.flatMap(({ name, version, parameter_sets: sets = [] }) =>
      sets.map((set) => ({
        name,
        version,
        set: set.name,
        description: set.description,
        date_added: set.date_added,
        pipeline: set.pipeline,
        pipeline_type: set.pipeline_type,
        waveform_family: set.waveform_family,
        data_url: set.data_url,
        is_preferred: set.is_preferred ? 'yes' : 'no',
        links: set.links?.map(({ label, url }) => `${label}=${url}`).join('|'),
        ...parameterCells(namesInSets, set.parameters),
      })),
    ),
    events: events.map(({ name, grace_id, run, aliases }) => ({ name, grace_id, run, aliases: aliases?.join('|') })),
    'event-strain-files': eventStrainFiles.map(({ name, version, detector, ...files }) => ({
      event: name,
      version,
      catalog: catalogOf.get(`${name}-v${version}`),
      detector,
      gps_start_32: files.gps_start_32,
      gps_start_4096: files.gps_start_4096 ?? files.gps_start_2048,
      long_duration: files.gps_start_2048 === undefined ? 4096 : 2048,
      prefix_16k: files.file_prefix_16kHz,
      prefix_4k: files.file_prefix_4kHz,
    })),
    datasets: datasets.map((one) => ({
      name: one.dataset,
      run: one.run,
      description: one.description,
      npoints: one.sample_rate_kHz * 1024 * 4096,
      duration: 4096,
      gps_start: one.gps_start,
      gps_end: one.gps_end,
      detectors: one.detectors?.join('|'),
    })),
    'dataset-bits': datasets.flatMap(({ dataset, bits }) =>
      bits.map(({ bit, name, description }) => ({
        dataset,
        mask_type: bit < 32 ? 'DQ' : 'INJ',
        bit: bit % 32,
        name,
        description,
      })),
    ),
    'strain-files': datasets.flatMap(({ dataset, run, sample_rate_kHz, series }) =>
      series.flatMap(({ detector, file_prefix, blocks }) =>
        blocks.map(([first_gps_start, count]) => ({
          run,
          dataset,
          detector,
          sample_rate_kHz,
          file_prefix,
          first_gps_start,
          count,
        })),
      ),
    ),
    segments: timelines.flatMap(({ name, run, segments }) =>
      segments.map(([start, stop]) => ({ flag: name, run, start, stop })),
    ),
    'strain-statistics': datasets.flatMap((dataset) =>
      recordsOf(dataset).map((record) => ({
        dataset: dataset.dataset,
        detector: record.detector,
        gps_start: record.gps_start,
        sample_rate_kHz: dataset.sample_rate_kHz,
        min_strain: record.min_strain,
        max_strain: record.max_strain,
        mean_strain: record.mean_strain,
        stdev_strain: record.stdev_strain,
        duty_cycle_percent: record.duty_cycle,
        BLRMS200: record.BLRMS200,
        BLRMS1000: record.BLRMS1000,
        BNS_Mpc: record.BNS,
      })),
    ),
  };
}

/** Without values that depend on the folder or that no import reads, and with the statistics. */
function factsOf(catalogue: Catalogue): unknown {
  const datasets = catalogue.datasets.map(({ statisticsFile, ...dataset }) => dataset);
  const catalogs = catalogue.catalogs.map(
    ({ legacy_units, bulk_strain, authors, year, publisher, paper, paper_title, sky_maps, aliases, ...catalog }) =>
      catalog,
  );
  const eventVersions = catalogue.eventVersions.map(({ detectors_source, ...version }) => version);
  const events = catalogue.events.map(({ grace_id_source, ...event }) => event);
  const eventStrainFiles = catalogue.eventStrainFiles.map(({ start_source, ...files }) => files);
  return {
    ...catalogue,
    catalogs,
    eventVersions,
    events,
    eventStrainFiles,
    datasets,
    statistics: catalogue.datasets.map(recordsOf),
  };
}

describe('the shipped catalogue as CSV', () => {
  const shipped = shippedCatalogue();
  const folder = temporaryFolder();
  const data = join(folder, 'data');
  mkdirSync(data);
  for (const name of ['detectors.yaml', 'default-parameters.yaml']) cpSync(join(SHIPPED_DATA, name), join(data, name));
  writeFileSync(join(data, 'runs.yaml'), 'runs: []\n');
  writeFileSync(join(data, 'catalogs.yaml'), 'catalogs: []\n');
  const rows = rowsOf(shipped);
  const kinds = IMPORT_KINDS.filter((kind): kind is keyof typeof rows => kind in rows);
  const csv = new Map<ImportKind, string>(kinds.map((kind) => [kind, join(folder, `${kind}.csv`)]));
  for (const kind of kinds) writeFileSync(csv.get(kind) ?? '', csvOf(rows[kind]));
  const run = (kind: ImportKind) => importCsv({ kind, file: csv.get(kind) ?? '', data });

  it('can be imported into an empty catalogue, kind by kind, in the order of the kinds', () => {
    for (const kind of kinds) {
      const { problems, isClean, isWritten, outcomes } = run(kind);
      expect({ kind, problems, isClean, isWritten }).toEqual({ kind, problems: [], isClean: true, isWritten: true });
      expect(outcomes.reduce((sum, one) => sum + one.completed + one.changed, 0)).toBe(0);
    }
  });

  it('has the same facts there', () => {
    const { catalogue, problems } = checkFolder(readDataFolder(data));
    expect(problems).toEqual([]);
    expect(factsOf(catalogue as Catalogue)).toEqual(factsOf(shipped));
  });

  it('changes nothing in the shipped files', () => {
    // Each import reads all files, so files that do not concern it are left out.
    const first = kinds.indexOf('datasets');
    const parts = [
      { some: kinds.slice(0, first), others: ['strain-files', 'strain-statistics', 'timelines'] },
      { some: kinds.slice(first), others: ['event-versions', 'event-strain-files', 'events.yaml'] },
    ];
    for (const { some, others } of parts) {
      const copy = join(temporaryFolder(), 'data');
      cpSync(SHIPPED_DATA, copy, { recursive: true, filter: (path) => !others.includes(basename(path)) });
      for (const kind of some) {
        const { isClean, isWritten } = importCsv({ kind, file: csv.get(kind) ?? '', data: copy });
        expect({ kind, isClean, isWritten }).toEqual({ kind, isClean: true, isWritten: false });
      }
    }
  });
});

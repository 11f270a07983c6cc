/**
 * Detectors and default parameters, for which there is no import: a service only shows them where they are used. In: its content. Out:
 * kinds of import with rows for them, and the files that every data folder needs.
 */
import { join } from 'node:path';
import { checkFlag } from '../../catalogue/check-timelines.ts';
import { INPUT_FILES, type TopFile } from '../../catalogue/files/input-files.ts';
import { isMapping, type Mapping } from '../../catalogue/files/mapping.ts';
import type { RawDetectors, RawParameters, RawTimelines } from '../../catalogue/files/raw.ts';
import { checkSchema } from '../../catalogue/files/schema.ts';
import { unknownNameFinding } from '../../catalogue/names.ts';
import type { Catalogue } from '../../catalogue/types.ts';
import { rangeNames } from '../../core/collections/event-versions.ts';
import { hyphenForm } from '../../core/contract/parameters.ts';
import type { CsvRow } from '../import/csv.ts';
import { recordOf } from '../import/merge-record.ts';
import { recordImport } from '../import/record-import.ts';
import { newTimelines } from '../import/segments.ts';
import { documentText, listAt, newTopDocument, recordNode } from '../import/yaml-writer.ts';
import { type Entry, type Harvested, nameOf } from './harvested.ts';
import { cellOf, namesIn, rowOf, textOf } from './row.ts';
import type { Found } from './service.ts';

type Detector = RawDetectors['detectors'][number];
type Flag = RawTimelines['flags'][number];
type Parameter = RawParameters['default_parameters'][number];

/** Comments of the files. */
const DETECTORS = 'Detectors that strain files and event versions may name.';
const PARAMETERS = 'Parameters that event versions may state.';

const NO_COLUMNS = () => ({ required: [], optional: [] });

export const detectors = recordImport<Detector>({
  unit: 'detectors',
  columns: NO_COLUMNS,
  kind: {
    keyOf: ({ code }) => code,
    fields: ['code', 'name'],
    listIn: () => ['detectors'],
    newDocument: () => newTopDocument('detectors', DETECTORS, {}),
  },
  existing: ({ inputs }) => [inputs.top.detectors],
  reader:
    ({ catalogue, inputs }) =>
    (row) => {
      const code = row.cell('code');
      const isKnown = catalogue.detectors.some((one) => one.code === code);
      const record = recordOf<Detector>({ code, name: isKnown ? undefined : code });
      return { place: row.place, label: code, path: inputs.top.detectors, record, findings: [], check: () => [] };
    },
});

export const defaultParameters = recordImport<Parameter>({
  unit: 'default parameters',
  columns: NO_COLUMNS,
  kind: {
    keyOf: ({ name }) => name,
    fields: ['name', 'unit', 'description'],
    listIn: () => ['default_parameters'],
    newDocument: () => newTopDocument('default-parameters', PARAMETERS, {}),
  },
  existing: ({ inputs }) => [inputs.top['default-parameters']],
  reader:
    ({ catalogue, inputs }) =>
    (row) => {
      const name = row.cell('name');
      const isKnown = catalogue.parameters.some((one) => one.name === name);
      const description = textOf(row.cell('description')) ?? (isKnown ? undefined : name);
      const unit = row.cell('isUsed') === 'true' || !isKnown ? row.cell('unit') : undefined;
      const record = recordOf<Parameter>({ name, unit, description });
      return {
        place: row.place,
        label: name,
        path: inputs.top['default-parameters'],
        record,
        findings: [],
        check: () => [],
      };
    },
});

/** Flags without segments; one row for each that is not in the data. */
export const emptyFlags = recordImport<Flag>({
  unit: 'flags',
  columns: NO_COLUMNS,
  kind: {
    keyOf: ({ name }) => name,
    fields: ['name', 'segments'],
    listIn: () => ['flags'],
    newDocument: (run) => newTimelines(run),
  },
  existing: ({ inputs }) => inputs.folders.timelines,
  reader:
    ({ dataDir, known }) =>
    (row) => {
      const record = recordOf<Flag>({ name: row.cell('flag'), segments: [] });
      const run = row.cell('run');
      const path = join(dataDir, 'timelines', `${run}.yaml`);
      const check = () => {
        const findings = checkSchema('timelines', { run, flags: [record] });
        return findings.length > 0 ? findings : checkFlag(record, known);
      };
      const unknown = unknownNameFinding('D135', 'run', run, known.runs, 'runs.yaml');
      return {
        place: row.place,
        label: `${record.name} of ${run}`,
        path,
        record,
        findings: unknown ? [unknown] : [],
        check,
      };
    },
});

export function emptyFlagRows({ timelines }: Harvested, catalogue: Pick<Catalogue, 'timelines'>): CsvRow[] {
  const isThere = (flag: string, run: string): boolean =>
    catalogue.timelines.some((one) => one.name === flag && one.run === run);
  const empty = timelines.filter(({ entry, run, inner }) => inner.length === 0 && !isThere(nameOf(entry), run));
  return empty.map(({ entry, run }) => rowOf(entry, { flag: nameOf(entry), run }));
}

/** All detector codes in the content, in alphabetical order: a service does not list them. */
export function detectorRows(found: Harvested): CsvRow[] {
  const files = found.datasets.flatMap(({ inner }) => inner);
  const eventFiles = found.eventFiles.flatMap(({ inner }) => inner);
  const flags = found.timelines.map(({ entry }) => entry);
  const several = [...found.runs, ...found.eventVersions, ...found.datasets.map(({ entry }) => entry)];
  const places = new Map<string, Entry>();
  for (const entry of several) for (const code of namesIn(entry.value.detectors)) places.set(code, entry);
  for (const entry of [...files, ...eventFiles, ...flags]) {
    if (typeof entry.value.detector === 'string') places.set(entry.value.detector, entry);
  }
  const known = [...places].filter(([code]) => /^[A-Z][0-9]$/.test(code)).sort(([a], [b]) => (a < b ? -1 : 1));
  return known.map(([code, entry]) => rowOf(entry, { code }));
}

/** Units whose spelling by the service differs from its specification. */
const UNITS = new Map([['1/yr', 'yr^-1']]);

/** In the order of the service's listing, then those that are only in event versions. */
export function parameterRows(found: Harvested): CsvRow[] {
  const used = new Map<string, { place: Found; value: Mapping }>();
  const look = (place: Entry, objects: unknown): void => {
    for (const value of Array.isArray(objects) ? objects : []) {
      const name = isMapping(value) ? cellOf(value.name).replaceAll('-', '_') : '';
      if (isMapping(value) && !used.has(name)) used.set(name, { place, value });
    }
  };
  for (const version of found.eventVersions) look(version, version.value.default_parameters);
  for (const { inner } of found.parameterSets) for (const set of inner) look(set, set.value.parameters);
  const notParameters = rangeNames({ parameters: [] });
  const listed = found.parameterNames.filter(({ value }) => !notParameters.includes(hyphenForm(cellOf(value))));
  const byName = new Map(listed.map((one) => [cellOf(one.value).replaceAll('-', '_'), one]));
  return [...new Set([...byName.keys(), ...used.keys()])].map((name) => {
    const { place, value } = used.get(name) ?? { place: byName.get(name) as Found, value: {} };
    const unit = cellOf(value.unit);
    const isUsed = used.has(name);
    return rowOf(place, { name, unit: UNITS.get(unit) ?? unit, description: textOf(value.description), isUsed });
  });
}

/** Texts of the required files for an empty data folder; null if no detector is known. */
export function firstFiles(data: string, rows: readonly CsvRow[]): Map<string, string> | null {
  if (rows.length === 0) return null;
  const files = new Map<string, string>();
  const add = (kind: TopFile, comment: string, list: string, records: readonly object[] = []): void => {
    const document = newTopDocument(kind, comment, { [list]: [] });
    for (const record of records) listAt(document, [list]).add(recordNode(document, record));
    files.set(join(data, INPUT_FILES[kind].pattern), documentText(document));
  };
  const found = rows.map((row) => ({ code: row.cell('code'), name: row.cell('code') }));
  add('detectors', DETECTORS, 'detectors', found);
  add('runs', 'Observing runs in GPS seconds; gps_stop no longer belongs to the run.', 'runs');
  add('catalogs', 'Catalogs that event versions belong to.', 'catalogs');
  add('default-parameters', PARAMETERS, 'default_parameters');
  return files;
}

/**
 * Detectors and default parameters, for which there is no import: a service only shows them where they are used. In: its content. Out:
 * kinds of import with facts for them, and the files that every data folder needs.
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
import { recordOf } from '../import/merge-record.ts';
import type { Given } from '../import/plan.ts';
import { recordImport } from '../import/record-import.ts';
import { newTimelines } from '../import/segments.ts';
import { documentText, listAt, newTopDocument, recordNode } from '../import/yaml-writer.ts';
import { availableText, givenBy, namesIn, stringOf } from './entry-facts.ts';
import type { Found } from './service.ts';
import { type Entry, nameOf, type ServiceContent } from './service-content.ts';

type Detector = RawDetectors['detectors'][number];
type Flag = RawTimelines['flags'][number];
type Parameter = RawParameters['default_parameters'][number];

/** Comments of the files. */
const DETECTORS = 'Detectors that strain files and event versions may name.';
const PARAMETERS = 'Parameters that event versions may state.';

/** There are no CSV files with these facts. */
const NO_CSV = {
  columns: () => ({ required: [], optional: [] }),
  read: () => {
    throw new Error('these facts have no CSV file');
  },
};

export const detectors = recordImport<Detector>({
  unit: 'detectors',
  ...NO_CSV,
  kind: {
    keyOf: ({ code }) => code,
    fields: ['code', 'name'],
    listIn: () => ['detectors'],
    newDocument: () => newTopDocument('detectors', DETECTORS, {}),
  },
  existing: ({ inputs }) => [inputs.top.detectors],
  records:
    ({ catalogue, inputs }) =>
    ({ facts: { code, name } }) => {
      const isKnown = catalogue.detectors.some((one) => one.code === code);
      const record = recordOf<Detector>({ code, name: isKnown ? undefined : name });
      return { label: code, path: inputs.top.detectors, record, check: () => [] };
    },
});

/** A parameter; `isUsed` if its unit is known from a value. */
interface ParameterFacts {
  readonly name: string;
  readonly unit: string;
  readonly description: string | undefined;
  readonly isUsed: boolean;
}

export const defaultParameters = recordImport<Parameter, ParameterFacts>({
  unit: 'default parameters',
  ...NO_CSV,
  kind: {
    keyOf: ({ name }) => name,
    fields: ['name', 'unit', 'description'],
    listIn: () => ['default_parameters'],
    newDocument: () => newTopDocument('default-parameters', PARAMETERS, {}),
  },
  existing: ({ inputs }) => [inputs.top['default-parameters']],
  records:
    ({ catalogue, inputs }) =>
    ({ facts: { name, unit, description, isUsed } }) => {
      const isKnown = catalogue.parameters.some((one) => one.name === name);
      const record = recordOf<Parameter>({
        name,
        unit: isUsed || !isKnown ? unit : undefined,
        description: description ?? (isKnown ? undefined : name),
      });
      return { label: name, path: inputs.top['default-parameters'], record, check: () => [] };
    },
});

interface FlagFacts {
  readonly flag: string;
  readonly run: string;
}

/** Flags without segments that are not in the data. */
export const emptyFlags = recordImport<Flag, FlagFacts>({
  unit: 'flags',
  ...NO_CSV,
  kind: {
    keyOf: ({ name }) => name,
    fields: ['name', 'segments'],
    listIn: () => ['flags'],
    newDocument: (run) => newTimelines(run),
  },
  existing: ({ inputs }) => inputs.folders.timelines,
  records:
    ({ dataDir, known }) =>
    ({ facts: { flag, run } }) => {
      const record: Flag = { name: flag, segments: [] };
      const check = () => {
        const findings = checkSchema('timelines', { run, flags: [record] });
        return findings.length > 0 ? findings : checkFlag(record, known);
      };
      const unknown = unknownNameFinding('D135', 'run', run, known.runs, 'runs.yaml');
      const path = join(dataDir, 'timelines', `${run}.yaml`);
      return { label: `${flag} of ${run}`, path, record, findings: unknown ? [unknown] : [], check };
    },
});

export function emptyFlagFacts(
  { timelines }: ServiceContent,
  catalogue: Pick<Catalogue, 'timelines'>,
): Given<FlagFacts>[] {
  const isThere = (flag: string, run: string): boolean =>
    catalogue.timelines.some((one) => one.name === flag && one.run === run);
  const empty = timelines.filter(({ entry, run, inner }) => inner.length === 0 && !isThere(nameOf(entry), run));
  return empty.map(({ entry, run }) => givenBy(entry, { flag: nameOf(entry), run }));
}

/** All detector codes in the content, in alphabetical order: a service does not list them. */
export function detectorFacts(found: ServiceContent): Given<Detector>[] {
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
  return known.map(([code, entry]) => givenBy(entry, { code, name: code }));
}

/** Units whose spelling by the service differs from its specification. */
const UNITS = new Map([['1/yr', 'yr^-1']]);

/** In the order of the service's listing, then those that are only in event versions. */
export function parameterFacts(found: ServiceContent): Given<ParameterFacts>[] {
  const used = new Map<string, { place: Found; value: Mapping }>();
  const look = (place: Entry, objects: unknown): void => {
    for (const value of Array.isArray(objects) ? objects : []) {
      const name = isMapping(value) ? stringOf(value.name).replaceAll('-', '_') : '';
      if (isMapping(value) && !used.has(name)) used.set(name, { place, value });
    }
  };
  for (const version of found.eventVersions) look(version, version.value.default_parameters);
  for (const { inner } of found.parameterSets) for (const set of inner) look(set, set.value.parameters);
  const notParameters = rangeNames({ parameters: [] });
  const listed = found.parameterNames.filter(({ value }) => !notParameters.includes(hyphenForm(stringOf(value))));
  const byName = new Map(listed.map((one) => [stringOf(one.value).replaceAll('-', '_'), one]));
  return [...new Set([...byName.keys(), ...used.keys()])].map((name) => {
    const { place, value } = used.get(name) ?? { place: byName.get(name) as Found, value: {} };
    const unit = stringOf(value.unit);
    const description = availableText(value.description);
    return givenBy(place, { name, unit: UNITS.get(unit) ?? unit, description, isUsed: used.has(name) });
  });
}

/** Texts of the required files for an empty data folder; null if no detector is known. */
export function firstFiles(data: string, found: readonly Given<Detector>[]): Map<string, string> | null {
  if (found.length === 0) return null;
  const files = new Map<string, string>();
  const add = (kind: TopFile, comment: string, list: string, records: readonly object[] = []): void => {
    const document = newTopDocument(kind, comment, { [list]: [] });
    for (const record of records) listAt(document, [list]).add(recordNode(document, record));
    files.set(join(data, INPUT_FILES[kind].pattern), documentText(document));
  };
  add(
    'detectors',
    DETECTORS,
    'detectors',
    found.map(({ facts }) => facts),
  );
  add('runs', 'Observing runs in GPS seconds; gps_stop no longer belongs to the run.', 'runs');
  add('catalogs', 'Catalogs that event versions belong to.', 'catalogs');
  add('default-parameters', PARAMETERS, 'default_parameters');
  return files;
}

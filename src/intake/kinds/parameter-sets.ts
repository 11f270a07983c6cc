/**
 * Imports parameter sets into `event-versions/<catalog>.yaml`. One row per event version and set: name, version, set; optional description,
 * date_added, pipeline, pipeline_type (pe, search), waveform_family, data_url, is_preferred (yes, no), links (`label=url|label=url`), and
 * the parameter columns. The event version must exist.
 *
 * Alternatively, one row per value in an existing set: name, version, set, parameter, best; optional upper_error, lower_error,
 * is_upper_limit, is_lower_limit (true, false), and unit, which must be the parameter's unit.
 */

import { unknownVersionFinding } from '../../catalogue/check-events.ts';
import { shortNameOf } from '../../catalogue/names.ts';
import { suggestFix } from '../../catalogue/suggest-fix.ts';
import type { Catalogue, CatalogVersion, ParameterSet, ParameterValue } from '../../catalogue/types.ts';
import type { Finding } from '../../report/problems.ts';
import { choice, LIST, NUMBER, REQUIRED_NUMBER, REQUIRED_TEXT, REQUIRED_VERSION, TEXT } from '../csv/csv-columns.ts';
import { recordOf } from '../merge/merge-values.ts';
import type { SourceRecord } from '../merge/records.ts';
import { isSameUnit } from '../units.ts';
import { shortNameInRow } from './event-versions.ts';
import type { ImportKindDefinition } from './import-kind.ts';
import { intervalFinding } from './number-findings.ts';
import { inOrderOf } from './parameter-cells.ts';

/** A set; null removes the preference. */
export type SetValue = Omit<ParameterSet, 'is_preferred'> & { readonly is_preferred?: boolean | null };

export type SetLink = NonNullable<ParameterSet['links']>[number];

/** The columns that identify a set. */
const SET_COLUMNS = { name: REQUIRED_TEXT, version: REQUIRED_VERSION, set: REQUIRED_TEXT };

interface SetIds {
  /** The event's name. */
  readonly name: string;
  readonly version?: unknown;
  readonly set: string;
  /** The catalog of a version that is not in the data yet. */
  readonly catalog?: string;
}

type SetValues = SetIds & Omit<SetValue, 'name'>;

/** A single value of a set. */
type ParameterValues = SetIds & Partial<ParameterValue> & { readonly parameter: string; readonly unit?: string };

const FLAG = choice({ true: true, false: null });

export const parameterSets: ImportKindDefinition<SetValues, ParameterValues> = {
  unit: 'parameter sets',
  columns: {
    ...SET_COLUMNS,
    description: TEXT,
    date_added: TEXT,
    pipeline: TEXT,
    pipeline_type: TEXT,
    waveform_family: TEXT,
    data_url: TEXT,
    is_preferred: choice({ yes: true, true: true, no: null, false: null }),
    links: {
      read: (text) => LIST.read(text)?.filter(isLabelled).map(readLink),
      check: checkLinks,
    },
  },
  other: {
    columns: {
      ...SET_COLUMNS,
      parameter: REQUIRED_TEXT,
      best: REQUIRED_NUMBER,
      upper_error: NUMBER,
      lower_error: NUMBER,
      is_upper_limit: FLAG,
      is_lower_limit: FLAG,
      unit: TEXT,
    },
    readAll: (all, catalogue) => {
      const versions = versionsByName(catalogue);
      return all.map(({ name: event, version: number, set: name, parameter, unit, ...rest }) => {
        const label = `${shortNameInRow(event, number)} set ${name} ${parameter}`;
        const version = versions.get(shortNameInRow(event, number));
        const findings = [
          ...[intervalFinding(parameter, rest) ?? []].flat(),
          ...(version ? unknownSet(name, version) : [unknownVersionFinding(shortNameInRow(event, number))]),
          ...unitFindings(parameter, unit, catalogue),
        ];
        const value = recordOf<ParameterValue>({ best: undefined, ...rest });
        const records = version
          ? [setRecord(version.catalog, version, { name, parameters: { [parameter]: value } })]
          : [];
        return { label, records, findings };
      });
    },
  },
  parameters: namesOfValues,
  // Found in tables that name each set's catalog, and say where a row comes from.
  aliases: { event: 'name', catalog: null, basis: null },
  readAll: (all, catalogue) => {
    const versions = versionsByName(catalogue);
    const names = namesOfValues(catalogue);
    return all.map(({ name: event, version: number, set: name, catalog: given, parameters, ...set }) => {
      const shortName = shortNameInRow(event, number);
      const version = versions.get(shortName);
      const catalog = version?.catalog ?? given;
      const label = `${shortName} set ${name}`;
      if (catalog === undefined) return { label, records: [], findings: [unknownVersionFinding(shortName)] };
      const value = { name, ...set, ...(parameters && { parameters: inOrderOf(parameters, names) }) };
      return { label, records: [setRecord(catalog, version ?? { name: event, version: number }, value)] };
    });
  },
};

export const setRecord = (
  catalog: string,
  { name, version }: { readonly name: string; readonly version: unknown },
  value: SetValue,
): SourceRecord => ({
  kind: 'event-versions',
  name: catalog,
  list: ['event_versions', { name, version }, 'parameter_sets'],
  value,
  label: `${shortNameInRow(name, version)} set ${value.name}`,
});

const versionsByName = ({ eventVersions }: Pick<Catalogue, 'eventVersions'>): ReadonlyMap<string, CatalogVersion> =>
  new Map(eventVersions.map((version) => [shortNameOf(version), version]));

const isLabelled = (link: string): boolean => /^(?!https?:)[^=]*=/.test(link);

function checkLinks(text: string): Finding | null {
  const wrong = LIST.read(text)?.find((link) => !isLabelled(link));
  if (wrong === undefined) return null;
  return {
    code: 'D113',
    message: `"${wrong}" in links has no label`,
    fix: 'write it as label=link, such as skymap=https://…',
  };
}

/** Reads `label=https://…`. */
function readLink(text: string): SetLink {
  const [label = '', ...url] = text.split('=');
  return { url: url.join('='), label };
}

/** The parameters that are allowed in a set. */
function namesOfValues({ parameters, otherParameters }: Pick<Catalogue, 'parameters' | 'otherParameters'>): string[] {
  return [...parameters, ...otherParameters].map(({ name }) => name);
}

/** A single value does not create a set. */
function unknownSet(name: string, { parameter_sets: sets = [] }: CatalogVersion): Finding[] {
  const names = sets.map((set) => set.name);
  if (names.includes(name)) return [];
  const fix = suggestFix(name, names, 'import the set first, or correct its name');
  return [{ code: 'D137', message: `the event version has no parameter set "${name}"`, fix }];
}

function unitFindings(
  parameter: string,
  given: string | undefined,
  { parameters, otherParameters }: Pick<Catalogue, 'parameters' | 'otherParameters'>,
): Finding[] {
  const unit = [...parameters, ...otherParameters].find(({ name }) => name === parameter)?.unit;
  if (given === undefined || unit === undefined || isSameUnit(unit, given)) return [];
  const fix = unit === '' ? 'leave it empty: the parameter has no dimension' : `convert the value to ${unit}`;
  return [{ code: 'D113', message: `unit cannot be "${given}"`, fix }];
}

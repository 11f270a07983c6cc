/**
 * Imports parameter sets into `event-versions/<catalog>.yaml`: one row per event version and set, or one row per value in an existing set. The
 * event version must exist.
 */

import { unknownVersionFinding } from '../../catalogue/check-events.ts';
import { isMapping, type Mapping } from '../../catalogue/files/mapping.ts';
import { suggestFix } from '../../catalogue/files/suggest-fix.ts';
import type { CatalogVersion } from '../../catalogue/types.ts';
import { eventVersionId } from '../../core/contract/ids.ts';
import type { Finding } from '../../report/problems.ts';
import { choice, LIST, NUMBER, REQUIRED_NUMBER, REQUIRED_TEXT, REQUIRED_VERSION, TEXT } from '../csv/columns.ts';
import { inOrder } from '../merge/layout.ts';
import type { SourceRecord } from '../merge/records.ts';
import { intervalFinding } from '../values/intervals.ts';
import { withLimit } from '../values/limits.ts';
import { unitFinding } from '../values/units.ts';
import { versionsById } from './event-versions.ts';
import { type ImportKindDefinition, parametersOf, type ReadRow, type RowForm } from './import-kind.ts';

/** The columns that identify a set. */
const SET_COLUMNS = { name: REQUIRED_TEXT, version: REQUIRED_VERSION, set: REQUIRED_TEXT };

/** Tables may name each set's catalog, and say where a row comes from. */
const NAMES = { aliases: { event: 'name' }, ignored: /^(catalog|basis)$/ };

const FLAG = choice({ true: true, false: false });

/** One row per value in an existing set. */
const ofValues: RowForm = {
  ...NAMES,
  columns: {
    ...SET_COLUMNS,
    parameter: REQUIRED_TEXT,
    best: REQUIRED_NUMBER,
    upper_error: NUMBER,
    lower_error: NUMBER,
    is_upper_limit: FLAG,
    is_lower_limit: FLAG,
    /** Must be the parameter's unit. */
    unit: TEXT,
  },
  check: (values, show) => intervalFinding(String(values.parameter), values, { show }),
  readAll: (rows, catalogue) => {
    const versions = versionsById(catalogue);
    const units = new Map(parametersOf('all', catalogue).map((one) => [one.name, one.unit]));
    return rows.map(({ name: event, version: number, set, parameter, unit, ...given }): ReadRow => {
      const { is_upper_limit: isUpper, is_lower_limit: isLower, ...numbers } = given;
      const id = eventVersionId(String(event), number);
      const name = String(parameter);
      const version = versions.get(id);
      const known = units.get(name);
      const findings = [
        version ? unknownSet(String(set), version) : unknownVersionFinding(id),
        known === undefined || unit === undefined ? null : unitFinding('unit', known, String(unit)),
      ].filter((finding) => finding !== null);
      const ofParameter = withLimit(numbers, isUpper as boolean | undefined, isLower as boolean | undefined);
      const value = { name: set, parameters: { [name]: ofParameter } };
      const records = version ? [setRecord(version.catalog, version, value)] : [];
      return { label: `${id} set ${set} ${name}`, records, findings };
    });
  },
};

export const parameterSets: ImportKindDefinition = {
  ...NAMES,
  noun: 'parameter sets',
  columns: {
    ...SET_COLUMNS,
    description: TEXT,
    date_added: TEXT,
    pipeline: TEXT,
    /** `pe` or `search` */
    pipeline_type: TEXT,
    waveform_family: TEXT,
    data_url: TEXT,
    is_preferred: choice({ yes: true, true: true, no: null, false: null }),
    /** `label=url|label=url` */
    links: {
      type: 'text',
      read: (text) => LIST.read(text)?.filter(isLabelled).map(readLink),
      check: checkLinks,
    },
  },
  parameters: 'all',
  readAll: (rows, catalogue) => {
    const versions = versionsById(catalogue);
    const names = parametersOf('all', catalogue).map(({ name }) => name);
    // A harvest also gives the catalog, because a new version of an event may be harvested along with its sets.
    return rows.map(({ name: event, version: number, set: name, catalog: given, parameters, ...set }): ReadRow => {
      const id = eventVersionId(String(event), number);
      const version = versions.get(id);
      const catalog = version?.catalog ?? given;
      const label = `${id} set ${name}`;
      if (catalog === undefined) return { label, records: [], findings: [unknownVersionFinding(id)] };
      const value = { name, ...set, ...(isMapping(parameters) && { parameters: inOrder(parameters, names) }) };
      return { label, records: [setRecord(String(catalog), version ?? { name: event, version: number }, value)] };
    });
  },
  other: ofValues,
};

export const setRecord = (
  catalog: string,
  { name, version }: { readonly name?: unknown; readonly version?: unknown },
  value: Mapping,
): SourceRecord => ({
  kind: 'event-versions',
  stem: catalog,
  list: 'parameter_sets',
  within: { list: 'event_versions', key: { name, version } },
  value,
  label: `${eventVersionId(String(name), version)} set ${value.name}`,
});

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
function readLink(text: string): Mapping {
  const [label = '', ...url] = text.split('=');
  return { url: url.join('='), label };
}

/** A single value does not create a set. */
function unknownSet(name: string, { parameter_sets: sets = [] }: CatalogVersion): Finding | null {
  const names = sets.map((set) => set.name);
  if (names.includes(name)) return null;
  const fix = suggestFix(name, names, 'import the set first, or correct its name');
  return { code: 'D137', message: `the event version has no parameter set "${name}"`, fix };
}

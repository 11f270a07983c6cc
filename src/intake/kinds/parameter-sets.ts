/**
 * Imports parameter sets into `event-versions/<catalog>.yaml`. One row per event version and set: name, version, set; optional description,
 * date_added, pipeline, pipeline_type (pe, search), waveform_family, data_url, is_preferred (yes, no), links (`label=url|label=url`), and
 * the parameter columns. The event version must exist.
 *
 * Alternatively, one row per value in an existing set: name, version, set, parameter, best; optional upper_error, lower_error,
 * is_upper_limit, is_lower_limit (true, false), and unit, which must be the parameter's unit.
 */
import { checkParameterSet, shortNameOf } from '../../catalogue/check-event-versions.ts';
import { unknownVersionFinding } from '../../catalogue/check-events.ts';
import { suggestFix } from '../../catalogue/suggest-fix.ts';
import type { Catalogue, EventVersion, ParameterSet, ParameterValue } from '../../catalogue/types.ts';
import type { Finding } from '../../report/problems.ts';
import { choice, LIST, NUMBER, REQUIRED_NUMBER, REQUIRED_TEXT, REQUIRED_VERSION, TEXT } from '../csv/csv-columns.ts';
import { checkSchemaThen } from '../merge/check-schema-then.ts';
import { type MergeContext, recordsOf } from '../merge/facts.ts';
import { recordOf } from '../merge/merge-record.ts';
import { isSameUnit } from '../units.ts';
import { shortNameInRow } from './event-versions.ts';
import type { ImportKindDefinition } from './import-kind.ts';
import { intervalFinding } from './number-findings.ts';
import { inOrderOf, splitValues } from './parameter-cells.ts';

/** A set from a row; null removes the preference. */
export type SetRecord = Omit<ParameterSet, 'is_preferred'> & { readonly is_preferred?: boolean | null };

export type SetLink = NonNullable<ParameterSet['links']>[number];

/** A set, with its event's name and version number. */
export interface SetFacts {
  readonly event: string;
  readonly version: unknown;
  readonly set: SetRecord;
  /** The parameter and, if given, the unit; only for facts about a single value. */
  readonly value?: { readonly parameter: string; readonly unit: string | undefined };
}

/** The columns that identify a set. */
const SET_COLUMNS = { name: REQUIRED_TEXT, version: REQUIRED_VERSION, set: REQUIRED_TEXT };

interface SetIds {
  /** The event's name. */
  readonly name: string;
  readonly version?: unknown;
  readonly set: string;
}

type SetValues = SetIds & Omit<SetRecord, 'name'>;

/** A single value of a set. */
type ParameterValues = SetIds & Partial<ParameterValue> & { readonly parameter: string; readonly unit?: string };

const FLAG = choice({ true: true, false: null });

export const parameterSets: ImportKindDefinition<SetFacts, SetValues, ParameterValues> = {
  unit: 'sets or values',
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
    read: ({ name: event, version, set: name, parameter, unit, ...rest }) => {
      const value = recordOf<ParameterValue>({ best: undefined, ...rest });
      const set = { name, parameters: { [parameter]: value } };
      const interval = intervalFinding(parameter, rest);
      return { facts: { event, version, set, value: { parameter, unit } }, findings: interval ? [interval] : [] };
    },
  },
  parameters: namesOfValues,
  // Found in tables that name each set's catalog, and say where a row comes from.
  aliases: { event: 'name', catalog: null, basis: null },
  read: ({ name: event, version, set: name, ...set }) => ({ facts: { event, version, set: { ...set, name } } }),
  file: 'event-versions',
  records: recordsOf<SetRecord, SetFacts>(({ known, catalogue }) => {
    const versions = new Map(catalogue.eventVersions.map((version) => [shortNameOf(version), version]));
    const names = namesOfValues(known);
    return ({ facts }) => {
      const { event, version: number, set, value } = facts;
      const shortName = shortNameInRow(event, number);
      const version = versions.get(shortName);
      const label = `${shortName} set ${set.name}`;
      return {
        label: value ? `${label} ${value.parameter}` : label,
        name: version?.catalog ?? null,
        list: ['event_versions', { name: event, version: version?.version ?? number }, 'parameter_sets'],
        record: { ...set, ...(set.parameters && { parameters: inOrderOf(set.parameters, names) }) },
        findings: version ? checkValue(facts, version, catalogue) : [unknownVersionFinding(shortName)],
        check: (merged) => checkSet(merged as ParameterSet, known),
      };
    };
  }),
};

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
function namesOfValues({ parameters, otherParameters }: Pick<MergeContext['known'], 'parameters' | 'otherParameters'>) {
  return [...parameters, ...otherParameters];
}

/** Checks a set after a merge. */
function checkSet(merged: ParameterSet, known: MergeContext['known']): Finding[] {
  const { valid, findings } = splitValues(merged.parameters);
  const set = recordOf<ParameterSet>({ ...merged, parameters: valid });
  const more = () => checkParameterSet(set, known);
  return [...findings, ...checkSchemaThen('event-versions', 'parameter_set', set, more)];
}

/** Checks facts about a single value: its set must exist, and its unit must be the parameter's unit. */
function checkValue(
  { set: { name }, value }: SetFacts,
  { parameter_sets: sets = [] }: EventVersion,
  catalogue: Catalogue,
): Finding[] {
  if (!value) return [];
  const names = sets.map((set) => set.name);
  const fix = suggestFix(name, names, 'import the set first, or correct its name');
  const message = `the event version has no parameter set "${name}"`;
  const unknown: Finding[] = names.includes(name) ? [] : [{ code: 'D137', message, fix }];
  return [...unknown, ...unitFindings(value, catalogue)];
}

function unitFindings(
  { parameter, unit: given }: NonNullable<SetFacts['value']>,
  { parameters, otherParameters }: Catalogue,
): Finding[] {
  const unit = [...parameters, ...otherParameters].find(({ name }) => name === parameter)?.unit;
  if (given === undefined || unit === undefined || isSameUnit(unit, given)) return [];
  const fix = unit === '' ? 'leave it empty: the parameter has no dimension' : `convert the value to ${unit}`;
  return [{ code: 'D113', message: `unit cannot be "${given}"`, fix }];
}

/**
 * Import of parameter sets into `event-versions/<catalog>.yaml`. In: one row for each event version and set: name, version, set; optional
 * pipeline_type (pe, search), waveform_family, data_url, is_preferred (yes, no), links (`label=url|label=url`), and the columns of the
 * parameters. The event version must exist.
 */
import { isMap, type YAMLSeq } from 'yaml';
import { checkParameterSet, shortNameOf } from '../../catalogue/check-event-versions.ts';
import { unknownVersionFinding } from '../../catalogue/check-events.ts';
import type { RawParameterSet } from '../../catalogue/files/raw.ts';
import type { Catalogue, EventVersion } from '../../catalogue/types.ts';
import type { Finding } from '../../report/problems.ts';
import { choice, LIST, REQUIRED_TEXT, REQUIRED_VERSION, TEXT } from '../csv/columns.ts';
import { inOrder, recordOf } from '../merge/merge-record.ts';
import type { MergeContext } from '../merge/plan.ts';
import { checkRecord, planRecords } from '../merge/record-merger.ts';
import { yamlLayout } from '../merge/yaml-records.ts';
import { listAt } from '../merge/yaml-writer.ts';
import type { ImportKindDefinition } from './import-kind.ts';
import { splitValues } from './parameter-cells.ts';

/** A set from a row; null removes the preference. */
export type SetRecord = Omit<RawParameterSet, 'is_preferred'> & { readonly is_preferred?: boolean | null };

export type SetLink = NonNullable<RawParameterSet['links']>[number];

/** `within` is the short name of the event version, which exists. */
const LAYOUT = yamlLayout<SetRecord>({
  file: 'event-versions',
  keyOf: ({ name }) => name,
  fields: [
    ...['name', 'description', 'date_added', 'pipeline', 'pipeline_type', 'waveform_family', 'data_url'],
    ...['is_preferred', 'links', 'parameters'],
  ],
  listIn: (document, shortName) => {
    const index = positionsIn(listAt(document, ['event_versions'])).get(shortName) ?? -1;
    return ['event_versions', index, 'parameter_sets'];
  },
});

/** Positions of event versions by short name, because searching all of them for each set would take quadratic time. */
const knownPositions = new WeakMap<YAMLSeq, ReadonlyMap<string, number>>();

/** `versions` keep their positions while sets are merged. */
function positionsIn(versions: YAMLSeq): ReadonlyMap<string, number> {
  let positions = knownPositions.get(versions);
  if (positions === undefined) {
    const names = versions.items.map((node) => (isMap(node) ? `${node.get('name')}-v${node.get('version')}` : ''));
    positions = new Map(names.map((name, position) => [name, position]));
    knownPositions.set(versions, positions);
  }
  return positions;
}

/** The columns that identify a set. */
export const SET_COLUMNS = { name: REQUIRED_TEXT, version: REQUIRED_VERSION, set: REQUIRED_TEXT };

/** A set in a row. */
export interface SetIds {
  /** Of the event. */
  readonly name: string;
  readonly version?: unknown;
  /** Name of the set. */
  readonly set: string;
}

/** Column names in tables of facts about sets, and columns that are not stored. */
export const SET_ALIASES = { event: 'name', catalog: null, basis: null };

/** A set, with the short name of its event version. */
export interface SetFacts {
  readonly shortName: string;
  readonly set: SetRecord;
}

export const parameterSets: ImportKindDefinition<SetFacts, SetIds & Omit<SetRecord, 'name'>> = {
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
  parameters: namesOfValues,
  aliases: SET_ALIASES,
  read: ({ name, version, set, ...record }) => ({
    facts: { shortName: `${name}-v${version ?? ''}`, set: { ...record, name: set } },
  }),
  plan: planSets(labelOfSet, () => []),
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

/** `label=https://…` */
function readLink(text: string): { readonly url: string; readonly label: string } {
  const [label = '', ...url] = text.split('=');
  return { url: url.join('='), label };
}

/** Names a set. */
export function labelOfSet({ shortName, set }: SetFacts): string {
  return `${shortName} set ${set.name}`;
}

/** Plans the merge of sets: `label` is unique for a row; `check` finds out what is wrong if the event version exists. */
export function planSets<Facts extends SetFacts>(
  label: (facts: Facts) => string,
  check: (facts: Facts, version: EventVersion, catalogue: Catalogue) => readonly (Finding | null)[],
) {
  return planRecords<SetRecord, Facts>(LAYOUT, ({ known, catalogue }) => {
    const versions = new Map(catalogue.eventVersions.map((version) => [shortNameOf(version), version]));
    const names = namesOfValues(known);
    return ({ facts }) => {
      const { shortName, set } = facts;
      const version = versions.get(shortName);
      const findings = version ? check(facts, version, catalogue) : [unknownVersionFinding(shortName)];
      return {
        label: label(facts),
        name: version?.catalog ?? null,
        within: shortName,
        record: { ...set, ...(set.parameters && { parameters: inOrder(set.parameters, names) }) },
        findings: findings.filter((one) => one !== null),
        check: (merged) => checkSet(merged, known),
      };
    };
  });
}

/** The parameters that a set may have. */
function namesOfValues({ parameters, otherParameters }: Pick<MergeContext['known'], 'parameters' | 'otherParameters'>) {
  return [...parameters, ...otherParameters];
}

/** Checks a set after a merge. */
function checkSet(merged: RawParameterSet, known: MergeContext['known']) {
  const { valid, findings } = splitValues(merged.parameters);
  const set = recordOf<RawParameterSet>({ ...merged, parameters: valid });
  const more = () => checkParameterSet(set, known);
  return [...findings, ...checkRecord('event-versions', 'parameter_set', set, more)];
}

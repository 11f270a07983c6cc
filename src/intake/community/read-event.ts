/**
 * Reads one event of a community catalog. In: the event from the file, valid according to its schema. Out: its facts in the form
 * of the data files, problems, and unsupported content, each with its path in the event. Pure.
 */

import type { RawParameterSet, RawValue, RawValues } from '../../catalogue/files/raw.ts';
import type { DataPath, PlacedFinding } from '../../catalogue/files/yaml-file.ts';
import type { ParameterDefinition } from '../../catalogue/types.ts';
import { findNearest } from '../../report/did-you-mean.ts';
import {
  type CommunityEvent,
  type CommunityPeSet,
  type CommunityValue,
  decimalsOf,
  defaultValues,
  isSameUnit,
  namesInData,
  ourName,
  SPELLINGS,
  statesDefaults,
} from './format.ts';

/** The given parts of a value; null removes a member. */
type ValueFacts = { -readonly [Member in keyof RawValue]?: RawValue[Member] | null };

/** A set, and its path in the event. */
export interface ReadSet {
  readonly at: DataPath;
  readonly record: RawParameterSet;
  /** Indices of its values in their list, by our names. */
  readonly positions: ReadonlyMap<string, number>;
}

export interface ParsedCommunityEvent {
  /** With one decimal, as in the data. */
  readonly gps: number;
  /** Undefined if the file does not give it. */
  readonly detectors: readonly string[] | undefined;
  readonly graceId: string | undefined;
  /** The default parameters derived from all sets. */
  readonly parameters: RawValues;
  /** Those that become parameter sets; their names are unique. */
  readonly sets: readonly ReadSet[];
  readonly findings: readonly PlacedFinding[];
  /** Warnings about content that is not stored. */
  readonly notes: readonly PlacedFinding[];
}

/** Results collected while reading. */
class Remarks {
  readonly findings: PlacedFinding[] = [];
  readonly notes: PlacedFinding[] = [];

  /** The data cannot store a member. */
  dropped(at: DataPath, what: string): void {
    this.notes.push(notKept(at, what));
  }
}

/** A warning about unsupported content. */
export function notKept(at: DataPath, what: string): PlacedFinding {
  return { at, onKey: true, code: 'W210', message: `${what} is not kept`, fix: 'keep the file, if it is needed' };
}

const isGiven = <T>(value: T | null | undefined): value is T => value !== null && value !== undefined;
/** The text on one line; undefined if it is empty. */
export const singleLine = (text: string | null | undefined): string | undefined =>
  text?.replace(/\s+/g, ' ').trim() || undefined;

/** `catalog` is the name of the catalog in the file. */
export function readCommunityEvent(
  event: CommunityEvent,
  catalog: string,
  parameters: readonly ParameterDefinition[],
): ParsedCommunityEvent {
  const remarks = new Remarks();
  const known = new Map(parameters.map((parameter) => [parameter.name, parameter]));
  if (singleLine(event.event_description)) remarks.dropped(['event_description'], 'event_description');
  const gps = Number(event.gps.toFixed(1));
  if (gps !== event.gps) {
    const message = 'gps has more than one decimal and is rounded';
    remarks.notes.push({ at: ['gps'], code: 'W210', message, fix: 'keep the file, if it is needed' });
  }
  const searches = event.search.map((search, index): ReadSet => {
    const at = ['search', index];
    const values = readValues(search.parameters, [...at, 'parameters'], known, remarks);
    const record: RawParameterSet = { name: search.pipeline_name, pipeline_type: 'search', ...values };
    return { at, record, positions: positionsOf(search.parameters) };
  });
  const analyses = (event.pe_sets ?? []).map((set, index) => readPeSet(set, ['pe_sets', index], known, remarks));
  checkPreference(event.pe_sets ?? [], remarks);
  const all = [...searches, ...analyses];
  const isOwn = ({ record }: ReadSet): boolean => statesDefaults(record, catalog);
  const sets = all.filter((set) => !isOwn(set));
  const names = namesInData(sets.map(({ record }) => record));
  const own = all.filter(isOwn).map(({ record }) => record.parameters ?? {});
  return {
    gps,
    detectors: event.detectors && event.detectors.length > 0 ? event.detectors : undefined,
    graceId: singleLine(event.gracedb_id),
    parameters: inOrder(Object.assign(defaultValues(sets.map(({ record }) => record)), ...own), known),
    sets: sets.map((set, index) => ({ ...set, record: { ...set.record, name: names[index] ?? set.record.name } })),
    findings: remarks.findings,
    notes: remarks.notes,
  };
}

/** The values in the order of the catalogue's parameters, regardless of their order in the file. */
function inOrder(values: RawValues, known: ReadonlyMap<string, ParameterDefinition>): RawValues {
  const names = [...known.keys()].filter((name) => name in values);
  return Object.fromEntries(names.map((name) => [name, values[name]])) as RawValues;
}

function readPeSet(
  set: CommunityPeSet,
  at: DataPath,
  known: ReadonlyMap<string, ParameterDefinition>,
  remarks: Remarks,
): ReadSet {
  const links = (set.links ?? []).map(({ url, content_type: label, description }, index) => {
    if (singleLine(description) && singleLine(description) !== label) {
      remarks.dropped([...at, 'links', index, 'description'], 'description of a link');
    }
    return { url, label };
  });
  const optional = {
    waveform_family: singleLine(set.waveform_family),
    data_url: singleLine(set.data_url),
    is_preferred: isGiven(set.is_preferred) ? set.is_preferred : undefined,
    links: links.length > 0 ? links : undefined,
  };
  const given = Object.entries(optional).filter(([, value]) => value !== undefined);
  const values = readValues(set.parameters, [...at, 'parameters'], known, remarks);
  const record: RawParameterSet = {
    name: set.pe_set_name,
    pipeline_type: 'pe',
    ...Object.fromEntries(given),
    ...values,
  };
  return { at, record, positions: positionsOf(set.parameters) };
}

const positionsOf = (values: readonly CommunityValue[]): Map<string, number> =>
  new Map(values.map((value, index) => [ourName(value.parameter_name), index]));

/** Exactly one of the analyses must be preferred, because it gives the default parameters. */
function checkPreference(sets: readonly CommunityPeSet[], { findings }: Remarks): void {
  const preferred = sets.flatMap((set, index) => (set.is_preferred === true ? [index] : []));
  const [, second] = preferred;
  if (second !== undefined) {
    const at = ['pe_sets', second, 'is_preferred'];
    findings.push({
      at,
      code: 'D116',
      message: `${preferred.length} of the pe_sets are preferred`,
      fix: 'mark only one of them as preferred',
    });
  } else if (sets.length > 0 && preferred.length === 0) {
    const message = 'none of the pe_sets is preferred';
    findings.push({ at: ['pe_sets'], code: 'D111', message, fix: 'give one of them "is_preferred": true' });
  }
}

function readValues(
  values: readonly CommunityValue[],
  at: DataPath,
  known: ReadonlyMap<string, ParameterDefinition>,
  remarks: Remarks,
): { parameters?: RawValues } {
  const read = new Map<string, ValueFacts>();
  for (const [index, value] of values.entries()) {
    const place = [...at, index];
    const name = ourName(value.parameter_name);
    const parameter = known.get(name);
    if (!parameter) {
      remarks.notes.push(unknownParameter(value.parameter_name, place, [...known.keys()]));
      continue;
    }
    if (read.has(name)) {
      const message = `${value.parameter_name} is given twice`;
      remarks.findings.push({ at: place, code: 'D116', message, fix: 'keep one of the two' });
      continue;
    }
    read.set(name, readValue(value, parameter, place, remarks));
  }
  // Missing members of a value are reported after the merge.
  return read.size === 0 ? {} : { parameters: inOrder(Object.fromEntries(read) as unknown as RawValues, known) };
}

function unknownParameter(name: string, at: DataPath, known: readonly string[]): PlacedFinding {
  const near = findNearest(name, known);
  const fix = `add ${ourName(name)} to default-parameters.yaml, and import the file again`;
  return {
    at: [...at, 'parameter_name'],
    code: 'W210',
    message: `parameter ${name} is not in default-parameters.yaml and is not kept`,
    fix: near === null ? fix : `did you mean "${near}"? If not, ${fix}`,
  };
}

function readValue(value: CommunityValue, parameter: ParameterDefinition, at: DataPath, remarks: Remarks): ValueFacts {
  const numbers = Object.entries(SPELLINGS).map(([member, spellings]) => {
    const [first, second] = spellings.filter((name) => isGiven(value[name]));
    if (first && second && value[first] !== value[second]) {
      const message = `${first} and ${second} of ${value.parameter_name} are the same and differ`;
      remarks.findings.push({ at: [...at, second], code: 'D116', message, fix: 'keep one of the two' });
    }
    return [member, first === undefined ? undefined : value[first]] as const;
  });
  const {
    best,
    upper_error: upper,
    lower_error: size,
  } = Object.fromEntries(numbers) as Partial<Record<string, number>>;
  if (best === undefined) {
    const message = `best of ${value.parameter_name} is missing`;
    remarks.findings.push({ at, code: 'D111', message, fix: 'add it, or remove the parameter' });
    return {};
  }
  checkUnit(value, parameter, at, remarks);
  const { decimal_places: decimals } = value;
  if (isGiven(decimals) && decimals !== decimalsOf(best)) {
    const message = 'decimal_places is not kept if best has a different number of decimals';
    const fix = 'keep the file, if it is needed; an export gives as many as the best value has';
    remarks.notes.push({ at: [...at, 'decimal_places'], onKey: true, code: 'W210', message, fix });
  }
  const isLimit = value.is_upper_bound === true || value.is_lower_bound === true;
  // A limit has no errors, so existing errors are removed.
  const none = isLimit ? null : undefined;
  const facts = {
    best,
    upper_error: upper ?? none,
    // The documentation defines a size, the tool writes an offset.
    lower_error: size === undefined ? none : 0 - Math.abs(size),
    is_upper_limit: flagOf(value.is_upper_bound),
    is_lower_limit: flagOf(value.is_lower_bound),
  };
  return Object.fromEntries(Object.entries(facts).filter(([, one]) => one !== undefined)) as ValueFacts;
}

/** False becomes null, which removes an existing limit. */
const flagOf = (flag: boolean | null | undefined): true | null | undefined =>
  isGiven(flag) ? (flag ? true : null) : undefined;

function checkUnit(value: CommunityValue, { unit }: ParameterDefinition, at: DataPath, { findings }: Remarks): void {
  const given = value.unit ?? '';
  if (given === unit || isSameUnit(unit, given)) return;
  const name = value.parameter_name;
  if (given === '') {
    findings.push({ at, code: 'D111', message: `unit of ${name} is missing`, fix: `add "unit": "${unit}"` });
    return;
  }
  const fix = unit === '' ? 'remove it: the parameter has no dimension' : `convert the values to ${unit}`;
  findings.push({ at: [...at, 'unit'], code: 'D113', message: `unit of ${name} cannot be "${given}"`, fix });
}

/**
 * Reads one event in a community catalog. The event must be valid according to the schema. Returns what it says in the form of the data files,
 * its problems, and its unsupported content, each with its path in the event.
 */

import { decimalsOf, roundTime } from '../../catalogue/files/number-text.ts';
import { findMisspelt } from '../../catalogue/files/suggest-fix.ts';
import type { Catalogue, ParameterDefinition } from '../../catalogue/types.ts';
import type { DataPath, Finding } from '../../report/problems.ts';
import { recordOf } from '../merge/records.ts';
import { intervalFinding } from '../values/intervals.ts';
import { withLimit } from '../values/limits.ts';
import { unitFinding } from '../values/units.ts';
import { unixTimeFinding } from '../values/unix-time.ts';
import {
  type CommunityEvent,
  type CommunityPeSet,
  type CommunitySearch,
  type CommunityValue,
  defaultValues,
  type GivenSet,
  type GivenValues,
  isGiven,
  namesInData,
  ourName,
  SPELLINGS,
  singleLine,
  statesDefaults,
} from './format.ts';

/** A set, and its path in the event. */
export interface ReadSet {
  readonly at: DataPath;
  readonly record: GivenSet;
  /** The index of each value in the set's list, by our name for the parameter. */
  readonly positions: ReadonlyMap<string, number>;
}

export interface ParsedCommunityEvent {
  readonly name: string;
  /** To one decimal place, as in the data. */
  readonly gps: number;
  /** Undefined if the file does not give the detectors. */
  readonly detectors: readonly string[] | undefined;
  readonly graceId: string | undefined;
  /** The default parameters, derived from all sets. */
  readonly parameters: GivenValues;
  /** The sets that become parameter sets, with their names in the data. */
  readonly sets: readonly ReadSet[];
  readonly findings: readonly Finding[];
  /** Warnings about content that is not stored. */
  readonly warnings: readonly Finding[];
}

/** A warning about unsupported content. */
export function notKept(at: DataPath, what: string): Finding {
  return {
    at,
    onKey: true,
    code: 'W210',
    message: `${what} is not stored`,
    fix: 'keep the original file if you need it',
  };
}

/** `catalog` is the catalog's name in the file; the last parameter comes from `mayHoldIntervals`. */
export function readCommunityEvent(
  event: CommunityEvent,
  catalog: string,
  { parameters, otherParameters }: Pick<Catalogue, 'parameters' | 'otherParameters'>,
  mayHoldIntervals: boolean,
): ParsedCommunityEvent {
  const reader = new EventReader([...parameters, ...otherParameters], mayHoldIntervals);
  const isDefault = (name: string): boolean => parameters.some((parameter) => parameter.name === name);
  const { findings, warnings } = reader;
  if (singleLine(event.event_description)) warnings.push(notKept(['event_description'], 'event_description'));
  const gps = roundTime(event.gps);
  const unix = unixTimeFinding({ name: event.event_name, gps });
  if (unix) findings.push(unix);
  if (gps !== event.gps) {
    const message = 'gps has more than one decimal and is rounded';
    warnings.push({ at: ['gps'], code: 'W210', message, fix: 'keep the original file if you need it' });
  }
  const searches = event.search.map((search, index) => reader.readSearch(search, ['search', index]));
  const analyses = (event.pe_sets ?? []).map((set, index) => reader.readPeSet(set, ['pe_sets', index]));
  reader.checkPreference(event.pe_sets ?? []);
  const all = [...searches, ...analyses];
  const isOwn = ({ record }: ReadSet): boolean => statesDefaults(record, catalog);
  const sets = all.filter((set) => !isOwn(set));
  const names = namesInData(sets.map(({ record }) => record));
  const own = all.filter(isOwn);
  for (const { at, record, positions } of own) {
    for (const name of Object.keys(record.parameters ?? {}).filter((one) => !isDefault(one))) {
      const place = [...at, 'parameters', positions.get(name) ?? 0, 'parameter_name'];
      warnings.push(notKept(place, `${name}, which only parameter sets have,`));
    }
  }
  const given: GivenValues = Object.assign(
    defaultValues(sets.map(({ record }) => record)),
    ...own.map(({ record }) => record.parameters),
  );
  return {
    name: event.event_name,
    gps,
    detectors: event.detectors && event.detectors.length > 0 ? event.detectors : undefined,
    graceId: singleLine(event.gracedb_id),
    parameters: Object.fromEntries(Object.entries(given).filter(([name]) => isDefault(name))),
    sets: sets.map((set, index) => ({ ...set, record: { ...set.record, name: names[index] ?? set.record.name } })),
    findings,
    warnings,
  };
}

const positionsOf = (values: readonly CommunityValue[]): Map<string, number> =>
  new Map(values.map((value, index) => [ourName(value.parameter_name), index]));

/** Reads the parts of an event, and collects problems with them. */
class EventReader {
  readonly findings: Finding[] = [];
  readonly warnings: Finding[] = [];
  readonly #known: ReadonlyMap<string, ParameterDefinition>;

  readonly #mayHoldIntervals: boolean;

  constructor(parameters: readonly ParameterDefinition[], mayHoldIntervals: boolean) {
    this.#mayHoldIntervals = mayHoldIntervals;
    this.#known = new Map(parameters.map((parameter) => [parameter.name, parameter]));
  }

  readSearch({ pipeline_name: name, parameters: values }: CommunitySearch, at: DataPath): ReadSet {
    const parameters = this.#readValues(values, [...at, 'parameters']);
    const record: GivenSet = { name, pipeline_type: 'search', ...recordOf({ parameters }) };
    return { at, record, positions: positionsOf(values) };
  }

  readPeSet(set: CommunityPeSet, at: DataPath): ReadSet {
    const links = (set.links ?? []).map(({ url, content_type: label, description: text }) => {
      // The gwosc-catalog tool repeats the label.
      const description = singleLine(text) === label ? undefined : singleLine(text);
      return { url, label, ...recordOf({ description }) };
    });
    const record: GivenSet = {
      name: set.pe_set_name,
      pipeline_type: 'pe',
      ...recordOf({
        waveform_family: singleLine(set.waveform_family),
        data_url: singleLine(set.data_url),
        is_preferred: set.is_preferred ?? undefined,
        links: links.length > 0 ? links : undefined,
        parameters: this.#readValues(set.parameters, [...at, 'parameters']),
      }),
    };
    return { at, record, positions: positionsOf(set.parameters) };
  }

  /** Exactly one analysis must be preferred, because the default parameters come from it. */
  checkPreference(sets: readonly CommunityPeSet[]): void {
    const preferred = sets.flatMap((set, index) => (set.is_preferred === true ? [index] : []));
    const [, second] = preferred;
    if (second !== undefined) {
      const message = `${preferred.length} of the pe_sets are preferred`;
      const fix = 'mark only one of them as preferred';
      this.findings.push({ at: ['pe_sets', second, 'is_preferred'], code: 'D116', message, fix });
    } else if (sets.length > 0 && preferred.length === 0) {
      const message = 'none of the pe_sets is preferred';
      this.findings.push({ at: ['pe_sets'], code: 'D111', message, fix: 'give one of them "is_preferred": true' });
    }
  }

  #readValues(values: readonly CommunityValue[], at: DataPath): GivenValues | undefined {
    const read = new Map<string, GivenValues[string] | null>();
    for (const [index, value] of values.entries()) {
      const place = [...at, index];
      const name = ourName(value.parameter_name);
      const parameter = this.#known.get(name);
      if (!parameter) this.#noteUnknown(value.parameter_name, place);
      else if (read.has(name)) {
        const message = `${value.parameter_name} is given twice`;
        this.findings.push({ at: place, code: 'D116', message, fix: 'keep one of the two' });
      } else read.set(name, this.#readValue(value, parameter, place));
    }
    const known = [...read].flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]));
    return known.length === 0 ? undefined : Object.fromEntries(known);
  }

  #noteUnknown(name: string, at: DataPath): void {
    const [near] = findMisspelt(name, [...this.#known.keys()]);
    const fix = `add ${ourName(name)} to default-parameters.yaml, and import the file again`;
    this.warnings.push({
      at: [...at, 'parameter_name'],
      code: 'W210',
      message: `parameter ${name} is not in default-parameters.yaml and is not stored`,
      fix: near === undefined ? fix : `did you mean "${near}"? If not, ${fix}`,
    });
  }

  /** The value; null if it has no number. */
  #readValue(value: CommunityValue, parameter: ParameterDefinition, at: DataPath): GivenValues[string] | null {
    const best = this.#number(value, 'best', at);
    const upper = this.#number(value, 'upper_error', at);
    const size = this.#number(value, 'lower_error', at);
    if (best === undefined) {
      const message = `best of ${value.parameter_name} is missing`;
      this.findings.push({ at, code: 'D111', message, fix: 'add it, or remove the parameter' });
      return null;
    }
    this.#checkUnit(value, parameter, at);
    const errors = { best, upper_error: upper, lower_error: size };
    const interval = this.#mayHoldIntervals ? intervalFinding(value.parameter_name, errors) : null;
    if (interval) {
      this.findings.push({ at, ...interval });
      return { best };
    }
    const { decimal_places: decimals } = value;
    if (isGiven(decimals) && decimals !== decimalsOf(best)) {
      const message = 'decimal_places is not stored if best has a different number of decimals';
      const fix = 'keep the original file if you need it';
      this.warnings.push({ at: [...at, 'decimal_places'], onKey: true, code: 'W210', message, fix });
    }
    // The documentation defines the error as a size, but the gwosc-catalog tool writes an offset.
    const lower = size === undefined ? undefined : 0 - Math.abs(size);
    const numbers = { best, ...recordOf({ upper_error: upper, lower_error: lower }) };
    return withLimit(numbers, value.is_upper_bound ?? undefined, value.is_lower_bound ?? undefined);
  }

  /** A number in either spelling. If both are given, they must agree. */
  #number(value: CommunityValue, member: keyof typeof SPELLINGS, at: DataPath): number | undefined {
    const [first, second] = SPELLINGS[member].filter((name) => isGiven(value[name]));
    if (first && second && value[first] !== value[second]) {
      const message = `${first} and ${second} of ${value.parameter_name} mean the same but have different values`;
      this.findings.push({ at: [...at, second], code: 'D116', message, fix: 'keep one of the two' });
    }
    return (first && value[first]) ?? undefined;
  }

  #checkUnit(value: CommunityValue, { unit }: ParameterDefinition, at: DataPath): void {
    const given = value.unit ?? '';
    const what = `unit of ${value.parameter_name}`;
    const found = unitFinding(what, unit, given);
    if (!found) return;
    if (given === '')
      this.findings.push({ at, code: 'D111', message: `${what} is missing`, fix: `add "unit": "${unit}"` });
    else this.findings.push({ at: [...at, 'unit'], ...found });
  }
}

/**
 * Checks an event version beyond its schema, including the names that it refers to. Paths in the findings are relative to the entry.
 */

import { eventVersionId } from '../core/contract/ids.ts';
import { type DataPath, type Finding, placed } from '../report/problems.ts';
import { type KnownNames, NameRegister, reservedNameFinding, unknownNameFinding } from './check-names.ts';
import { roundTime } from './files/number-text.ts';
import type { EventVersion, ParameterSet, ParameterValue, ParameterValues } from './types.ts';

export function checkEventVersion(event: EventVersion, known: KnownNames): Finding[] {
  const { name, short_name: shortName, gps } = event;
  const ofVersion = ` of ${eventVersionId(name, event.version)}`;
  const findings = [
    ...placed(['name'], reservedNameFinding('event', name)),
    ...placed(['short_name'], shortName === undefined ? null : reservedNameFinding('version', shortName)),
  ];
  if (roundTime(gps) !== gps) {
    const message = `gps${ofVersion} is ${gps}, with more than one decimal`;
    findings.push({ at: ['gps'], code: 'D140', message, fix: `round it: ${gps.toFixed(1)}` });
  }
  for (const list of ['detectors', 'bulk_detectors'] as const) {
    for (const [index, code] of (event[list] ?? []).entries()) {
      const unknown = unknownNameFinding('detector', code, known.detectors);
      findings.push(...placed([list, index], unknown));
    }
  }
  findings.push(...checkParameters(event.parameters, ofVersion, known.parameters, known.otherParameters));
  const setNames = new NameRegister('parameter set');
  for (const [index, set] of (event.parameter_sets ?? []).entries()) {
    const at: DataPath = ['parameter_sets', index];
    const again = setNames.add(set.name, () => `element ${index + 1} of parameter_sets`);
    findings.push(...placed([...at, 'name'], again));
    findings.push(...placed(at, checkParameterSet(set, known, `${ofVersion} in ${set.name}`)));
  }
  return findings;
}

/** Checks a parameter set. `of` names the set and its version, for messages. */
function checkParameterSet(set: ParameterSet, known: KnownNames, of: string): Finding[] {
  return checkParameters(set.parameters, of, [...known.parameters, ...known.otherParameters]);
}

/**
 * `of` names the owner of the values, for messages: ` of GW150914-v3`. It may have the `known` parameters; the `others` are only for sets.
 */
function checkParameters(
  values: ParameterValues = {},
  of: string,
  known: readonly string[],
  others: readonly string[] = [],
): Finding[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const at = ['parameters', name];
    const unknown = others.includes(name) ? onlyOfSets(name) : unknownNameFinding('parameter', name, known);
    const found = checkValue(value, at, `${name}${of}`);
    return unknown ? [{ at, onKey: true, ...unknown }, ...found] : found;
  });
}

const onlyOfSets = (name: string): Finding => ({
  code: 'D134',
  message: `${name} is among other_parameters, which only parameter sets have`,
  fix: 'move it to default_parameters in default-parameters.yaml, or move the value into a parameter set',
});

function checkValue(value: ParameterValue, at: DataPath, label: string): Finding[] {
  const findings: Finding[] = [];
  const { upper_error: upper = null, lower_error: lower = null } = value;
  const wrongSign = (member: string, error: number, side: string, way: string): void => {
    const fix = `write it as a distance ${way}`;
    const message = `${member} of ${label} is ${error}, ${side} 0`;
    findings.push({ at: [...at, member], code: 'D144', message, fix, topic: `${at.at(-1)} ${member}` });
  };
  if (upper !== null && upper < 0) wrongSign('upper_error', upper, 'below', 'upwards, without a minus sign');
  if (lower !== null && lower > 0) wrongSign('lower_error', lower, 'above', 'downwards, with a minus sign');
  const limits = (['is_upper_limit', 'is_lower_limit'] as const).filter((flag) => value[flag] === true);
  const [first, second] = limits;
  if (first && (upper !== null || lower !== null)) {
    const message = `${label} is a limit and has errors`;
    const fix = 'remove the errors, or the limit';
    findings.push({ at: [...at, first], onKey: true, code: 'D145', message, fix, topic: `${at.at(-1)}` });
  }
  if (second) {
    const message = `${label} is both an upper and a lower limit`;
    const fix = 'keep one of the two';
    findings.push({ at: [...at, second], onKey: true, code: 'D146', message, fix, topic: `${at.at(-1)}` });
  }
  return findings;
}

/** Each version's record lists all versions of its event, so the total size is quadratic in the number of versions. */
const MAX_VERSIONS = 100;

/** Finds event versions that are given twice, spelt in two ways or too numerous. */
export class VersionRegister {
  readonly #names = new NameRegister('event');
  readonly #places = new Map<string, () => string>();
  readonly #counts = new Map<string, number>();

  /** True if the version has already been added. */
  has(shortName: string): boolean {
    return this.#places.has(shortName);
  }

  /** Adds a version. Returns the findings about its name. */
  add(name: string, shortName: string, place: () => string): Finding[] {
    const findings: Finding[] = [];
    const first = this.#places.get(shortName);
    if (first === undefined) this.#places.set(shortName, place);
    else {
      const message = `event version ${shortName} is given twice, first at ${first()}`;
      findings.push({ code: 'D131', message, fix: 'correct the version, or keep one of the two' });
    }
    const renamed = this.#names.add(name, place, true);
    if (renamed !== null) findings.push(renamed);
    const count = (this.#counts.get(name) ?? 0) + 1;
    this.#counts.set(name, count);
    if (count === MAX_VERSIONS + 1) {
      const message = `event ${name} has more than ${MAX_VERSIONS} versions`;
      findings.push({ code: 'D157', message, fix: 'correct the names, or remove versions' });
    }
    return findings;
  }
}

/**
 * Checks an event version beyond its schema. In: one entry and the names it may refer to. Out: findings with the path inside
 * the entry. Pure; `load` and `import` both use it.
 */

import type { RawEventVersion, RawValue } from './files/raw.ts';
import type { DataPath, PlacedFinding } from './files/yaml-file.ts';
import { reservedNameFinding, unknownNameFinding } from './names.ts';

/** What entries may refer to; null where the file that defines the names could not be read. */
export interface KnownNames {
  readonly detectors: readonly string[] | null;
  readonly runs: readonly string[] | null;
  readonly catalogs: readonly string[] | null;
  readonly parameters: readonly string[] | null;
}

/** `GW150914-v3`: the name of an event version in URLs. */
export function shortNameOf(event: { readonly name: string; readonly version: number }): string {
  return `${event.name}-v${event.version}`;
}

export function checkEventVersion(event: RawEventVersion, known: KnownNames): PlacedFinding[] {
  const findings: PlacedFinding[] = [];
  const shortName = shortNameOf(event);
  const reserved = reservedNameFinding('an event', event.name);
  if (reserved) findings.push({ at: ['name'], ...reserved });
  if (Number(event.gps.toFixed(1)) !== event.gps) {
    const message = `gps of ${shortName} is ${event.gps}, more than one decimal`;
    findings.push({ at: ['gps'], code: 'D140', message, fix: `round it: ${event.gps.toFixed(1)}` });
  }
  for (const [index, code] of event.detectors.entries()) {
    const unknown = unknownNameFinding('D133', 'detector', code, known.detectors, 'detectors.yaml');
    if (unknown) findings.push({ at: ['detectors', index], ...unknown });
  }
  for (const [name, value] of Object.entries(event.parameters ?? {})) {
    const at = ['parameters', name];
    const unknown = unknownNameFinding('D134', 'parameter', name, known.parameters, 'default-parameters.yaml');
    if (unknown) findings.push({ at, onKey: true, ...unknown });
    findings.push(...checkValue(value, at, `${name} of ${shortName}`));
  }
  return findings;
}

function checkValue(value: RawValue, at: DataPath, label: string): PlacedFinding[] {
  const findings: PlacedFinding[] = [];
  const { upper_error: upper = null, lower_error: lower = null } = value;
  if (upper !== null && upper < 0) {
    const message = `upper_error of ${label} is ${upper}, below 0`;
    findings.push({
      at: [...at, 'upper_error'],
      code: 'D144',
      message,
      fix: `write it as a distance upwards, such as ${-upper}`,
    });
  }
  if (lower !== null && lower > 0) {
    const message = `lower_error of ${label} is ${lower}, above 0`;
    findings.push({
      at: [...at, 'lower_error'],
      code: 'D144',
      message,
      fix: `write it as a distance downwards, such as ${-lower}`,
    });
  }
  const limits = (['is_upper_limit', 'is_lower_limit'] as const).filter((flag) => value[flag] === true);
  const [first, second] = limits;
  if (first && (upper !== null || lower !== null)) {
    const message = `${label} is a limit and has errors`;
    findings.push({ at: [...at, first], onKey: true, code: 'D145', message, fix: 'remove the errors, or the limit' });
  }
  if (second) {
    const message = `${label} is an upper and a lower limit at once`;
    findings.push({ at: [...at, second], onKey: true, code: 'D146', message, fix: 'keep one of the two' });
  }
  return findings;
}

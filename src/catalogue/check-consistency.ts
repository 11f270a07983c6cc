/**
 * Finds values in an event version that contradict each other. Paths in the warnings are relative to the entry.
 *
 * Values are medians of wide distributions and are rounded, so the checks report only differences that neither errors nor rounding explain.
 */

import type { DataPath, Finding } from '../report/problems.ts';
import type { EventVersion, ParameterValue, ParameterValues } from './types.ts';

/** Findings about the values of a version or set at the path `within`; `label` names it in messages. */
export function inconsistentValues(values: ParameterValues = {}, within: DataPath, label: string): Finding[] {
  const at = pathsWithin(within);
  return [...greatMasses(values, at, label), ...wrongDistance(values, at, label), ...wrongTotal(values, at, label)];
}

type PathOf = (parameter: string) => DataPath;

/** The paths to parameters in the entry or set at the path `within`. */
export const pathsWithin =
  (within: DataPath): PathOf =>
  (parameter) => [...within, 'parameters', parameter];

/** In solar masses. Ground-based detectors cannot detect heavier objects. */
const GREATEST_MASS = 1000;

function greatMasses(values: ParameterValues, at: PathOf, label: string): Finding[] {
  return Object.entries(values).flatMap(([name, { best }]): Finding[] => {
    if (!/(?:^|_)mass(?:_|$)/.test(name) || best <= GREATEST_MASS) return [];
    const message = `${name} of ${label} is ${best}, above ${GREATEST_MASS} solar masses`;
    return [{ at: [...at(name), 'best'], code: 'W217', message, fix: 'correct the value', topic: name }];
  });
}

/** The interval that a value's errors span. */
interface Interval {
  readonly from: number;
  readonly to: number;
}

export const isLimit = ({ is_upper_limit: upper, is_lower_limit: lower }: ParameterValue): boolean =>
  upper === true || lower === true;

/** The interval that a value spans; null for a limit or a missing value. */
function intervalOf(value: ParameterValue | undefined): Interval | null {
  if (value === undefined || isLimit(value)) return null;
  return { from: value.best + (value.lower_error ?? 0), to: value.best + (value.upper_error ?? 0) };
}

const overlap = (a: Interval, b: Interval): boolean => a.from <= b.to && b.from <= a.to;

/**
 * The cosmology that most catalogs assume: a flat universe with a cosmological constant, as measured by Planck in 2015. `HUBBLE` is in
 * km/s/Mpc; `MATTER` is the matter fraction.
 */
const HUBBLE = 67.9;
const MATTER = 0.3065;
const LIGHT_KM_S = 299_792.458;

/**
 * Luminosity distance in Mpc at a redshift, by Simpson's rule; up to a redshift of 100, the numerical error is far below the tolerance.
 */
export function luminosityDistance(redshift: number): number {
  const steps = 200;
  const inverse = (z: number): number => 1 / Math.sqrt(MATTER * (1 + z) ** 3 + 1 - MATTER);
  let sum = inverse(0) + inverse(redshift);
  for (let n = 1; n < steps; n++) sum += (n % 2 === 1 ? 4 : 2) * inverse((redshift * n) / steps);
  return ((LIGHT_KM_S / HUBBLE) * (1 + redshift) * redshift * sum) / (3 * steps);
}

/** Redshifts are rounded to two decimal places, and some catalogs assume a slightly different cosmology. */
const REDSHIFT_ROUNDING = 0.01;
const DISTANCE_TOLERANCE = 1.25;

function wrongDistance(values: ParameterValues, at: PathOf, label: string): Finding[] {
  const { redshift, luminosity_distance: distance } = values;
  const [z, d] = [intervalOf(redshift), intervalOf(distance)];
  if (!redshift || !distance || !z || !d || z.from < 0 || d.from < 0) return [];
  const expected = {
    from: luminosityDistance(Math.max(0, z.from - REDSHIFT_ROUNDING)) / DISTANCE_TOLERANCE,
    to: luminosityDistance(z.to + REDSHIFT_ROUNDING) * DISTANCE_TOLERANCE,
  };
  if (overlap(expected, d)) return [];
  const mpc = Math.round(luminosityDistance(redshift.best));
  const message = `redshift of ${label} is ${redshift.best}, about ${mpc} Mpc, but its luminosity_distance is ${distance.best}`;
  return [{ at: at('redshift'), code: 'W218', message, fix: 'correct one of the two', topic: '' }];
}

/** How far the total mass may differ from the sum of the medians, beyond the errors, as a fraction of the total mass. */
const TOTAL_TOLERANCE = 0.05;

function wrongTotal(values: ParameterValues, at: PathOf, label: string): Finding[] {
  const { mass_1_source: heavier, mass_2_source: lighter, total_mass_source: total } = values;
  const [first, second, whole] = [heavier, lighter, total].map(intervalOf);
  if (!heavier || !lighter || !total || !first || !second || !whole) return [];
  const slack = Math.abs(total.best) * TOTAL_TOLERANCE;
  const sum = { from: first.from + second.from - slack, to: first.to + second.to + slack };
  if (overlap(sum, whole)) return [];
  const both = Number((heavier.best + lighter.best).toPrecision(12));
  const message = `total_mass_source of ${label} is ${total.best}, but mass_1_source and mass_2_source add up to ${both}`;
  return [{ at: at('total_mass_source'), code: 'W219', message, fix: 'correct one of the three', topic: '' }];
}

/** Findings about preferred sets: several of them, and default values that differ from them. */
export function preferredSets({ parameters = {}, parameter_sets: sets = [] }: EventVersion, label: string): Finding[] {
  const preferred = [...sets.entries()].filter(([, set]) => set.is_preferred === true);
  const [first, second] = preferred;
  if (!first) return [];
  if (second) {
    const message = `${label} has ${preferred.length} preferred sets: ${preferred.map(([, { name }]) => name).join(', ')}`;
    const fix = 'keep is_preferred in one of them';
    const at: DataPath = ['parameter_sets', second[0], 'is_preferred'];
    return [{ at, code: 'W212', message, fix, topic: '' }];
  }
  const [, { name: set, parameters: own = {} }] = first;
  return Object.entries(parameters).flatMap(([name, { best }]): Finding[] => {
    const other = own[name]?.best;
    if (other === undefined || other === best) return [];
    const message = `${name} of ${label} is ${best}, but ${other} in its preferred set ${set}`;
    const at: DataPath = ['parameters', name, 'best'];
    return [{ at, code: 'W213', message, fix: 'correct one of the two, or is_preferred', topic: name }];
  });
}

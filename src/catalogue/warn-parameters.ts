/**
 * Finds values of parameters that are valid but implausible, or that contradict each other. Paths in the warnings are relative to the event
 * version or parameter set.
 *
 * Bounds come from physics: masses, distances and redshifts are not negative, probabilities lie between 0 and 1, and effective spins
 * between -1 and 1. Values are medians of wide distributions and are rounded, so contradictions are reported only if neither errors nor
 * rounding explain them.
 */

import type { DataPath, Finding } from '../report/problems.ts';
import type { ParameterValue, ParameterValues } from './types.ts';

/** All warnings about the values of a version or set; `label` names it in messages. */
export function implausibleValues(values: ParameterValues = {}, label: string): Finding[] {
  const single = Object.entries(values).flatMap(([name, value]) => outOfBounds(name, value, label));
  const rules = [wrongOrder, greatMasses, wrongDistance, wrongTotal];
  return [...single, ...rules.flatMap((rule) => rule(values, label))];
}

/** The path to a parameter. */
const pathOf = (parameter: string): DataPath => ['parameters', parameter];

/** Minimum and maximum for each parameter. */
const BOUNDS: Readonly<Record<string, readonly [least: number, greatest: number]>> = {
  mass_1_source: [0, Infinity],
  mass_2_source: [0, Infinity],
  total_mass_source: [0, Infinity],
  chirp_mass: [0, Infinity],
  chirp_mass_source: [0, Infinity],
  final_mass_source: [0, Infinity],
  luminosity_distance: [0, Infinity],
  redshift: [0, Infinity],
  chi_eff: [-1, 1],
  far: [0, Infinity],
  p_astro: [0, 1],
  network_matched_filter_snr: [0, Infinity],
};

/** Pairs of parameters: the first must not exceed the second. */
const ORDERS = [
  ['W203', 'mass_2_source', 'mass_1_source', 'swap the two'],
  ['W204', 'final_mass_source', 'total_mass_source', 'correct one of the two'],
] as const;

function wrongOrder(values: ParameterValues, label: string): Finding[] {
  return ORDERS.flatMap(([code, less, greater, fix]): Finding[] => {
    const [a, b] = [values[less], values[greater]];
    if (!a || !b || isLimit(a) || isLimit(b) || a.best <= b.best) return [];
    const message = `${less} of ${label} is ${a.best}, greater than its ${greater} ${b.best}`;
    return [{ at: pathOf(less), code, message, fix, topic: less }];
  });
}

function outOfBounds(name: string, value: ParameterValue, label: string): Finding[] {
  const bounds = Object.hasOwn(BOUNDS, name) ? BOUNDS[name] : undefined;
  if (!bounds) return [];
  const [least, greatest] = bounds;
  const { best, upper_error: upper, lower_error: lower } = value;
  // Checks the usual case first, because there are thousands of values. Unrounded sums are sufficient here, because rounding never moves a
  // value out of bounds.
  const reached = [best, best + (lower ?? 0), best + (upper ?? 0)];
  if (reached.every((one) => one >= least && one <= greatest)) return [];
  const range = greatest === Infinity ? `below ${least}` : `outside ${least} to ${greatest}`;
  if (best < least || best > greatest) {
    const message = `${name} of ${label} is ${best}, ${range}`;
    return [{ at: [...pathOf(name), 'best'], code: 'W202', message, fix: 'correct the value', topic: name }];
  }
  const ends = [
    ['lower_error', lower ?? 0],
    ['upper_error', upper ?? 0],
  ] as const;
  return ends.flatMap(([member, error]): Finding[] => {
    // Rounded, because binary fractions are inexact.
    const end = Number((best + error).toPrecision(12));
    if (end >= least && end <= greatest) return [];
    const message = `${member} of ${name} of ${label} reaches ${end}, ${range}`;
    return [
      { at: [...pathOf(name), member], code: 'W205', message, fix: 'correct the error', topic: `${name} ${member}` },
    ];
  });
}

/** In solar masses. Ground-based detectors cannot detect heavier objects. */
const GREATEST_MASS = 1000;

function greatMasses(values: ParameterValues, label: string): Finding[] {
  return Object.entries(values).flatMap(([name, { best }]): Finding[] => {
    if (!/(?:^|_)mass(?:_|$)/.test(name) || best <= GREATEST_MASS) return [];
    const message = `${name} of ${label} is ${best}, above ${GREATEST_MASS} solar masses`;
    return [{ at: [...pathOf(name), 'best'], code: 'W217', message, fix: 'correct the value', topic: name }];
  });
}

/** The interval that a value's errors span. */
interface Interval {
  readonly from: number;
  readonly to: number;
}

const isLimit = ({ is_upper_limit: upper, is_lower_limit: lower }: ParameterValue): boolean =>
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
  const inverse = (z: number): number => 1 / Math.sqrt(MATTER * (1 + z) * (1 + z) * (1 + z) + 1 - MATTER);
  let sum = inverse(0) + inverse(redshift);
  for (let n = 1; n < steps; n++) sum += (n % 2 === 1 ? 4 : 2) * inverse((redshift * n) / steps);
  return ((LIGHT_KM_S / HUBBLE) * (1 + redshift) * redshift * sum) / (3 * steps);
}

/** Redshifts are rounded to two decimal places, and some catalogs assume a slightly different cosmology. */
const REDSHIFT_ROUNDING = 0.01;
const DISTANCE_TOLERANCE = 1.25;

function wrongDistance(values: ParameterValues, label: string): Finding[] {
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
  return [{ at: pathOf('redshift'), code: 'W218', message, fix: 'correct one of the two', topic: '' }];
}

/** How far the total mass may differ from the sum of the medians, beyond the errors, as a fraction of the total mass. */
const TOTAL_TOLERANCE = 0.05;

function wrongTotal(values: ParameterValues, label: string): Finding[] {
  const { mass_1_source: heavier, mass_2_source: lighter, total_mass_source: total } = values;
  const [first, second, whole] = [heavier, lighter, total].map(intervalOf);
  if (!heavier || !lighter || !total || !first || !second || !whole) return [];
  const slack = Math.abs(total.best) * TOTAL_TOLERANCE;
  const sum = { from: first.from + second.from - slack, to: first.to + second.to + slack };
  if (overlap(sum, whole)) return [];
  const both = Number((heavier.best + lighter.best).toPrecision(12));
  const message = `total_mass_source of ${label} is ${total.best}, but mass_1_source and mass_2_source add up to ${both}`;
  return [{ at: pathOf('total_mass_source'), code: 'W219', message, fix: 'correct one of the three', topic: '' }];
}

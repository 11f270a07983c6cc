/** Presets: the filters that visitors use most, each with a name. */

import { nameRangeFilter, type RangeBound } from '../../../../core/contract/parameters.ts';
import { type Address, parametersOf, withoutNames, withParameters } from '../../../address/address.ts';

/** One end of a range that a preset asks for. */
interface PresetLimit {
  /** The query parameter, such as `min-mass-2-source`. */
  readonly parameter: string;
  readonly bound: RangeBound;
  readonly value: number;
}

export interface Preset {
  readonly name: string;
  readonly explanation: string;
  readonly limits: readonly PresetLimit[];
}

const limit = (bound: RangeBound, quantity: string, value: number): PresetLimit => ({
  ...{ parameter: nameRangeFilter(bound, quantity), bound, value },
});

/** The next value beside a limit, to the precision of published values. Needed because the API's ranges include their ends. */
const below = (value: number): number => Number((value - 1e-6).toFixed(6));
const above = (value: number): number => Number((value + 1e-6).toFixed(6));

export const PRESETS: readonly Preset[] = [
  {
    ...{ name: 'p_astro > 0.9', explanation: 'Probably astrophysical.' },
    limits: [limit('min', 'p-astro', above(0.9))],
  },
  {
    ...{ name: 'FAR < 1 yr⁻¹', explanation: 'Noise alone gives such a candidate less than once a year.' },
    limits: [limit('max', 'far', below(1))],
  },
];

/** The limit that a request has for the same end; NaN if it has none, or one that is not a number. */
const givenFor = (target: string, { parameter }: PresetLimit): number =>
  Number(parametersOf(target).get(parameter) || Number.NaN);

/** True if a request is at least as strict as a limit. */
const isWithin = (target: string, wanted: PresetLimit): boolean => {
  const given = givenFor(target, wanted);
  return wanted.bound === 'min' ? given >= wanted.value : given <= wanted.value;
};

/** True if a preset would not narrow a request: the request has its limits, or stricter limits. */
export const isPresetSet = ({ target }: Pick<Address, 'target'>, { limits }: Preset): boolean =>
  limits.every((one) => isWithin(target, one));

/** The parameters that a request has from a preset; none unless it is set. A stricter limit is the visitor's own. */
export const presetNames = (address: Pick<Address, 'target'>, preset: Preset): readonly string[] =>
  isPresetSet(address, preset)
    ? preset.limits.filter((one) => givenFor(address.target, one) === one.value).map(({ parameter }) => parameter)
    : [];

/** Narrows a request by a preset. Every other filter keeps its limits. */
export function withPreset(target: string, preset: Preset): string {
  const missing = preset.limits.filter((one) => !isWithin(target, one));
  return withParameters(target, Object.fromEntries(missing.map(({ parameter, value }) => [parameter, String(value)])));
}

/** A request without a preset. */
export const withoutPreset = (target: string, preset: Preset): string =>
  withParameters(target, withoutNames(presetNames({ target }, preset)));

/** Presets: the filters that visitors use most, each with a name. Types follow the rule in rows.ts. Pure. */

import { nameRangeFilter, type RangeBound } from '../../../../core/contract/parameters.ts';
import { type Address, parametersOf, withoutNames, withParameters } from '../../../address/address.ts';
import { type BinaryType, NEUTRON_STAR_BELOW } from '../../../event-data/binaries.ts';
import { MASS_NAMES } from '../../../event-data/columns.ts';

/** One end of a range that a preset asks for. */
interface PresetLimit {
  /** The query parameter, such as `min-mass-2-source`. */
  readonly parameter: string;
  readonly bound: RangeBound;
  readonly value: number;
}

export interface Preset {
  readonly name: string;
  /** The type of binary that the preset selects, if any. */
  readonly type?: BinaryType;
  readonly explanation: string;
  readonly limits: readonly PresetLimit[];
}

const limit = (bound: RangeBound, quantity: string, value: number): PresetLimit => ({
  ...{ parameter: nameRangeFilter(bound, quantity), bound, value },
});

/** The next value beside a limit, to the precision of published values. Needed because the API's ranges include their ends. */
const below = (value: number): number => Number((value - 1e-6).toFixed(6));
const above = (value: number): number => Number((value + 1e-6).toFixed(6));

const [MASS_1, MASS_2] = MASS_NAMES;
const LIMIT = NEUTRON_STAR_BELOW;

export const PRESETS: readonly Preset[] = [
  {
    ...{ name: 'BBH', type: 'BBH', explanation: `Binary black holes: both masses are at least ${LIMIT} M☉.` },
    limits: [limit('min', MASS_2, LIMIT)],
  },
  {
    ...{ name: 'NSBH', type: 'NSBH', explanation: `Neutron star and black hole: only mass 2 is below ${LIMIT} M☉.` },
    limits: [limit('min', MASS_1, LIMIT), limit('max', MASS_2, below(LIMIT))],
  },
  {
    ...{ name: 'BNS', type: 'BNS', explanation: `Binary neutron stars: both masses are below ${LIMIT} M☉.` },
    limits: [limit('max', MASS_1, below(LIMIT))],
  },
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

/** Narrows a request by a preset. A type replaces the type that was chosen before; every other filter keeps its limits. */
export function withPreset(target: string, preset: Preset): string {
  const before = PRESETS.filter((one) => one.type && preset.type);
  const rest = withParameters(target, withoutNames(before.flatMap((one) => presetNames({ target }, one))));
  const missing = preset.limits.filter((one) => !isWithin(rest, one));
  return withParameters(rest, Object.fromEntries(missing.map(({ parameter, value }) => [parameter, String(value)])));
}

/** Presets: the filters that visitors use most, each with a name. Types follow the rule in rows.ts. Pure. */

import { type Address, parametersOf, withoutNames, withParameters } from '../../../address/address.ts';
import { type BinaryType, NEUTRON_STAR_BELOW } from '../rows.ts';

export interface Preset {
  readonly name: string;
  /** The type of binary that the preset selects, if any. */
  readonly type?: BinaryType;
  readonly explanation: string;
  /** The limits that the preset sets, by query parameter. */
  readonly sets: Readonly<Record<string, string>>;
}

/** The largest value below a limit, to the precision of published values. Needed because the API's ranges include their ends. */
const below = (limit: number): string => (limit - 1e-6).toFixed(6);
const above = (limit: number): string => (limit + 1e-6).toFixed(6);

const LIMIT = NEUTRON_STAR_BELOW;

export const PRESETS: readonly Preset[] = [
  {
    ...{ name: 'BBH', type: 'BBH', explanation: `Binary black holes: both masses are at least ${LIMIT} M☉.` },
    sets: { 'min-mass-2-source': String(LIMIT) },
  },
  {
    ...{ name: 'NSBH', type: 'NSBH', explanation: `Neutron star and black hole: only mass 2 is below ${LIMIT} M☉.` },
    sets: { 'min-mass-1-source': String(LIMIT), 'max-mass-2-source': below(LIMIT) },
  },
  {
    ...{ name: 'BNS', type: 'BNS', explanation: `Binary neutron stars: both masses are below ${LIMIT} M☉.` },
    sets: { 'max-mass-1-source': below(LIMIT) },
  },
  {
    ...{ name: 'p_astro > 0.9', explanation: 'Probably astrophysical.' },
    sets: { 'min-p-astro': above(0.9) },
  },
  {
    ...{ name: 'FAR < 1 yr⁻¹', explanation: 'Noise alone gives such a candidate less than once a year.' },
    sets: { 'max-far': below(1) },
  },
];

export const presetNames = ({ sets }: Preset): readonly string[] => Object.keys(sets);

export const isPresetSet = ({ target }: Pick<Address, 'target'>, { sets }: Preset): boolean => {
  const given = parametersOf(target);
  return Object.entries(sets).every(([name, limit]) => given.get(name) === limit);
};

/** The stricter of two limits for a range filter. If the given limit is not a number, the preset's limit is used. */
function stricter(name: string, given: string | null, limit: string): string {
  if (given === null || given === '' || Number.isNaN(Number(given))) return limit;
  const isLow = name.startsWith('min-');
  return Number(given) > Number(limit) === isLow ? given : limit;
}

/** Narrows a request by a preset. A type replaces the type that was chosen before; every other filter keeps its limits. */
export function withPreset(target: string, preset: Preset): string {
  const before = PRESETS.filter((one) => one.type && preset.type && isPresetSet({ target }, one));
  const rest = withParameters(target, withoutNames(before.flatMap(presetNames)));
  const given = parametersOf(rest);
  const limits = Object.entries(preset.sets).map(([name, limit]) => [name, stricter(name, given.get(name), limit)]);
  return withParameters(rest, Object.fromEntries(limits));
}

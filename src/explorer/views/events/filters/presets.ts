/** Presets: the filters that visitors use most, each with a name. Types follow the rule in rows.ts. Pure. */

import { type Address, parametersOf, withoutNames, withParameters } from '../../../address/address.ts';
import { type BinaryType, NEUTRON_STAR_BELOW } from '../rows.ts';

export interface Preset {
  readonly name: string;
  /** The type of binary that the preset selects, if any. */
  readonly type?: BinaryType;
  readonly explanation: string;
  /** The parameters that the preset sets. They replace the address's values for the same quantities. */
  readonly sets: Readonly<Record<string, string>>;
  readonly clears?: readonly string[];
}

/** The largest value below a limit, to the precision of published values. Needed because the API's ranges include their ends. */
const below = (limit: number): string => (limit - 1e-6).toFixed(6);
const above = (limit: number): string => (limit + 1e-6).toFixed(6);

const MASS_1 = ['min-mass-1-source', 'max-mass-1-source'] as const;
const MASS_2 = ['min-mass-2-source', 'max-mass-2-source'] as const;
const LIMIT = NEUTRON_STAR_BELOW;

export const PRESETS: readonly Preset[] = [
  {
    ...{ name: 'BBH', type: 'BBH', explanation: `Binary black holes: both masses are at least ${LIMIT} M☉.` },
    sets: { [MASS_2[0]]: String(LIMIT) },
    clears: [...MASS_1, MASS_2[1]],
  },
  {
    ...{ name: 'NSBH', type: 'NSBH', explanation: `Neutron star and black hole: only mass 2 is below ${LIMIT} M☉.` },
    sets: { [MASS_1[0]]: String(LIMIT), [MASS_2[1]]: below(LIMIT) },
    clears: [MASS_1[1], MASS_2[0]],
  },
  {
    ...{ name: 'BNS', type: 'BNS', explanation: `Binary neutron stars: both masses are below ${LIMIT} M☉.` },
    sets: { [MASS_1[1]]: below(LIMIT) },
    clears: [MASS_1[0], ...MASS_2],
  },
  {
    ...{ name: 'p_astro > 0.9', explanation: 'Probably astrophysical.' },
    sets: { 'min-p-astro': above(0.9) },
    clears: ['max-p-astro'],
  },
  {
    ...{ name: 'FAR < 1 yr⁻¹', explanation: 'Noise alone gives such a candidate less than once a year.' },
    sets: { 'max-far': below(1) },
    clears: ['min-far'],
  },
];

/** The parameters whose values a preset determines. */
export const presetNames = ({ sets, clears = [] }: Preset): readonly string[] => [...Object.keys(sets), ...clears];

export const isPresetSet = ({ target }: Pick<Address, 'target'>, preset: Preset): boolean => {
  const given = parametersOf(target);
  return presetNames(preset).every((name) => given.get(name) === (preset.sets[name] ?? null));
};

export const withPreset = (target: string, preset: Preset): string =>
  withParameters(target, { ...withoutNames(presetNames(preset)), ...preset.sets });

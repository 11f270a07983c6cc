/**
 * The choice between the specification and the live service, where they differ and programs rely on the difference. `specification`: every
 * generated link has `format=api`, and an event version's short name is `<name>-v<version>`. `service`: no generated link has a format,
 * because programs such as GWpy choose a reader by a URL's ending, and a version has the service's short name if the data contain it. The
 * renderers and CSV follow the choice too: units, decimal places, the order of parameters, and columns.
 */

import { LINK_FORMAT } from './parameters.ts';

export const COMPATIBILITIES = ['specification', 'service'] as const;
export type Compatibility = (typeof COMPATIBILITIES)[number];

/** The format in generated links; null if they have none. */
export const linkFormatOf = (compatibility: Compatibility): string | null =>
  compatibility === 'service' ? null : LINK_FORMAT;

/** The service's first parameters, in this order; programs expect them even if the catalogue has none of them. */
const FIRST_PARAMETERS = [
  'mass_1_source',
  'mass_2_source',
  'network_matched_filter_snr',
  'luminosity_distance',
  'chi_eff',
  'total_mass_source',
  'chirp_mass_source',
  'chirp_mass',
  'redshift',
  'far',
  'p_astro',
  'final_mass_source',
];

/** All parameters in the order of the older interfaces and the service's tables: first those that programs expect, then the catalogue's. */
export function legacyParameters(names: readonly string[]): string[] {
  return [...FIRST_PARAMETERS, ...names.filter((name) => !FIRST_PARAMETERS.includes(name))];
}

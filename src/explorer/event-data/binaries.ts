/** Types of binaries by their masses: the type of an event, its words, and the shape of its marks. */

import type { ParameterObject } from '../../core/contract/wire.ts';
import type { Shape } from '../charts/marks.ts';

/** Values by parameter name, in underscore form. */
export type Values = ReadonlyMap<string, ParameterObject>;

export const valuesOf = (parameters: readonly ParameterObject[]): Values =>
  new Map(parameters.map((value) => [value.name, value]));

export const TYPES = ['BBH', 'NSBH', 'BNS'] as const;
/** Binary black hole, neutron star and black hole, binary neutron star. */
export type BinaryType = (typeof TYPES)[number];
export const TYPE_WORDS: Readonly<Record<BinaryType, string>> = {
  BBH: 'Binary black hole',
  NSBH: 'Neutron star and black hole',
  BNS: 'Binary neutron star',
};

/** The shape of a type's marks. */
export const TYPE_SHAPES: Readonly<Record<BinaryType, Shape>> = { BBH: 'circle', NSBH: 'diamond', BNS: 'square' };

/** Objects below this mass count as neutron stars. In solar masses, in the source frame. */
export const NEUTRON_STAR_BELOW = 3;

/** The parameters for both masses in the source frame, the larger mass first. */
export const MASSES = ['mass_1_source', 'mass_2_source'] as const;

/** Both masses, the larger first; null unless both are known. */
export function massesOf(values: Values): readonly [heavier: number, lighter: number] | null {
  const [heavier, lighter] = MASSES.map((name) => values.get(name)?.best);
  return heavier === undefined || lighter === undefined ? null : [heavier, lighter];
}

export function typeOf(values: Values): BinaryType | undefined {
  const masses = massesOf(values);
  if (masses === null) return undefined;
  const [heavier, lighter] = masses;
  if (lighter >= NEUTRON_STAR_BELOW) return 'BBH';
  return heavier >= NEUTRON_STAR_BELOW ? 'NSBH' : 'BNS';
}

/** Between this mass and the largest mass of a neutron star, an object may be a neutron star or a black hole. In solar masses. */
const UNKNOWN_FROM = 2.2;

/** True if the lighter object of a neutron star and black hole has a mass of unknown nature. */
export function secondaryIsUnknown(values: Values): boolean {
  const [, lighter = 0] = massesOf(values) ?? [];
  return typeOf(values) === 'NSBH' && lighter >= UNKNOWN_FROM;
}

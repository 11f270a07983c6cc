/** Types of binaries by their masses: the type of an event, its words, and the shape of its marks. */

import type { Vocabulary } from '../../core/contract/collection.ts';
import type { ParameterObject } from '../../core/contract/wire.ts';
import type { Shape } from '../charts/marks.ts';
import { valueText } from '../text/values.ts';

/** Types of binaries by mass: binary black hole, neutron star and black hole, binary neutron star. */
export const TYPES = ['BBH', 'NSBH', 'BNS'] as const;
export type BinaryType = (typeof TYPES)[number];
/** The setting that stands for events without both masses, which have no type. */
export const NO_TYPE = 'none';

/** Values by parameter name, in underscore form. */
export type Values = ReadonlyMap<string, ParameterObject>;

export const valuesOf = (parameters: readonly ParameterObject[]): Values =>
  new Map(parameters.map((value) => [value.name, value]));

export const TYPE_WORDS: Readonly<Record<BinaryType, string>> = {
  BBH: 'Binary black hole',
  NSBH: 'Neutron star and black hole',
  BNS: 'Binary neutron star',
};

/** The title of events without both masses, which have no type. */
export const NO_MASSES = 'No masses';

/** The shape of a type's marks. */
export const TYPE_SHAPES: Readonly<Record<BinaryType, Shape>> = { BBH: 'circle', NSBH: 'diamond', BNS: 'square' };

/** Objects below this mass count as neutron stars. In solar masses, in the source frame. */
export const NEUTRON_STAR_BELOW = 3;

/** The parameters for both masses in the source frame, the larger mass first. */
export const MASSES = ['mass_1_source', 'mass_2_source'] as const;

/** True if a catalogue has both masses, which types and the mass ratio need. */
export const hasMasses = ({ parameters }: Pick<Vocabulary, 'parameters'>): boolean =>
  MASSES.every((mass) => parameters.some(({ name }) => name === mass));

/** Both masses, the larger first; null unless both are known. */
function massesOf(values: Values): readonly [heavier: number, lighter: number] | null {
  const [heavier, lighter] = MASSES.map((name) => values.get(name)?.best);
  return heavier === undefined || lighter === undefined ? null : [heavier, lighter];
}

/** Mass 2 divided by mass 1, from the published values; undefined unless both are known. */
export function massRatio(values: Values): number | undefined {
  const masses = massesOf(values);
  return masses === null ? undefined : masses[1] / masses[0];
}

const digitsIn = (text: string): number => text.replace(/^[^1-9]+|\D/g, '').length;

/** The mass ratio with as many digits as the less precise mass: `0.11` for 2.6 and 23.3. Undefined unless both masses are known. */
export function massRatioText(values: Values): string | undefined {
  const digits = MASSES.flatMap((name) => values.get(name) ?? []).map((value) => digitsIn(valueText(value).best));
  return massRatio(values)?.toPrecision(Math.max(1, Math.min(...digits)));
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

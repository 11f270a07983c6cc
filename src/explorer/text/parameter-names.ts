/** The usual names for parameters, and their units. The display names for other parameters are derived from their names in the data. */

import { joinText } from './format.ts';

/** The false alarm rate: its values span many powers of ten, and the smallest are the best. */
export const RATE = 'far';
export const P_ASTRO = 'p_astro';
export const SNR = 'network_matched_filter_snr';
export const DISTANCE = 'luminosity_distance';

interface ParameterName {
  /** Used where space is limited. */
  readonly short: string;
  /** Used in headings and sentences. */
  readonly long?: string;
  /** Used in menus, which have no subscripts; the long name by default. */
  readonly menu?: string;
  /** The frame of a mass, which is shown next to the unit. */
  readonly frame?: 'source' | 'detector';
  /** The bounds of its possible values, where axes end. */
  readonly possible?: readonly [least: number, most: number];
}

/** Display names by parameter name in underscore form. In a display name, the part after `_` is a subscript. */
const NAMES: Readonly<Record<string, ParameterName>> = {
  mass_1_source: { short: 'Mass 1', frame: 'source' },
  mass_2_source: { short: 'Mass 2', frame: 'source' },
  total_mass_source: { short: 'Total mass', frame: 'source' },
  chirp_mass: { short: 'Chirp mass', frame: 'detector' },
  chirp_mass_source: { short: 'Chirp mass', frame: 'source' },
  final_mass_source: { short: 'Final mass', frame: 'source' },
  [DISTANCE]: { short: 'Distance', long: 'Luminosity distance', menu: 'Distance' },
  chi_eff: { short: 'χ_eff', long: 'Effective spin χ_eff', menu: 'Effective spin' },
  [RATE]: { short: 'FAR', long: 'False alarm rate (FAR)', menu: 'FAR' },
  [P_ASTRO]: { short: 'p_astro', possible: [0, 1] },
  [SNR]: { short: 'SNR', long: 'Network SNR', menu: 'SNR' },
};

const WORDS: Readonly<Record<string, string>> = { snr: 'SNR', far: 'FAR', chi: 'χ', gps: 'GPS' };

/** The display name that is derived from a parameter's name: `mass_1_source` -> `Mass 1 (source)`. */
export function parameterTitle(name: string): string {
  // The rest of the name is a subscript.
  if (/^chi_[a-z\d]+$/.test(name)) return name.replace('chi', 'χ');
  const source = name.endsWith('_source');
  const words = (source ? name.slice(0, -'_source'.length) : name).split(/[_-]/).map((word) => WORDS[word] ?? word);
  const text = words.join(' ');
  // A Greek letter is a symbol and keeps its case.
  return `${text.replace(/^[a-z]/, (letter) => letter.toUpperCase())}${source ? ' (source)' : ''}`;
}

/** `Mass 1`, `FAR`. */
export const shortName = (name: string): string => NAMES[name]?.short ?? parameterTitle(name);
/** `Mass 1`, `False alarm rate (FAR)`. */
export const longName = (name: string): string => NAMES[name]?.long ?? shortName(name);

/** `Mass 1 (source)`: distinguishes parameters that differ only in their frame. */
export function menuName(name: string): string {
  const { frame, menu = longName(name) } = NAMES[name] ?? {};
  return frame === undefined ? menu : `${menu} (${frame})`;
}

/** The frame of a mass; empty for other parameters. */
export const frameOf = (name: string): string => NAMES[name]?.frame ?? '';

/** The bounds of a parameter's possible values, if it has any. */
export const possibleOf = (name: string): readonly [least: number, most: number] | undefined => NAMES[name]?.possible;

const UNITS: Readonly<Record<string, string>> = { M_sun: 'M☉', 'yr^-1': 'yr⁻¹', 'deg^2': 'deg²' };
export const unitText = (unit: string): string => UNITS[unit] ?? unit;

/** `M☉, source`; either part may be empty. */
export const withFrame = (unit: string, frame = ''): string => joinText([unit, frame], ', ');

export const unitAndFrame = (name: string, unit: string): string => withFrame(unitText(unit), frameOf(name));

/** The title of an axis: `Mass 1 in the source frame, M☉`. */
export function axisName(name: string, unit: string): string {
  const frame = NAMES[name]?.frame;
  const title = frame === undefined ? longName(name) : `${longName(name)} in the ${frame} frame`;
  return unit === '' ? title : `${title}, ${unitText(unit)}`;
}

/** `Luminosity distance to the source. Unit: Mpc`, from a parameter's description and unit. */
export const explanationText = (description: string, unit: string): string =>
  unit === '' ? description : `${description} Unit: ${unitText(unit)}`;

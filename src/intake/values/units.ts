/** Compares unit spellings in external files with those in the data, which use one spelling for each unit. */
import type { Finding } from '../../report/problems.ts';

/** All spellings of a unit, by its spelling in the data. */
const UNITS: ReadonlyMap<string, readonly string[]> = new Map([
  [
    'M_sun',
    [
      'M_sun',
      'Msun',
      'MSun',
      'msun',
      'solMass',
      'Msol',
      'M\u2609',
      'M\u2299',
      'M_\\odot',
      'solar mass',
      'solar masses',
    ],
  ],
  ['Mpc', ['Mpc']],
  ['yr^-1', ['1/year', '1/yr', '1/y', 'yr^-1', 'year^-1', 'per year', 'per yr']],
]);

/** Other units that tables give, and that no value may have. */
const OTHERS = [
  'Gpc',
  'kpc',
  'pc',
  'Hz',
  '1/s',
  's^-1',
  'kg',
  's',
  'sec',
  'seconds',
  'yr',
  'years',
  'deg',
  'rad',
  'deg^2',
];

/** A spelling without blanks, underscores and signs of LaTeX or Python: `yr-1` for `yr^{-1}`, `yr ** -1` and `yr\u22121`. */
const plain = (unit: string): string => unit.replace(/\u2212/g, '-').replace(/[\s_^*{}$]/g, '');

const BY_SPELLING: ReadonlyMap<string, string> = new Map(
  [...UNITS].flatMap(([unit, spellings]) => spellings.map((one) => [plain(one), unit] as const)),
);
const ALL: ReadonlySet<string> = new Set([...BY_SPELLING.keys(), ...OTHERS.map(plain)]);

/** How sources write that a parameter has no unit. */
const DIMENSIONLESS = /^(?:-+|1|none|dimensionless)$/i;

/** The unit as spelled in the data, where dimensionless quantities have an empty unit; the given spelling if the unit is unknown. */
export const dataUnit = (unit: string): string =>
  DIMENSIONLESS.test(unit) ? '' : (BY_SPELLING.get(plain(unit)) ?? unit);

/** True if a source's spelling means the unit in the data. */
export const isSameUnit = (unit: string, given: string): boolean => plain(dataUnit(unit)) === plain(dataUnit(given));

/** A finding if a source's spelling means another unit than the data's. `what` names the place of the unit, such as a column. */
export function unitFinding(what: string, unit: string, given: string): Finding | null {
  if (isSameUnit(unit, given)) return null;
  const fix = unit === '' ? 'leave it empty: the parameter has no dimension' : `convert the value, and write ${unit}`;
  return { code: 'D113', message: `${what} cannot be "${given}"`, fix };
}

/** True if a text is a unit, possibly in brackets. */
const isUnit = (text: string): boolean => ALL.has(plain(text.replace(/^[#\s[(]+|[\s\])]+$/g, '')));

/** A unit, or the word for it, within a title. */
const UNIT_IN_TITLE =
  /\bunits?\b|\b[kMG]pc\b|\bM_?(?:sun|sol)\b|M_?[\u2609\u2299]|\bsolar mass|\byr\^?-1\b|\b1\s*\/\s*yr/i;

/** True if a line of a table holds units: one of its cells is a unit, and none is a number. In a title, units may be anywhere. */
export function holdsUnits(cells: readonly string[], isTitle = false): boolean {
  if (isTitle && cells.some((cell) => UNIT_IN_TITLE.test(cell))) return true;
  return !cells.some((cell) => /^[-+]?\d/.test(cell) && !isUnit(cell)) && cells.some(isUnit);
}

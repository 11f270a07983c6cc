/** Compares unit spellings in external files with those in the data, which use one spelling for each unit. Pure. */

/** One list of spellings for each unit; community catalogs use the first spelling. */
const UNITS = [
  ['M_sun', 'Msun', 'solMass', 'Msol', 'M_sol'],
  ['Mpc'],
  ['1/year', '1/yr', '1/y', 'yr^-1', 'year^-1', 'yr-1'],
] as const;

/** All spellings of a unit; only the given spelling if the unit is unknown. */
export const unitSpellings = (unit: string): readonly string[] =>
  UNITS.find((one) => one.some((text) => text === unit)) ?? [unit];

/** True if both are spellings of the same unit. */
export const isSameUnit = (a: string, b: string): boolean => unitSpellings(a).includes(b);

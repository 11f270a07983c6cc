/** Compares unit spellings in external files with those in the data, which use one spelling for each unit. Pure. */

/** All spellings of a unit, by its spelling in the data; community catalogs use the first spelling. */
const UNITS: ReadonlyMap<string, readonly string[]> = new Map([
  ['M_sun', ['M_sun', 'Msun', 'solMass', 'Msol', 'M_sol']],
  ['Mpc', ['Mpc']],
  ['yr^-1', ['1/year', '1/yr', '1/y', 'yr^-1', 'year^-1', 'yr-1']],
]);

/** The unit as spelled in the data; the given spelling if the unit is unknown. */
export const dataUnit = (unit: string): string =>
  [...UNITS].find(([, spellings]) => spellings.includes(unit))?.[0] ?? unit;

/** The unit as spelled in community catalogs; the given spelling if the unit is unknown. */
export const communityUnit = (unit: string): string => UNITS.get(dataUnit(unit))?.[0] ?? unit;

/** True if both are spellings of the same unit. */
export const isSameUnit = (a: string, b: string): boolean => dataUnit(a) === dataUnit(b);

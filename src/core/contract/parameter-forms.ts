/** The names that are made from the name of a physical parameter: columns in CSV, and range filters. */

/** Suffixes for a parameter's columns in CSV: best value, lower error, upper error, limit. */
export const PARAMETER_COLUMNS = ['', '_lower', '_upper', '_limit'] as const;

/** `mass_1_source` -> `mass-1-source`. */
export function hyphenForm(parameterName: string): string {
  return parameterName.replaceAll('_', '-');
}

/** Prefixes of range filter names, without the hyphen. */
export const RANGE_BOUNDS = ['min', 'max'] as const;
export type RangeBound = (typeof RANGE_BOUNDS)[number];

const rangeFilterName = new RegExp(`^(${RANGE_BOUNDS.join('|')})-`);

/** True for names that can only mean a range filter. Unknown range filters are refused. */
export function looksLikeRangeFilter(name: string): boolean {
  return rangeFilterName.test(name);
}

/** The name of a range filter: `nameRangeFilter("max", "chi-eff")` -> `max-chi-eff`. */
export function nameRangeFilter(bound: RangeBound, parameter: string): string {
  return `${bound}-${parameter}`;
}

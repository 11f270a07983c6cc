/** The order of texts wherever the contract sorts them: by UTF-16 code unit, whatever the locale. Pure. */

/** Negative where `a` comes first, 0 where both are the same. */
export const byCodeUnit = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Sort order for strings throughout the contract: by UTF-16 code unit, independent of the locale. */

/** Negative if `a` comes first, 0 if they are equal. */
export const byCodeUnit = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

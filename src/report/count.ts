/** Formats numbers with their nouns, independently of the locale. */

/** `1,234,567`. Does not use `toLocaleString`, whose first call loads the tables for all languages. */
export const showCount = (count: number): string => String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');

/**
 * The first items in a list, and a phrase for the remaining items: `and 12 more`, or nothing if no items remain. `after` follows the
 * number.
 */
export function firstOf<Item>(
  items: readonly Item[],
  most: number,
  after = '',
): { readonly shown: readonly Item[]; readonly more: readonly string[] } {
  const rest = items.length - most;
  return { shown: items.slice(0, most), more: rest > 0 ? [`and ${showCount(rest)} more${after}`] : [] };
}

/** `1 event version`, `1,234 event versions`. `plural` is needed if the plural is not the noun with an s. */
export const countOf = (count: number, noun: string, plural = `${noun}s`): string =>
  `${showCount(count)} ${count === 1 ? noun : plural}`;

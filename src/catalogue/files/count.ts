/** Numbers with their nouns, the same whatever the locale. Pure. */

/** `1,234,567`. */
export const showCount = (count: number): string => count.toLocaleString('en-US');

/** `1 event version`, `1,234 event versions`. `plural` where it is not the noun with an s. */
export const countOf = (count: number, noun: string, plural = `${noun}s`): string =>
  `${showCount(count)} ${count === 1 ? noun : plural}`;

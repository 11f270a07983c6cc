/** Parts of regular expressions. Pure. */

/** One of these patterns. */
export const anyOf = (texts: readonly string[]): string =>
  texts.length === 1 ? String(texts[0]) : `(?:${texts.join('|')})`;

/** A text as a pattern that matches it. */
export const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '[$&]');

/** Parts of regular expressions. */

/** A pattern that matches any of these patterns. */
export const anyOf = (texts: readonly string[]): string =>
  texts.length === 1 ? String(texts[0]) : `(?:${texts.join('|')})`;

/** Escapes a string, so that as a pattern it matches only itself. */
export const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '[$&]');

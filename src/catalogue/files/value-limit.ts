/**
 * Limits the number of values in YAML and JSON files: parsed, a value of two characters takes half a kilobyte. In: the text. Out: a
 * finding, or null. Pure.
 */
import type { Finding } from './problems.ts';

/** Enough for 250,000 event versions. */
const MAX_VALUES = 2_000_000;

const [LINE_FEED, COMMA, BRACKET, BRACE] = [0x0a, 0x2c, 0x5b, 0x7b] as const;

/** A finding if the text has too many line feeds, commas and opening brackets: all values but the first follow one of these. */
export function findTooManyValues(text: string): Finding | null {
  if (text.length <= MAX_VALUES) return null;
  let values = 1;
  for (let at = 0; at < text.length && values <= MAX_VALUES; at++) {
    const code = text.charCodeAt(at);
    if (code === LINE_FEED || code === COMMA || code === BRACKET || code === BRACE) values++;
  }
  if (values <= MAX_VALUES) return null;
  return { code: 'D102', message: `the file has more than ${MAX_VALUES / 1e6} million values`, fix: 'split it' };
}

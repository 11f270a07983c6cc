/**
 * Suggestions for misspelt words. In: a word and the allowed words. Out: the nearest one, or null. Pure.
 */

import { distance } from 'fastest-levenshtein';
import { firstOf } from './count.ts';

/** True if the digits of one equal those of the other with some left out: O1 and O2 are different names, not a misspelling. */
function digitsAgree(a: string, b: string): boolean {
  const [few, many] = [a.replace(/\D/g, ''), b.replace(/\D/g, '')].sort((x, y) => x.length - y.length) as [
    string,
    string,
  ];
  let found = 0;
  for (const digit of many) if (digit === few[found]) found++;
  return found === few.length;
}

/** True if two neighbouring characters are swapped, which counts as one mistake. */
function isSwapped(a: string, b: string): boolean {
  const first = [...a].findIndex((sign, index) => sign !== b[index]);
  if (first < 0 || a.length !== b.length) return false;
  return a.slice(0, first) + a.charAt(first + 1) + a.charAt(first) + a.slice(first + 2) === b;
}

/**
 * The nearest candidate, if at most about a third of the word (and at most 3 characters) is wrong; otherwise null. A word of one
 * or two characters is a code, so only its case may differ. Distance is the number of inserted, deleted or replaced characters, or 1 for a
 * swap of two neighbours; a candidate that only continues after the end of the word is nearer than others.
 *
 * `nearest('catlog', ['catalog', 'doi'])` is `'catalog'`; `nearest('GWTC-6', ['GWTC', 'GWTC-2', 'GWTC-6.0'])` is `'GWTC-6.0'`.
 */
export function nearest(word: string, candidates: Iterable<string>): string | null {
  let best: string | null = null;
  const tolerance = word.length <= 2 ? 0 : Math.min(3, Math.ceil(word.length / 3));
  let bestDistance = tolerance + 1;
  const lower = word.toLowerCase();
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) >= tolerance + 1 || !digitsAgree(word, candidate)) continue;
    const other = candidate.toLowerCase();
    const edits = isSwapped(lower, other)
      ? 1
      : distance(lower, other) - Number(other !== lower && other.startsWith(lower));
    if (edits < bestDistance) {
      best = candidate;
      bestDistance = edits;
    }
  }
  return best;
}

const MAX_WORDS = 10;

/** A fix for an unknown word: the nearest allowed one, or else other advice; then the first allowed words. */
export function suggest(word: string, allowed: readonly string[], fallback: string): string {
  const near = nearest(word, allowed);
  const { shown, more } = firstOf([...new Set(allowed)], MAX_WORDS);
  const list = allowed.length === 0 ? '' : ` (allowed: ${[...shown, ...more].join(', ')})`;
  return near === null ? `${fallback}${list}` : `did you mean "${near}"? If not, ${fallback}${list}`;
}

/**
 * Suggestions for misspelt words. In: a word and the words that would be right. Out: the nearest one, or null. Pure.
 */
import { distance } from 'fastest-levenshtein';

/**
 * The nearest candidate, if about a third of the word (and at most 3 characters) is wrong; else null. A word of one or two
 * characters is a code rather than a word, and only its case is forgiven. Distances are numbers of inserted, deleted or replaced characters.
 *
 * `nearest('catlog', ['catalog', 'doi'])` is `'catalog'`.
 */
export function nearest(word: string, candidates: Iterable<string>): string | null {
  let best: string | null = null;
  const tolerance = word.length <= 2 ? 0 : Math.min(3, Math.ceil(word.length / 3));
  let bestDistance = tolerance + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) >= bestDistance) continue;
    const edits = distance(word.toLowerCase(), candidate.toLowerCase());
    if (edits < bestDistance) {
      best = candidate;
      bestDistance = edits;
    }
  }
  return best;
}

/** A fix for an unknown word: the nearest allowed one if there is one, then the allowed ones (the first ten). */
export function suggest(word: string, allowed: readonly string[], fallback: string): string {
  const near = nearest(word, allowed);
  const words = [...new Set(allowed)];
  const shown = words.slice(0, 10).join(', ') + (words.length > 10 ? `, and ${words.length - 10} more` : '');
  const list = allowed.length === 0 ? '' : ` (allowed: ${shown})`;
  return near === null ? `${fallback}${list}` : `did you mean "${near}"?${list}`;
}

/** Writes the fix for an unknown name. */

import { countEdits, findSimilar } from '../../core/base/did-you-mean.ts';
import { firstOf } from '../../report/count.ts';

const MAX_WORDS = 10;

/**
 * A fix for an unknown word: the allowed words that were probably meant, if any, then the fallback advice and the first allowed words.
 * `find` finds the words.
 */
export function suggestFix(
  word: string,
  allowed: readonly string[],
  fallback: string,
  find: (word: string, allowed: readonly string[]) => readonly string[] = findSimilar,
): string {
  const meant = find(word, allowed).map((name) => `"${name}"`);
  const { shown, more } = firstOf([...new Set(allowed)], MAX_WORDS);
  const list = allowed.length === 0 ? '' : ` (allowed: ${[...shown, ...more].join(', ')})`;
  return meant.length === 0 ? `${fallback}${list}` : `did you mean ${meant.join(' or ')}? If not, ${fallback}${list}`;
}

/**
 * The allowed names that a word may be a misspelling of. Never finds a name that means something else: `mass_1` is not `mass_1_source`, and
 * `IFAR` is not `far`.
 */
export function findMisspelt(word: string, allowed: readonly string[]): string[] {
  const letters = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, '');
  const digits = (name: string): string => name.replace(/\D/g, '');
  const own = letters(word);
  const maxEdits = own.length < 4 ? 0 : own.length < 8 ? 1 : 2;
  return allowed.filter((name) => {
    const other = letters(name);
    const isSameStart = own[0] === other[0] && digits(word) === digits(name);
    return isSameStart && Math.abs(own.length - other.length) <= maxEdits && countEdits(own, other) <= maxEdits;
  });
}

/** Writes the fix for an unknown name. Pure. */

import { findSimilar } from '../core/inspect/did-you-mean.ts';
import { firstOf } from '../report/count.ts';

const MAX_WORDS = 10;

/** A fix for an unknown word: the allowed words that were probably meant, if any, then the fallback advice and the first allowed words. */
export function suggestFix(word: string, allowed: readonly string[], fallback: string): string {
  const meant = findSimilar(word, allowed).map((name) => `"${name}"`);
  const { shown, more } = firstOf([...new Set(allowed)], MAX_WORDS);
  const list = allowed.length === 0 ? '' : ` (allowed: ${[...shown, ...more].join(', ')})`;
  return meant.length === 0 ? `${fallback}${list}` : `did you mean ${meant.join(' or ')}? If not, ${fallback}${list}`;
}

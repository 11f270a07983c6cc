/**
 * Suggestions for misspelt words. In: a word and the words that would be right. Out: the nearest one, or null. Pure.
 */

/** Number of inserted, deleted or replaced characters between two words; case is ignored. */
export function editDistance(a: string, b: string): number {
  const from = a.toLowerCase();
  const to = b.toLowerCase();
  let row = Array.from({ length: to.length + 1 }, (_, j) => j);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}

/**
 * The nearest candidate, if about a third of the word (and at most 3 characters) is wrong; else null. A word of one or two
 * characters is a code rather than a word, and only its case is forgiven.
 *
 * `nearest('catlog', ['catalog', 'doi'])` is `'catalog'`.
 */
export function nearest(word: string, candidates: Iterable<string>): string | null {
  let best: string | null = null;
  const tolerance = word.length <= 2 ? 0 : Math.min(3, Math.ceil(word.length / 3));
  let bestDistance = tolerance + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) >= bestDistance) continue;
    const distance = editDistance(word, candidate);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** A fix for an unknown word: the nearest allowed one if there is one, then the allowed ones (the first ten). */
export function suggest(word: string, allowed: readonly string[], otherwise: string): string {
  const near = nearest(word, allowed);
  const words = [...new Set(allowed)];
  const shown = words.slice(0, 10).join(', ') + (words.length > 10 ? `, and ${words.length - 10} more` : '');
  const list = allowed.length === 0 ? '' : ` (allowed: ${shown})`;
  return near === null ? `${otherwise}${list}` : `did you mean "${near}"?${list}`;
}

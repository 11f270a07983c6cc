/** Finds the known names that were probably meant by a misspelt or shortened word. */

/** The number of inserted, deleted or replaced characters between two words (Levenshtein). */
export function countEdits(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const replaced = (above[column - 1] as number) + Number(a[row - 1] !== b[column - 1]);
      current.push(Math.min(replaced, (above[column] as number) + 1, (current[column - 1] as number) + 1));
    }
    above = current;
  }
  return above[b.length] as number;
}

/** If a name has at least this many digits, such as the date in an event name, one of them may be mistyped. */
const MANY_DIGITS = 6;

/**
 * True if one word's digits equal the other's with some left out, or if one of many digits differs, or two of them are swapped. O1 and O2 are
 * different names, not a misspelling.
 */
function digitsAgree(a: string, b: string): boolean {
  const [few = '', many = ''] = [a, b].map((word) => word.replace(/\D/g, '')).sort((x, y) => x.length - y.length);
  const isMistyped = countEdits(few, many) === 1 || isSwapped(few, many);
  if (few.length === many.length && few.length >= MANY_DIGITS && isMistyped) return true;
  let matches = 0;
  for (const digit of many) if (digit === few[matches]) matches++;
  return matches === few.length;
}

/** True if two neighbouring characters are swapped, which counts as one mistake. */
function isSwapped(a: string, b: string): boolean {
  const first = [...a].findIndex((sign, index) => sign !== b[index]);
  if (first < 0 || a.length !== b.length) return false;
  return a.slice(0, first) + a.charAt(first + 1) + a.charAt(first) + a.slice(first + 2) === b;
}

/** Words of up to this many characters are treated as codes, such as `H1`. */
const CODE_LENGTH = 2;

/** The largest number of names to suggest. */
const MAX_SUGGESTED = 2;

/**
 * The nearest candidate, or two that are equally near, if at most about a third of the word (and at most 3 characters) is wrong; empty if
 * more than two are equally near. A code may differ only in case. Distance is the number of edits, or 1 for a swap of two neighbours; a
 * candidate that merely extends the word counts as nearer than others.
 */
function misspelt(word: string, candidates: readonly string[]): string[] {
  const nearest = new Set<string>();
  const tolerance = word.length <= CODE_LENGTH ? 0 : Math.min(3, Math.round(word.length / 3));
  let bestDistance = tolerance;
  const lower = word.toLowerCase();
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) > tolerance || !digitsAgree(word, candidate)) continue;
    const other = candidate.toLowerCase();
    const edits = isSwapped(lower, other)
      ? 1
      : countEdits(lower, other) - Number(other !== lower && other.startsWith(lower));
    if (edits > bestDistance) continue;
    if (edits < bestDistance) nearest.clear();
    nearest.add(candidate);
    bestDistance = edits;
  }
  return nearest.size > MAX_SUGGESTED ? [] : [...nearest];
}

const plain = (name: string): string => name.toLowerCase().replaceAll('-', '_');

/**
 * The candidates that begin or end with the word, at a word boundary, shortest first; empty for a code, or if there are more than two. A
 * candidate that extends another is left out: `mass_1` means `mass_1_source`, not `mass_1_source_lower`.
 */
function shortened(word: string, candidates: readonly string[]): string[] {
  if (word.length <= CODE_LENGTH) return [];
  const start = `${plain(word)}_`;
  const end = `_${plain(word)}`;
  const longer = candidates.filter((name) => {
    return name.length > word.length && (plain(name).startsWith(start) || plain(name).endsWith(end));
  });
  const names: string[] = [];
  for (const name of [...new Set(longer)].sort((a, b) => a.length - b.length)) {
    if (names.some((one) => plain(name).startsWith(`${plain(one)}_`))) continue;
    if (names.push(name) > MAX_SUGGESTED) return [];
  }
  return names;
}

/** The candidates that a word probably means, up to two: the nearest if the word is misspelt, or else those that begin or end with it. */
export function findSimilar(word: string, candidates: readonly string[]): string[] {
  const near = misspelt(word, candidates);
  return near.length === 0 ? shortened(word, candidates) : near;
}

/**
 * The only candidate that a word probably means; null unless exactly one is close enough.
 *
 * `findNearest('catlog', ['catalog', 'doi'])` is `'catalog'`; `findNearest('GWTC-6', ['GWTC', 'GWTC-2', 'GWTC-6.0'])` is `'GWTC-6.0'`;
 * `findNearest('mass_1', ['mass_1_source', 'mass_2_source'])` is `'mass_1_source'`.
 */
export function findNearest(word: string, candidates: readonly string[]): string | null {
  const [first, second] = findSimilar(word, candidates);
  return second === undefined ? (first ?? null) : null;
}

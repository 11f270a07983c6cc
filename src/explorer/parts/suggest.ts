/** Suggests the known name that a misspelt one probably stands for. Pure. */

/** Number of characters to insert, delete or replace to turn one word into the other. */
function countEdits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, n) => n);
  for (const [i, sign] of [...from].entries()) {
    const next = [i + 1];
    for (let n = 0; n < to.length; n++) {
      const replaced = (row[n] as number) + Number(sign !== to[n]);
      next.push(Math.min(replaced, (row[n + 1] as number) + 1, (next[n] as number) + 1));
    }
    row = next;
  }
  return row[to.length] as number;
}

/**
 * The nearest known name, if at most a third of the word is wrong and no other is as near; otherwise null. Case is ignored.
 * `suggest('relese', ['release', 'lastver'])` is `'release'`.
 */
export function suggest(word: string, known: readonly string[]): string | null {
  const ranked = known
    .map((name) => ({ name, edits: countEdits(word.toLowerCase(), name.toLowerCase()) }))
    .sort((a, b) => a.edits - b.edits);
  const [first, second] = ranked;
  if (first === undefined || first.edits > Math.ceil(word.length / 3) || second?.edits === first.edits) return null;
  return first.name;
}

/** Where the page starts, and what a misspelt name probably stands for. */

import { EVENT_VERSION } from '../../core/collections/event-versions.ts';
import { indexAtHand } from '../../core/handler/find-mistakes.ts';
import type { Release } from '../../core/handler/release.ts';
import { HOME, withParameters } from '../address/address.ts';

/**
 * The request that the page shows when its address has none: the event versions of the newest cumulative catalog, because it
 * has the version of each event that was chosen for its values; the last version of each event may have none. Without a cumulative catalog, the last versions.
 */
export function startTarget(release: Pick<Release, 'indexOf' | 'data'>): string {
  const index = indexAtHand(release, 'event-versions');
  if (index === null) return HOME.target;
  const cumulative = new Set<string>();
  for (let position = 0; position < index.count; position++) {
    const [, ...others] = index.rowAt(position).names(EVENT_VERSION.catalogs);
    for (const name of others) cumulative.add(name);
  }
  // The catalogs of the data are in order, the newest first.
  const newest = release.data.vocabulary.catalogs.find((name) => cumulative.has(name));
  return newest === undefined ? HOME.target : withParameters('event-versions', { release: newest });
}

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

/** A name that only continues after the word is nearer than any with another letter. */
const CONTINUED = 0.5;

/**
 * The nearest known name, if at most a third of the word is wrong and no other is as near; otherwise null. Case is ignored.
 * `suggest('relese', ['release', 'lastver'])` is `'release'`; `suggest('GWTC-5', ['GWTC-4', 'GWTC-5.0'])` is `'GWTC-5.0'`.
 */
export function suggest(word: string, known: readonly string[]): string | null {
  const lower = word.toLowerCase();
  const ranked = known
    .map((name) => {
      const other = name.toLowerCase();
      const isContinued = other !== lower && other.startsWith(lower);
      return { name, edits: isContinued ? CONTINUED : countEdits(lower, other) };
    })
    .sort((a, b) => a.edits - b.edits);
  const [first, second] = ranked;
  if (first === undefined || first.edits > Math.ceil(word.length / 3) || second?.edits === first.edits) return null;
  return first.name;
}

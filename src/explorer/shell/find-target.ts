/** Interprets the text in the search field: an event, a catalog, a run, a time, or part of a name. Pure. */

import type { Release } from '../../core/handler/release.ts';
import { idsAtHand } from '../../core/inspect/at-hand.ts';
import { recordTarget, withParameters } from '../address/address.ts';
import { startTarget } from '../host/start-target.ts';
import { readTime } from '../text/format.ts';

/** How much to show before and after a time that the user searches for: six hours, in seconds. */
const AROUND_S = 21_600;
/** A UTC date with or without a time, or GPS seconds with at least nine digits: shorter numbers are part of an event's name. */
const TIME = /^(\d{4}-\d{2}.*|\d{9,}(\.\d+)?)$/;

type Names = Pick<Release, 'loaded' | 'data'>;

/** The names that the field suggests: events, catalogs, runs. */
export const listNames = (release: Names): readonly string[] => [
  ...idsAtHand(release, 'events'),
  ...release.data.vocabulary.catalogs,
  ...idsAtHand(release, 'runs'),
];

/** The request for the typed text; null if nothing is typed. `findTarget('O3a', release)` is `runs/O3a`. */
export function findTarget(typed: string, release: Names): string | null {
  const text = typed.trim();
  if (text === '') return null;
  const time = TIME.test(text) ? readTime(text) : undefined;
  if (time !== undefined) return `strain-files?start=${Math.max(0, time - AROUND_S)}&stop=${time + AROUND_S}`;
  const find = (names: readonly string[]) => names.find((name) => name.toLowerCase() === text.toLowerCase());
  const catalog = find(release.data.vocabulary.catalogs);
  if (catalog !== undefined) return withParameters('event-versions', { release: catalog });
  const run = find(idsAtHand(release, 'runs'));
  if (run !== undefined) return recordTarget('runs', run);
  const events = idsAtHand(release, 'events');
  const similar = events.filter((name) => name.toLowerCase().includes(text.toLowerCase()));
  const event = find(events) ?? (similar.length === 1 ? similar[0] : undefined);
  if (event !== undefined) return recordTarget('events', event);
  return withParameters(startTarget(release), { 'name-contains': text });
}

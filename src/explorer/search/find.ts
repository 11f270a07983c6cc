/** Understands what is typed into the search: events, catalogs, runs, times and words. */

import { countEdits, findSimilar } from '../../core/base/did-you-mean.ts';
import type { Address } from '../address/address.ts';
import { duringTarget } from '../address/event-requests.ts';
import { countNames } from '../event-data/injections.ts';
import { contains, type Interval, lengthOf, secondAt } from '../strain-data/interval.ts';
import { filesWithin } from '../strain-data/strain-address.ts';
import { countText } from '../text/format.ts';
import { findByName, type Hit, type HitGroup, type NamedHit, RANKS, rankNames } from './hits.ts';
import { NEAR_DAYS, readTimeText } from './read-time-text.ts';
import { findWords, type Word } from './words.ts';

export interface SearchEvent extends NamedHit {
  readonly gps: number;
  readonly catalogs: readonly string[];
}

/** All that can be found. */
export interface SearchSource {
  /** By time. */
  readonly events: readonly SearchEvent[];
  readonly catalogs: readonly NamedHit[];
  readonly runs: readonly (NamedHit & Interval)[];
  readonly words: readonly Word[];
  /** The request that the page starts with, and the cumulative catalog in it, or null. */
  readonly start: string;
  readonly main: string | null;
}

export interface Found {
  readonly groups: readonly HitGroup[];
  /** Says that what was typed is unknown, and names the nearest name. Empty if something was found. */
  readonly problem: string;
}

/** The API's ranges include both ends. */
const isDuring = ({ gps }: SearchEvent, { start, stop }: Interval): boolean => gps >= start && gps <= stop;

/** The number of events, without injections, which are found but never counted. */
export const countFound = (events: readonly SearchEvent[]): number =>
  countNames(events.map(({ title: name }) => ({ name })));

/** `7 events of GWTC`. */
export function countDuring(interval: Interval, { events, main }: Pick<SearchSource, 'events' | 'main'>): string {
  const own = events.filter((one) => isDuring(one, interval) && (main === null || one.catalogs.includes(main)));
  return countText(countFound(own), 'event') + (main === null ? '' : ` of ${main}`);
}

/** By name or second. Exact names first, then the events of the main catalog, among them first those with a short name; then by time. */
function findEvents(text: string, { events, main }: SearchSource): readonly SearchEvent[] {
  // Events with their own papers have names without a time: GW190521.
  const place = (one: SearchEvent) =>
    main === null || one.catalogs.includes(main) ? Number(one.title.includes('_')) : 2;
  const inOrder = events.toSorted((a, b) => place(a) - place(b));
  const second = readTimeText(text)?.second ?? null;
  return findByName(inOrder, text, (one) => {
    const rank = rankNames(one, text);
    if (rank === RANKS.whole) return rank;
    // All other matches are equally good, so that they keep their order.
    const isAtSecond = second !== null && contains(secondAt(second), one.gps);
    return rank < RANKS.none || isAtSecond ? RANKS.part : RANKS.none;
  });
}

function aboutEvents(found: readonly SearchEvent[], main: string | null): string {
  const all = countFound(found);
  if (main === null) return countText(all, 'event');
  const own = countFound(found.filter(({ catalogs }) => catalogs.includes(main)));
  return own === all ? `${own} of ${main}` : `${own} of ${main}, ${all - own} elsewhere`;
}

/** Catalogs with a matching name, then the others with events that match. */
function findCatalogs(text: string, found: readonly SearchEvent[], { catalogs, main }: SearchSource): readonly Hit[] {
  const named = findByName(catalogs, text);
  const others = catalogs.flatMap((one): Hit | [] => {
    const own = found.filter((event) => event.catalogs.includes(one.title));
    const count = countFound(own);
    if (named.includes(one) || one.title === main || count === 0) return [];
    const about = own.length === 1 ? `has ${own[0]?.title}` : 'has events that match';
    return { ...one, about, end: `${count} of ${one.end}` };
  });
  return [...named, ...others];
}

/** Runs with a matching name, then the others with events that match, the longest first: the others are files of single events. */
function findRuns(text: string, found: readonly SearchEvent[], { runs }: SearchSource): readonly Hit[] {
  const named = findByName(runs, text);
  const others = runs.filter((run) => !named.includes(run) && found.some(({ gps }) => contains(run, gps)));
  return [...named, ...others.toSorted((a, b) => lengthOf(b) - lengthOf(a))];
}

/** A time leads to the events in it or around it, and to the strain data. */
function findTimes(typed: string, source: SearchSource): readonly Hit[] {
  const time = readTimeText(typed);
  if (time === null) return [];
  const { title, interval, second, near } = time;
  const to = (target: string): Address => ({ target, settings: {} });
  const listEvents = (about: string, during: Interval): Hit => ({
    ...{ title, about, end: countDuring(during, source) },
    address: to(duringTarget(source.start, during)),
  });
  return [
    ...(second === null ? [listEvents('events', interval)] : []),
    ...(near === null ? [] : [listEvents(`events within ${NEAR_DAYS} days`, near)]),
    {
      title,
      about: second === null ? 'strain data' : 'strain data around it',
      end: second === null ? `GPS ${interval.start} to ${interval.stop}` : `GPS ${second}`,
      address: to(filesWithin(interval)),
    },
  ];
}

function findNamed(typed: string, source: SearchSource): readonly HitGroup[] {
  const text = typed.toLowerCase();
  const events = findEvents(text, source);
  return [
    { title: 'Events', about: aboutEvents(events, source.main), hits: events },
    { title: 'Catalogs', about: '', hits: findCatalogs(text, events, source) },
    { title: 'Runs', about: '', hits: findRuns(text, events, source) },
  ];
}

const isFound = ({ hits }: HitGroup): boolean => hits.length > 0;

export function find(text: string, source: SearchSource): Found {
  const typed = text.trim();
  if (typed === '') return { groups: [{ title: 'Words', about: 'also understood', hits: source.words }], problem: '' };
  const named = findNamed(typed, source);
  const times: HitGroup = { title: 'Times', about: `${typed} read as a time`, hits: findTimes(typed, source) };
  const words: HitGroup = { title: 'Words', about: '', hits: findWords(typed, source.words) };
  const groups = [...named, times, words].filter(isFound);
  return [...named, words].some(isFound) ? { groups, problem: '' } : withNearest(typed, source, groups);
}

/** What was found although no name matches, after the nearest name of an event, catalog or run. */
function withNearest(typed: string, source: SearchSource, groups: readonly HitGroup[]): Found {
  const names = [source.events, source.catalogs, source.runs].flat().flatMap((one) => one.names);
  // A time is no misspelt name, unless it is the time in a name.
  const [nearest] = groups.length === 0 || /^[a-z]/i.test(typed) ? findSimilar(typed, names) : [];
  const [group] = nearest === undefined ? [] : findNamed(nearest, source).filter(isFound);
  const hit = group?.hits[0];
  if (nearest === undefined || group === undefined || hit === undefined) {
    return { groups, problem: groups.length === 0 ? 'No match.' : '' };
  }
  const edits = countEdits(typed.toLowerCase(), nearest.toLowerCase());
  const end = edits === 1 ? '1 character differs' : `${edits} characters differ`;
  return {
    groups: [{ ...group, about: '', hits: [{ ...hit, end }] }, ...groups],
    problem: `No match; nearest: ${nearest}`,
  };
}

/** Understands what is typed into the search: events, catalogs, runs, times and words. */

import { countEdits } from '../../core/base/did-you-mean.ts';
import { type Address, recordTarget, withParameters } from '../address/address.ts';
import type { BinaryType } from '../event-data/binaries.ts';
import { type Interval, lengthOf } from '../strain-data/interval.ts';
import { STRAIN_FILES, withInterval } from '../strain-data/strain-address.ts';
import { countText, utcText } from '../text/format.ts';
import { readTimeText } from './read-time.ts';
import type { Word } from './words.ts';

export interface SearchEvent {
  readonly name: string;
  /** Other names, and the id in GraceDB. */
  readonly aliases: readonly string[];
  readonly gps: number;
  readonly type: BinaryType | undefined;
  /** `98.4 + 57.2 M☉ · SNR 14.3`. */
  readonly about: string;
  readonly catalogs: readonly string[];
}

export interface SearchSource {
  /** By time. */
  readonly events: readonly SearchEvent[];
  /** Newest first. */
  readonly catalogs: readonly string[];
  readonly runs: readonly (Interval & { readonly name: string })[];
  /** The cumulative catalog that the page starts with, or an empty string. */
  readonly main: string;
  /** The words that match a text; all words for an empty text. */
  readonly findWords: (text: string) => readonly Word[];
}

export interface Hit {
  readonly title: string;
  /** Beside the title: aliases, or what the hit is. */
  readonly about: string;
  /** At the right. */
  readonly end: string;
  readonly address: Address;
  readonly type?: BinaryType | undefined;
}

export interface HitGroup {
  readonly title: 'Events' | 'Catalogs' | 'Runs' | 'Times' | 'Words';
  /** What the hits have in common. */
  readonly note: string;
  readonly hits: readonly Hit[];
  /** Number of hits that are left out. */
  readonly more: number;
}

export interface Found {
  readonly groups: readonly HitGroup[];
  /** What was typed is not known: the nearest name, or null if no name is near. Undefined if something was found. */
  readonly nearest?: string | null;
}

const MOST: Readonly<Record<HitGroup['title'], number>> = { Events: 5, Catalogs: 2, Runs: 2, Times: 1, Words: 3 };

const to = (target: string): Address => ({ target, view: {} });
const namesOf = ({ name, aliases }: SearchEvent): readonly string[] => [name, ...aliases];

function eventHit(event: SearchEvent, end = event.about): Hit {
  const { name, aliases, type } = event;
  return { title: name, about: aliases.join(' · '), end, type, address: to(recordTarget('events', name)) };
}

/** Events with a name that contains the text: an exact name first, then the main catalog with its short names first, then by time. */
function findEvents(text: string, { events, main }: SearchSource): readonly SearchEvent[] {
  const wanted = text.toLowerCase();
  const found = events.filter((one) => namesOf(one).some((name) => name.toLowerCase().includes(wanted)));
  const rank = (one: SearchEvent) => {
    if (namesOf(one).some((name) => name.toLowerCase() === wanted)) return 0;
    if (main !== '' && !one.catalogs.includes(main)) return 3;
    // Events with their own papers have names without a time: GW190521.
    return one.name.includes('_') ? 2 : 1;
  };
  return found.toSorted((a, b) => rank(a) - rank(b));
}

function eventsNote(found: readonly SearchEvent[], main: string): string {
  const own = found.filter(({ catalogs }) => catalogs.includes(main)).length;
  if (main === '') return countText(found.length, 'event');
  return own === found.length ? `${own} of ${main}` : `${own} of ${main}, ${found.length - own} elsewhere`;
}

/** Catalogs whose names contain the text, then the others with events that match. */
function catalogHits(text: string, found: readonly SearchEvent[], { catalogs, events, main }: SearchSource) {
  const inCatalog = (all: readonly SearchEvent[], name: string) => all.filter((one) => one.catalogs.includes(name));
  const wanted = text.toLowerCase();
  const named = catalogs.filter((name) => name.toLowerCase().includes(wanted));
  // An exact name comes first.
  named.sort((a, b) => Number(b.toLowerCase() === wanted) - Number(a.toLowerCase() === wanted));
  const others = catalogs.filter((name) => !named.includes(name) && name !== main && inCatalog(found, name).length > 0);
  return [...named, ...others].map((name): Hit => {
    const all = countText(inCatalog(events, name).length, 'event');
    const end = named.includes(name) ? all : `${inCatalog(found, name).length} of ${all}`;
    return { title: name, about: '', end, address: to(withParameters('event-versions', { release: name })) };
  });
}

const dayOf = (gps: number): string => utcText(gps).slice(0, 10);

function runHits(text: string, found: readonly SearchEvent[], { runs, events, main }: SearchSource): readonly Hit[] {
  const during = (all: readonly SearchEvent[], { start, stop }: Interval) =>
    all.filter(({ gps }) => gps >= start && gps < stop);
  const named = runs.filter(({ name }) => name.toLowerCase().startsWith(text.toLowerCase()));
  const others = runs.filter((run) => !named.includes(run) && during(found, run).length > 0);
  // Of the runs that contain a matching event, the longest first: the others are files of single events.
  return [...named, ...others.toSorted((a, b) => lengthOf(b) - lengthOf(a))].map((run): Hit => {
    const count = during(events, run).filter(({ catalogs }) => main === '' || catalogs.includes(main)).length;
    return {
      title: run.name,
      about: `${dayOf(run.start)} to ${dayOf(run.stop)}`,
      end: `${countText(count, 'event')}${main === '' ? '' : ` of ${main}`}`,
      address: to(recordTarget('runs', run.name)),
    };
  });
}

function timeHits(text: string): readonly Hit[] {
  const time = readTimeText(text);
  if (time === null) return [];
  const { title, interval, second } = time;
  return [
    {
      title,
      about: second === null ? 'strain data' : 'strain data around it',
      end: second === null ? `GPS ${interval.start} to ${interval.stop}` : `GPS ${second}`,
      address: to(withInterval(STRAIN_FILES, interval)),
    },
  ];
}

const wordHit = ({ names, meaning, does, address }: Word): Hit => ({
  title: names[0] ?? '',
  about: meaning,
  end: does,
  address,
});

/** `isWhole` lists all events, not only the first. */
export function find(typed: string, source: SearchSource, isWhole = false): Found {
  const text = typed.trim();
  const group = (title: HitGroup['title'], note: string, hits: readonly Hit[]): HitGroup => {
    const most = title === 'Events' && isWhole ? hits.length : MOST[title];
    return { title, note, hits: hits.slice(0, most), more: title === 'Events' ? Math.max(0, hits.length - most) : 0 };
  };
  const words = group('Words', text === '' ? 'also understood' : '', source.findWords(text).map(wordHit));
  if (text === '') return { groups: [words] };
  const events = findEvents(text, source);
  const times = group('Times', `${text} read as a time`, timeHits(text));
  const groups = [
    group(
      'Events',
      eventsNote(events, source.main),
      events.map((one) => eventHit(one)),
    ),
    group('Catalogs', events.length > 0 ? 'with events that match' : '', catalogHits(text, events, source)),
    group('Runs', '', runHits(text, events, source)),
    words,
  ].filter(({ hits }) => hits.length > 0);
  const inOrder = [...groups.filter((one) => one !== words), times, ...groups.filter((one) => one === words)];
  const shown = inOrder.filter(({ hits }) => hits.length > 0);
  return groups.length > 0 ? { groups: shown } : findNearestName(text, source, shown);
}

/** The nearest name, with the number of characters that differ: at most about a third of the text, and at most 3. Null if none is near. */
function nearestName(text: string, names: readonly string[]) {
  const most = Math.min(3, Math.floor(text.length / 3));
  const near = names
    .filter((name) => Math.abs(name.length - text.length) <= most)
    .map((name) => ({ name, edits: countEdits(text.toLowerCase(), name.toLowerCase()) }))
    .filter(({ edits }) => edits <= most);
  return near.toSorted((a, b) => a.edits - b.edits)[0] ?? null;
}

/** The nearest name of an event, catalog or run, as the first hit. */
function findNearestName(text: string, { events, catalogs, runs }: SearchSource, others: readonly HitGroup[]): Found {
  const names = [...events.flatMap(namesOf), ...catalogs, ...runs.map(({ name }) => name)];
  // A time is no misspelt name, unless it is the time in a name.
  const nearest = others.length === 0 || /^[a-z]/i.test(text) ? nearestName(text, names) : null;
  if (nearest === null) return others.length > 0 ? { groups: others } : { groups: [], nearest: null };
  const { name, edits } = nearest;
  const end = edits === 1 ? '1 character differs' : `${edits} characters differ`;
  const event = events.find((one) => namesOf(one).includes(name));
  const run = runs.find((one) => one.name === name);
  const address = to(run ? recordTarget('runs', name) : withParameters('event-versions', { release: name }));
  const hit = event ? eventHit(event, end) : { title: name, about: '', end, address };
  const title = event ? 'Events' : run ? 'Runs' : 'Catalogs';
  return { groups: [{ title, note: '', hits: [hit], more: 0 }, ...others], nearest: name };
}

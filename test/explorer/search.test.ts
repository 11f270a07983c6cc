/** What the search understands: names, aliases, GraceDB ids, catalogs, runs, times and words. */

import { describe, expect, it, test } from 'vitest';
import type { Vocabulary } from '../../src/core/contract/collection.ts';
import type { EventVersionEntry } from '../../src/core/contract/wire.ts';
import { countDuring, type Found, find, type SearchEvent, type SearchSource } from '../../src/explorer/search/find.ts';
import { readTimeText } from '../../src/explorer/search/read-time-text.ts';
import { listWords } from '../../src/explorer/search/words.ts';
import { releaseOf } from './events-release.ts';

/** Its types are those of browsers, which tests do not have. */
const LOADER = '../../src/explorer/search/load-source.ts';

const event = (
  title: string,
  gps: number,
  aliases: readonly string[] = [],
  own = 'GWTC-2.1-confident',
): SearchEvent => ({
  title,
  names: [title, ...aliases],
  about: aliases.join(' · '),
  end: '',
  type: 'BBH',
  address: { target: `event-versions/${title}-v2`, settings: {} },
  gps,
  catalogs: own === 'IAS-O3a' ? [own] : [own, 'GWTC'],
});

const parameters = ['mass_1_source', 'mass_2_source', 'far', 'p_astro'].map((name) => ({
  ...{ name, unit: name === 'far' ? 'yr^-1' : '', description: `Description of ${name}.` },
}));
const vocabulary = { parameters, detectors: ['H1', 'L1'] } as unknown as Vocabulary;
const start = 'event-versions?release=GWTC';
const named = (title: string, target: string) => ({
  ...{ title, names: [title], about: '', end: '8 events', address: { target, settings: {} } },
});

const SOURCE: SearchSource = {
  events: [
    event('GW190503_185404', 1240944862),
    event('GW190512_180714', 1241719652, ['S190512at']),
    event('190524_134109', 1242740487, ['GW190524x'], 'IAS-O3a'),
    event('GW190521', 1242442967, ['GW190521_030229', 'S190521g']),
    event('GW190521_074359', 1242459857),
    ...[1, 2, 3].map((n) => event(`GW19052${n + 5}_09282${n}`, 1242984000 + n)),
  ],
  catalogs: ['GWTC', 'GWTC-3-confident', 'GWTC-2.1-confident', 'GWTC-2', 'IAS-O3a'].map((name) =>
    named(name, `event-versions?release=${name}`),
  ),
  runs: [
    { ...named('O3a', 'runs/O3a'), start: 1238166018, stop: 1253977218 },
    { ...named('O3b', 'runs/O3b'), start: 1256655618, stop: 1269363618 },
  ],
  words: listWords(vocabulary, start),
  main: 'GWTC',
  start,
};

const titles = (text: string) =>
  Object.fromEntries(find(text, SOURCE).groups.map(({ title, hits }) => [title, hits.map((hit) => hit.title)]));
const targets = (text: string) =>
  find(text, SOURCE).groups.flatMap(({ hits }) => hits.map(({ address }) => address.target));

describe('a search', () => {
  it('finds events by part of a name, with the catalogs and runs that contain them, and the time in the name', () => {
    const { groups, problem } = find('gw1905', SOURCE);
    expect(problem).toBe('');
    expect(titles('gw1905')).toEqual({
      Events: [
        ...['GW190521', 'GW190503_185404', 'GW190512_180714', 'GW190521_074359'],
        ...['GW190526_092821', 'GW190527_092822', 'GW190528_092823', '190524_134109'],
      ],
      Catalogs: ['GWTC-2.1-confident', 'IAS-O3a'],
      Runs: ['O3a'],
      Times: ['May 2019', 'May 2019'],
    });
    expect(groups[0]?.about).toBe('7 of GWTC, 1 elsewhere');
    expect(groups[1]?.hits.map(({ about, end }) => [about, end])).toEqual([
      ['has events that match', '7 of 8 events'],
      ['has 190524_134109', '1 of 8 events'],
    ]);
  });

  it('finds injections, but does not count them', () => {
    const source = { ...SOURCE, events: [...SOURCE.events, event('blind_injection', 968654557)] };
    const [events, ...others] = find('blind', source).groups;
    expect([events?.hits.map(({ title }) => title), events?.about, others]).toEqual([
      ['blind_injection'],
      '0 of GWTC',
      [],
    ]);
  });

  it.each([
    ['S190521g', 'event-versions/GW190521-v2'],
    ['GW190521_030229', 'event-versions/GW190521-v2'],
    ['GWTC-3', 'event-versions?release=GWTC-3-confident'],
    ['O3b', 'runs/O3b'],
    // An event by its second, in GPS time and in UTC.
    ['1242442967', 'event-versions/GW190521-v2'],
    ['1242442967.4', 'event-versions/GW190521-v2'],
    ['2019-05-21 03:02:29', 'event-versions/GW190521-v2'],
    ['BNS', 'event-versions?release=GWTC'],
    // The same addresses as those of the filters.
    ['p_astro > 0.9', 'event-versions?release=GWTC&min-p-astro=0.900001'],
    ['FAR<1e-2', 'event-versions?release=GWTC&max-far=0.0099999'],
    ['far ≤ 1e-2', 'event-versions?release=GWTC&max-far=1e-2'],
    ['p_astro > 0.9 and m1 > 50', 'event-versions?release=GWTC&min-p-astro=0.900001&min-mass-1-source=50.000001'],
    ['H1', 'event-versions?release=GWTC'],
    ['2019-05-21', 'event-versions?release=GWTC&min-gps-time=1242432018&max-gps-time=1242518418'],
  ])('for %s leads to %s', (text, target) => {
    expect(targets(text)[0]).toBe(target);
  });

  it('lists an exact name before names that start with the text, and those before others', () => {
    expect(titles('GWTC-2').Catalogs).toEqual(['GWTC-2', 'GWTC-2.1-confident']);
    expect(titles('gwtc').Catalogs?.[0]).toBe('GWTC');
  });

  it('for a time offers the events in it, those within a week, and the strain data', () => {
    const [{ hits } = { hits: [] }] = find('2019-05-21', SOURCE).groups;
    expect(hits.map(({ about, end }) => [about, end])).toEqual([
      ['events', '2 events of GWTC'],
      ['events within 7 days', '5 events of GWTC'],
      ['strain data', 'GPS 1242432018 to 1242518418'],
    ]);
    const [near] = find('events within 7 days of 2019-05-21', SOURCE).groups;
    expect(near?.hits[0]?.address).toEqual(hits[1]?.address);
    expect(countDuring({ start: 1242442967, stop: 1242459857 }, SOURCE)).toBe('2 events of GWTC');
  });

  it('explains words, the first ones while nothing is typed', () => {
    expect(titles('').Words?.slice(0, 3)).toEqual(['FAR', 'BNS', 'q']);
    expect(titles('q')).toEqual({ Words: ['q'] });
    expect(find('FAR', SOURCE).groups.at(-1)?.hits[0]).toMatchObject({
      about: 'Description of far',
      address: { settings: { sort: 'far' } },
    });
  });

  it('without a match names the nearest, and never becomes a filter', () => {
    const found = find('GW190512_180741', SOURCE);
    expect(found.problem).toBe('No match; nearest: GW190512_180714');
    expect(found.groups.map(({ title, hits }) => [title, hits[0]?.title, hits[0]?.end])).toEqual([
      ['Events', 'GW190512_180714', '2 characters differ'],
      ['Times', '2019-05-12 18:07:41', '1 event of GWTC'],
    ]);
    expect(find('nothing of the kind', SOURCE)).toEqual({ groups: [], problem: 'No match.' });
    expect(find('GWTC-3-confidnet', SOURCE).problem).toBe('No match; nearest: GWTC-3-confident');
  });
});

test('a catalog counts its events, also if it is the second cumulative one', async () => {
  const versions = ['X', 'Y'].map(
    (name) =>
      ({
        ...{ name, shortName: `${name}-v1`, version: 1, catalog: 'A', gps: 1e9, detectors: ['H1'] },
      }) as unknown as EventVersionEntry,
  );
  const catalogs = ['New', 'Old', 'A'];
  const listed: Readonly<Record<string, readonly unknown[]>> = { events: versions, runs: [] };
  const client = {
    release: releaseOf({ ...vocabulary, catalogs }, versions, ({ name }) => (name === 'X' ? ['New', 'Old'] : ['New'])),
    entries: async (target: string) => listed[target] ?? versions,
    json: async (target: string) => ({ name: target.slice(-1), aliases: [], grace_id: null }),
  };
  const search: (text: string) => Found = await (await import(LOADER)).openSearch(client);
  const hits = ['New', 'Old'].map((name) => search(name).groups.find(({ title }) => title === 'Catalogs')?.hits[0]);
  expect(hits.map((hit) => [hit?.title, hit?.end])).toEqual([
    ['New', '2 events'],
    ['Old', '1 event'],
  ]);
});

test.each([
  ['2019-05-21', '2019-05-21', 1242432018, 1242518418],
  ['GW190521', '2019-05-21', 1242432018, 1242518418],
  ['21 May 2019', '2019-05-21', 1242432018, 1242518418],
  ['2019-05', 'May 2019', 1240704018, 1243382418],
  ['GW1905', 'May 2019', 1240704018, 1243382418],
  ['Dec 2019', 'December 2019', 1259193618, 1261872018],
  ['2019', '2019', 1230336018, 1261872018],
  ['1126259462.4', '2015-09-14 09:50:45', 1126237862, 1126281062],
  ['2015-09-14 09:50:45', '2015-09-14 09:50:45', 1126237862, 1126281062],
])('%s is the time %s: a day, month or year is whole', (text, title, start, stop) => {
  expect(readTimeText(text)).toMatchObject({ title, interval: { start, stop } });
});

test.each(['2019-13', '2019-02-30', 'G184098', 'BNS'])('%s is no time', (text) => {
  expect(readTimeText(text)).toBe(null);
});

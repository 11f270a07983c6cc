/** What the search understands: names, aliases, GraceDB ids, catalogs, runs, times and words. */

import { describe, expect, it, test } from 'vitest';
import type { Vocabulary } from '../../src/core/contract/collection.ts';
import { find, type SearchEvent, type SearchSource } from '../../src/explorer/search/find.ts';
import { readTimeText } from '../../src/explorer/search/read-time.ts';
import { findWords, listWords } from '../../src/explorer/search/words.ts';

const event = (name: string, gps: number, more: Partial<SearchEvent> = {}): SearchEvent => ({
  ...{ name, gps, aliases: [], type: 'BBH', about: '', catalogs: ['GWTC-2.1-confident', 'GWTC'] },
  ...more,
});

const parameters = ['mass_1_source', 'mass_2_source', 'far', 'p_astro'].map((name) => ({
  ...{ name, unit: name === 'far' ? 'yr^-1' : '', description: `Description of ${name}.` },
}));
const vocabulary = { parameters, detectors: ['H1', 'L1'] } as unknown as Vocabulary;
const words = listWords(vocabulary, 'event-versions?release=GWTC');

const SOURCE: SearchSource = {
  events: [
    event('GW190503_185404', 1240944862),
    event('GW190512_180714', 1241719652, { aliases: ['S190512at'] }),
    event('190524_134109', 1242740487, { aliases: ['GW190524x'], catalogs: ['IAS-O3a'] }),
    event('GW190521', 1242442967, { aliases: ['GW190521_030229', 'S190521g'] }),
    event('GW190521_074359', 1242459857),
    ...[1, 2, 3].map((n) => event(`GW19052${n + 5}_09282${n}`, 1242984000 + n)),
  ],
  catalogs: ['GWTC', 'GWTC-3-confident', 'GWTC-2.1-confident', 'IAS-O3a'],
  runs: [
    { name: 'O3a', start: 1238166018, stop: 1253977218 },
    { name: 'O3b', start: 1256655618, stop: 1269363618 },
  ],
  main: 'GWTC',
  findWords: (text) => (text === '' ? words : findWords(text, words, vocabulary)),
};

const titles = (text: string) =>
  Object.fromEntries(find(text, SOURCE).groups.map(({ title, hits }) => [title, hits.map((hit) => hit.title)]));
const targets = (text: string) =>
  find(text, SOURCE).groups.flatMap(({ hits }) => hits.map(({ address }) => address.target));

describe('a search', () => {
  it('finds events by part of a name, with the catalogs and runs that contain them, and the time in the name', () => {
    const { groups, nearest } = find('gw1905', SOURCE);
    expect(nearest).toBe(undefined);
    expect(titles('gw1905')).toEqual({
      Events: ['GW190521', 'GW190503_185404', 'GW190512_180714', 'GW190521_074359', 'GW190526_092821'],
      Catalogs: ['GWTC-2.1-confident', 'IAS-O3a'],
      Runs: ['O3a'],
      Times: ['May 2019'],
    });
    expect(groups[0]).toMatchObject({ more: 3, note: '7 of GWTC, 1 elsewhere' });
    expect(groups[1]?.hits[0]?.end).toBe('7 of 7 events');
    expect(find('gw1905', SOURCE, true).groups[0]).toMatchObject({ more: 0, hits: { length: 8 } });
  });

  it.each([
    ['S190521g', 'events/GW190521'],
    ['GW190521_030229', 'events/GW190521'],
    ['GWTC-3', 'event-versions?release=GWTC-3-confident'],
    ['O3b', 'runs/O3b'],
    ['BNS', 'event-versions?release=GWTC'],
    ['p_astro > 0.9', 'event-versions?release=GWTC&min-p-astro=0.9'],
    ['FAR<1e-2', 'event-versions?release=GWTC&max-far=1e-2'],
    ['H1', 'event-versions?release=GWTC'],
  ])('for %s leads to %s', (text, target) => {
    expect(targets(text)[0]).toBe(target);
  });

  it('explains words, and shows three of them while nothing is typed', () => {
    expect(titles('')).toEqual({ Words: ['FAR', 'BNS', 'q'] });
    expect(titles('q')).toEqual({ Words: ['q'] });
    expect(find('FAR', SOURCE).groups.at(-1)?.hits[0]).toMatchObject({
      about: 'Description of far',
      address: { view: { sort: 'far' } },
    });
  });

  it('without a match names the nearest, and never becomes a filter', () => {
    const found = find('GW190512_180741', SOURCE);
    expect(found.nearest).toBe('GW190512_180714');
    expect(found.groups.map(({ title, hits }) => [title, hits[0]?.title, hits[0]?.end])).toEqual([
      ['Events', 'GW190512_180714', '2 characters differ'],
      ['Times', '2019-05-12 18:07:41', 'GPS 1241719679'],
    ]);
    expect(find('nothing of the kind', SOURCE)).toEqual({ groups: [], nearest: null });
    expect(find('GWTC-3-confidnet', SOURCE).nearest).toBe('GWTC-3-confident');
  });
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

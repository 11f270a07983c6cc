/** What an event's page says and gives away: its strain files, the data around it, local times, published files, code and mass ratio. */

import { describe, expect, it } from 'vitest';
import type { ParameterObject, ParameterSet } from '../../src/core/contract/wire.ts';
import { massRatioText, valuesOf } from '../../src/explorer/event-data/binaries.ts';
import { choose, chooseLinks, firstChoice, listLinks, listParts } from '../../src/explorer/views/event/choose-files.ts';
import { describeData } from '../../src/explorer/views/event/describe-data.ts';
import { findExample, makeEventCode } from '../../src/explorer/views/event/event-code.ts';
import { listLocalTimes } from '../../src/explorer/views/event/local-times.ts';
import { listPapers, listSamples, listSkyMaps } from '../../src/explorer/views/event/published.ts';

const file = (detector: string, rate: number, duration: number, formats = ['GWF', 'HDF5', 'TXT']) => ({
  ...{ detector, rate, duration, gpsStart: 0 },
  links: formats.map((format) => [format, `https://a.example/${detector}-${rate}-${duration}.${format}`] as const),
});

describe('the files of an event', () => {
  const links = listLinks([4096, 32].flatMap((length) => [4, 16].flatMap((rate) => file('H1', rate, length))));

  it('are chosen at 4 kHz and 4096 s in HDF5 at first, and text files are left to the API', () => {
    expect(links.length).toBe(8);
    const urls = chooseLinks(links, firstChoice(links)).map(({ url }) => url);
    expect(urls).toEqual(['https://a.example/H1-4-4096.HDF5']);
    const all = { ...firstChoice(links), Rate: [], Length: [] };
    expect(chooseLinks(links, all).length).toBe(4);
    expect(chooseLinks(links, choose(all, 'Rate', '16 kHz')).length).toBe(2);
    expect(chooseLinks(links, choose(all, 'Detector', 'V1'))).toEqual([]);
  });

  it('are at first the nearest ones that exist, if no file has all usual values', () => {
    const apart = listLinks([file('H1', 4, 32), file('H1', 16, 4096), file('L1', 4, 32)]);
    const urls = chooseLinks(apart, firstChoice(apart)).map(({ url }) => url);
    expect(urls).toEqual(['https://a.example/H1-4-32.HDF5', 'https://a.example/L1-4-32.HDF5']);
    expect(chooseLinks([], firstChoice([]))).toEqual([]);
  });

  it('are chosen by one detector with one click, or by several; other parts have one value, or all', () => {
    const both = choose(choose(firstChoice(links), 'Detector', 'H1'), 'Detector', 'L1');
    expect(both.Detector).toEqual(['H1', 'L1']);
    expect(choose(both, 'Detector', 'H1').Detector).toEqual(['L1']);
    expect(choose(both, 'Rate', '16 kHz').Rate).toEqual(['16 kHz']);
    expect(choose(both, 'Rate', '4 kHz').Rate).toEqual([]);
  });

  it('that are missing are named', () => {
    const values = listParts(listLinks([file('L1', 4, 4096)]), ['H1', 'L1']);
    const missing = values.flatMap((one) => one.values.filter(({ isMissing }) => isMissing).map(({ value }) => value));
    expect(missing).toEqual(['H1', '16 kHz', '32 s']);
  });

  it('are read by code that names a detector with data', () => {
    const both = listLinks([file('H1', 4, 4096), file('L1', 16, 32), file('L1', 4, 32)]);
    expect(findExample(both, ['V1', 'L1'])).toEqual({ detector: 'L1', url: 'https://a.example/L1-4-32.HDF5' });
    expect(findExample(both, [])?.detector).toBe('L1');
    expect(findExample([], ['L1'])).toBe(null);
    const [gwpy, python, curl] = makeEventCode(1249852257, 'L1', 'https://a.example/x.hdf5');
    // Not from the site: its catalogue may have other events.
    expect(gwpy?.text).toContain('# Reads strain from gwosc.org.');
    expect(gwpy?.text).toContain('gps = 1249852257.0\nl1 = TimeSeries.fetch_open_data(\n    "L1", gps - 16, gps + 16)');
    expect(python?.text).toContain('requests.get("https://a.example/x.hdf5")');
    expect(curl?.text).toBe('curl --location --remote-name "https://a.example/x.hdf5"\n');
  });
});

describe('the data around an event', () => {
  const GPS = 1126259462;
  const timeline = (detector: string, ...segments: (readonly [number, number])[]) => ({
    ...{ flag: `${detector}_DATA`, detector, runs: ['O1'] },
    segments: segments.map(([from, to]) => ({ start: GPS + from, stop: GPS + to })),
  });
  const all = [timeline('H1', [-500, -400], [-60, 60]), timeline('L1', [-9, 9]), timeline('V1', [10, 20])];
  const describeFor = (published: string[], timelines = all) => describeData(timelines, GPS, published);

  it('are described, also if strain is published without a segment', () => {
    expect(describeFor(['H1', 'L1'])).toBe('H1 and L1 had data at the event.');
    expect(describeFor(['H1', 'V1'])).toBe('V1 has no DATA segment at the event, but its strain is published.');
    expect(describeFor([], all.slice(2))).toBe('No detector with segments had data at the event.');
    expect(describeFor(['H1'], [])).toBe('This catalogue has no segments for this time.');
  });
});

it('the local times of an event name their zones, and have the date if their day is not the day in UTC', () => {
  expect(listLocalTimes(1249852257)).toEqual([
    '14:10:39 PDT at Hanford',
    '16:10:39 CDT at Livingston',
    '23:10:39 CEST at Virgo',
  ]);
  expect(listLocalTimes(1242442967.4)).toEqual([
    '20 May, 20:02:29 PDT at Hanford',
    '20 May, 22:02:29 CDT at Livingston',
    '05:02:29 CEST at Virgo',
  ]);
  expect(listLocalTimes(1261000000)[0]).toMatch(/ PST at Hanford$/);
  expect(listLocalTimes(1e15)).toEqual([]);
});

describe('the mass ratio', () => {
  const withMasses = (masses: readonly Partial<ParameterObject>[]) =>
    massRatioText(
      valuesOf(masses.map((value, n) => ({ name: `mass_${n + 1}_source`, ...value }) as unknown as ParameterObject)),
    );

  it('has the digits of the less precise mass', () => {
    const error = { upper_error: 0.1, lower_error: -0.1 };
    expect(
      withMasses([
        { best: 23.3, ...error },
        { best: 2.6, ...error },
      ]),
    ).toBe('0.11');
    expect(
      withMasses([
        { best: 23.2, ...error },
        { best: 2.59, upper_error: 0.08, lower_error: -0.09 },
      ]),
    ).toBe('0.112');
    expect(withMasses([{ best: 23.2, ...error }])).toBe(undefined);
  });
});

describe('published files', () => {
  const ZENODO = 'https://zenodo.org/api/records/6513631/files';
  const set = (more: Partial<ParameterSet>): ParameterSet =>
    ({ data_url: null, is_preferred: false, waveform_family: null, links: [], ...more }) as ParameterSet;
  const version = (number: number, catalog: string, ...sets: ParameterSet[]) => ({
    version: { version: number, catalog },
    sets,
  });
  const catalogs = new Map([
    [
      'GWTC-2.1-confident',
      { title: 'GWTC-2.1', paper: 'https://arxiv.org/abs/2108.01045', skyMaps: `${ZENODO}/Maps.tar.gz/content` },
    ],
    ['GWTC-2.1-marginal', { paper: 'https://arxiv.org/abs/2108.01045' }],
  ]);
  const newest = version(
    3,
    'GWTC-2.1-confident',
    set({ data_url: `${ZENODO}/E_PEDataRelease_mixed_cosmo.h5/content` }),
  );

  it('are the posterior samples, the preferred file first, with their source', () => {
    const older = version(
      1,
      'O3',
      set({ data_url: 'https://dcc.ligo.org/public/0168/P2000183/008/a.h5', waveform_family: 'XO4a' }),
      set({ data_url: 'https://x.example/b.tar.gz', is_preferred: true }),
    );
    expect(listSamples([newest, older]).map(({ text, source, version: of }) => [of, text, source])).toEqual([
      [3, 'mixed (HDF5)', 'Zenodo 6513631'],
      [1, '(tar.gz)', 'x.example'],
      [1, 'XO4a (HDF5)', 'DCC P2000183'],
    ]);
  });

  it('are the sky map of the version, or of its catalog, and the papers without repetition', () => {
    const own = set({ links: [{ url: 'https://x.example/own.fits', label: 'skymap', description: null }] });
    expect(listSkyMaps([newest], catalogs).map(({ text }) => text)).toEqual(['Maps.tar.gz']);
    expect(listSkyMaps([version(3, 'GWTC-2.1-confident', own)], catalogs).map(({ text }) => text)).toEqual([
      'own.fits',
    ]);
    expect(listSkyMaps([version(1, 'O3')], catalogs)).toEqual([]);
    expect(listPapers([newest, version(2, 'GWTC-2.1-marginal'), version(1, 'O3')], catalogs)).toEqual([
      { url: 'https://arxiv.org/abs/2108.01045', title: 'GWTC-2.1', version: 3 },
    ]);
  });
});

/** Calls about events: their times, detectors, segments and searches. */

import { type Case, inside, NOT_FOUND, shortNames } from './case.ts';
import type { Facts } from './facts.ts';

/** Python's error when it unpacks two values from an empty list. */
const EMPTY = ['ValueError', /not enough values/] as const;

export function eventGps({ last, version }: Facts): Case[] {
  return [
    {
      call: "event_gps('GW150914')",
      run: (client) => client.eventGps('GW150914'),
      asks: ['event-versions/GW150914'],
      gives: 1126259462.4,
    },
    {
      call: "event_gps('GW231123_135430', version=1)",
      run: (client) => client.eventGps('GW231123_135430', { version: 1n }),
      asks: ['event-versions/GW231123_135430-v1'],
      gives: version('GW231123_135430-v1').gps,
    },
    {
      call: "event_gps('GW231123_135430', catalog='GWTC')",
      run: (client) => client.eventGps('GW231123_135430', { catalog: 'GWTC' }),
      asks: ['event-versions/GW231123_135430@GWTC'],
      gives: last('GW231123_135430', 'GWTC').gps,
    },
    {
      call: "event_gps('GW231123_135430', catalog='O4_Discovery_Papers')",
      run: (client) => client.eventGps('GW231123_135430', { catalog: 'O4_Discovery_Papers' }),
      asks: ['event-versions/GW231123_135430@O4_Discovery_Papers'],
      gives: last('GW231123_135430', 'O4_Discovery_Papers').gps,
    },
    {
      call: "event_gps('GW231123_135430-v3', version=1)",
      run: (client) => client.eventGps('GW231123_135430-v3', { version: 1n }),
      asks: ['event-versions/GW231123_135430-v3'],
      gives: version('GW231123_135430-v3').gps,
    },
    {
      call: "event_gps('GW190425_081805-v3')",
      run: (client) => client.eventGps('GW190425_081805-v3'),
      asks: ['event-versions/GW190425_081805-v3'],
      gives: last('GW190425').gps,
    },
    {
      call: "event_gps('GW123456')",
      run: (client) => client.eventGps('GW123456'),
      asks: ['event-versions/GW123456'],
      fails: NOT_FOUND,
    },
    {
      call: "event_gps('GW150914', version=99)",
      run: (client) => client.eventGps('GW150914', { version: 99n }),
      asks: ['event-versions/GW150914-v99'],
      fails: NOT_FOUND,
    },
    {
      call: "event_gps('GW150914', catalog='GWTC-5.0')",
      run: (client) => client.eventGps('GW150914', { catalog: 'GWTC-5.0' }),
      asks: ['event-versions/GW150914@GWTC-5.0'],
      fails: NOT_FOUND,
    },
  ];
}

export function eventDetectors({ last }: Facts): Case[] {
  return [
    {
      call: "event_detectors('GW150914')",
      run: (client) => client.eventDetectors('GW150914'),
      asks: ['event-versions/GW150914'],
      gives: new Set(['H1', 'L1']),
    },
    {
      call: "event_detectors('GW170817', catalog='GWTC-1-confident')",
      run: (client) => client.eventDetectors('GW170817', { catalog: 'GWTC-1-confident' }),
      asks: ['event-versions/GW170817@GWTC-1-confident'],
      gives: new Set(last('GW170817', 'GWTC-1-confident').detectors),
    },
    {
      call: "event_detectors('GW230529_181500', version=1)",
      run: (client) => client.eventDetectors('GW230529_181500', { version: 1n }),
      asks: ['event-versions/GW230529_181500-v1'],
      gives: new Set(['L1']),
    },
    {
      call: "event_detectors('GW123456')",
      run: (client) => client.eventDetectors('GW123456'),
      asks: ['event-versions/GW123456'],
      fails: NOT_FOUND,
    },
  ];
}

export function eventSegment(): Case[] {
  return [
    {
      call: "event_segment('GW150914-v3')",
      run: (client) => client.eventSegment('GW150914-v3'),
      asks: ['event-versions/GW150914-v3/strain-files?file-format=hdf'],
      gives: [1126257415, 1126261511],
    },
    {
      call: "event_segment('GW150914', version=1)",
      run: (client) => client.eventSegment('GW150914', { version: 1n }),
      asks: ['event-versions/GW150914/strain-files?file-format=hdf'],
      // The client ignores the version, and the latest version has no files of its own.
      fails: EMPTY,
    },
    {
      call: "event_segment('GW170817-v3', detector='V1', pagesize=5)",
      run: (client) => client.eventSegment('GW170817-v3', { detector: 'V1', pagesize: 5n }),
      asks: ['event-versions/GW170817-v3/strain-files?detector=V1&file-format=hdf&pagesize=5'],
      gives: [1187006835, 1187010931],
    },
    {
      call: "event_segment('GW170817-v3', detector='G1')",
      run: (client) => client.eventSegment('GW170817-v3', { detector: 'G1' }),
      asks: ['event-versions/GW170817-v3/strain-files?detector=G1&file-format=hdf'],
      gives: [1187006835, 1187010931],
    },
    {
      call: "event_segment('GW170817-v3', detector='K1')",
      run: (client) => client.eventSegment('GW170817-v3', { detector: 'K1' }),
      asks: ['event-versions/GW170817-v3/strain-files?detector=K1&file-format=hdf'],
      fails: EMPTY,
    },
    {
      call: "event_segment('GW230529_181500')",
      run: (client) => client.eventSegment('GW230529_181500'),
      asks: ['event-versions/GW230529_181500/strain-files?file-format=hdf'],
      fails: EMPTY,
    },
    {
      call: "event_segment('GW123456')",
      run: (client) => client.eventSegment('GW123456'),
      asks: ['event-versions/GW123456/strain-files?file-format=hdf'],
      fails: NOT_FOUND,
    },
  ];
}

export function eventAtGps({ versions }: Facts): Case[] {
  return [
    {
      call: 'event_at_gps(1187008882)',
      run: (client) => client.eventAtGps(1187008882n),
      asks: ['event-versions?min-gps-time=1187008881&max-gps-time=1187008883'],
      gives: 'GW170817',
    },
    {
      call: 'event_at_gps(1187008882.4, tol=0.1)',
      run: (client) => client.eventAtGps(1187008882.4, { tol: 0.1 }),
      asks: ['event-versions?min-gps-time=1187008882.3000002&max-gps-time=1187008882.5'],
      gives: 'GW170817',
    },
    {
      call: 'event_at_gps(1176984663.0)',
      run: (client) => client.eventAtGps(1176984663),
      asks: ['event-versions?min-gps-time=1176984662.0&max-gps-time=1176984664.0'],
      gives: versions.find(inside(1176984662, 1176984664))?.name,
    },
    {
      call: 'event_at_gps(1187008882, tol=0.1)',
      run: (client) => client.eventAtGps(1187008882n, { tol: 0.1 }),
      asks: ['event-versions?min-gps-time=1187008881.9&max-gps-time=1187008882.1'],
      fails: ['ValueError', /no event/],
    },
    {
      call: 'event_at_gps(0)',
      run: (client) => client.eventAtGps(0n),
      asks: ['event-versions?min-gps-time=-1&max-gps-time=1'],
      fails: ['ValueError', /no event/],
    },
  ];
}

export function queryEvents({ versions }: Facts): Case[] {
  /** Short names, in the listing's order, of versions whose best values match. A missing value is NaN, which never matches. */
  const where = (passes: (best: (name: string) => number, gps: number) => boolean) =>
    shortNames(versions.filter(({ best, gps }) => passes((name) => best[name] ?? Number.NaN, gps)));
  const query = (select: string[], asked: string, gives: unknown): Case => ({
    call: `query_events(${JSON.stringify(select)})`,
    run: (client) => client.queryEvents(select),
    asks: ['default-parameters', `event-versions?${asked}`],
    gives,
  });
  return [
    query(
      ['mass-1-source <= 3.0'],
      'max-mass-1-source=3.0',
      where((best) => best('mass_1_source') <= 3),
    ),
    query(
      ['mass-1-source >= 1.4', '200 >= luminosity-distance >= 100'],
      'min-mass-1-source=1.4&max-luminosity-distance=200&min-luminosity-distance=100',
      where(
        (best) =>
          best('mass_1_source') >= 1.4 && best('luminosity_distance') <= 200 && best('luminosity_distance') >= 100,
      ),
    ),
    query(
      ['far =< 1e-5', 'p-astro => +.5'],
      'max-far=1e-5&min-p-astro=%2B.5',
      where((best) => best('far') <= 1e-5 && best('p_astro') >= 0.5),
    ),
    query(
      [' chi-eff<=-0.3 '],
      'max-chi-eff=-0.3',
      where((best) => best('chi_eff') <= -0.3),
    ),
    query(
      ['1126259462.4 <= gps-time <= 1126259462.4'],
      'min-gps-time=1126259462.4&max-gps-time=1126259462.4',
      where((_, gps) => gps === 1126259462.4),
    ),
    query(
      ['redshift >= 0.1', 'redshift >= 1'],
      'min-redshift=1',
      where((best) => best('redshift') >= 1),
    ),
    query(['mass-1-source >= 1e9'], 'min-mass-1-source=1e9', []),
    query(['5 >= mass-1-source >= 10'], 'max-mass-1-source=5&min-mass-1-source=10', []),
    {
      call: 'query_events(["redshift >= 0.1"], pagesize=500)',
      run: (client) => client.queryEvents(['redshift >= 0.1'], { pagesize: 500n }),
      asks: ['default-parameters', 'event-versions?min-redshift=0.1&pagesize=500'],
      gives: where((best) => best('redshift') >= 0.1),
    },
    {
      call: 'query_events(["mass-1 <= 5"])',
      run: (client) => client.queryEvents(['mass-1 <= 5']),
      asks: ['default-parameters'],
      fails: ['ValueError', /no parameter mass-1/],
    },
    {
      call: 'query_events(["mass-1-source < 5"])',
      run: (client) => client.queryEvents(['mass-1-source < 5']),
      asks: [],
      fails: ['ValueError', /cannot read/],
    },
  ];
}

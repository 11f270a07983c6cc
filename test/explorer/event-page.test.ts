/** Text on an event's page: its files, and the data around it. */

import { describe, expect, it } from 'vitest';
import { describeData, listOnTimes } from '../../src/explorer/views/event/describe-data.ts';
import { groupFiles } from '../../src/explorer/views/event/group-files.ts';

const file = (detector: string, rate: number, duration: number, gpsStart: number, formats: readonly string[]) => ({
  ...{ detector, rate, duration, gpsStart },
  links: formats.map(
    (format) => [format, `https://archive.example/${detector}-${rate}-${duration}.${format}`] as const,
  ),
});

describe('the files of an event', () => {
  it('are a row for each detector and rate, and a column for each length; bulk files are last', () => {
    const ALL = ['GWF', 'HDF5', 'TXT'];
    const own = [
      ...[16, 4].flatMap((rate) => [file('H1', rate, 4096, 100, ALL), file('H1', rate, 32, 2132, ALL)]),
      file('L1', 4, 32, 2132, ['HDF5']),
    ];
    const { columns, rows } = groupFiles(own, [file('L1', 16, 4096, 0, ['HDF5', 'GWF'])]);
    expect(columns).toEqual([
      { title: '32 s', start: 2132 },
      { title: '4096 s', start: 100 },
      { title: 'Bulk, 4096 s', start: 0 },
    ]);
    const shown = rows.map(({ detector, isRepeated, rate, cells }) => [
      `${detector}${isRepeated ? ' again' : ''} ${rate}`,
      ...cells.map((links) => links.map(([format]) => format).join(' ')),
    ]);
    expect(shown).toEqual([
      ['H1 4', 'HDF5 GWF TXT', 'HDF5 GWF TXT', ''],
      ['H1 again 16', 'HDF5 GWF TXT', 'HDF5 GWF TXT', ''],
      ['L1 4', 'HDF5', '', ''],
      ['L1 again 16', '', '', 'HDF5 GWF'],
    ]);
    expect(rows[0]?.cells[0]?.[0]?.[1]).toBe('https://archive.example/H1-4-32.HDF5');
  });

  it('have no rows if there are no files', () => {
    expect(groupFiles([], []).rows).toEqual([]);
  });
});

describe('the data around an event', () => {
  // 2015-09-14 09:50:45 UTC.
  const GPS = 1126259462;
  const timeline = (detector: string, ...segments: (readonly [number, number])[]) => ({
    ...{ flag: `${detector}_DATA`, detector, runs: ['O1'] },
    segments: segments.map(([from, to]) => ({ start: GPS + from, stop: GPS + to })),
  });
  const all = [
    timeline('H1', [-500, -400], [-60, 60]),
    timeline('L1', [-86_400, 86_400]),
    timeline('V1', [10, 20]),
    timeline('K1', [-40_000, 1]),
  ];

  it('is described with start and end; times on other days than the event have a date', () => {
    const searched = { start: GPS - 86_400, stop: GPS + 86_400 };
    expect(listOnTimes(all, GPS + 0.4, searched).map(({ detector, text }) => `${detector} ${text}`)).toEqual([
      'H1 on from 09:49 to 09:51 UTC',
      'L1 on from before 2015-09-13 09:50 to after 2015-09-15 09:50 UTC',
      'K1 on from 2015-09-13 22:44 to 09:50 UTC',
    ]);
  });

  it('is unknown if no list of segments covers it, and absent if no detector was on', () => {
    expect(describeData(all, { gps: GPS, run: 'O1' })).toBe('At the time of the event, H1, L1 and K1 had data.');
    expect(describeData(all, { gps: GPS, run: 'S5' })).toBe('The catalogue has no segments for this time.');
    expect(describeData(all.slice(2, 3), { gps: GPS, run: 'O1' })).toContain('no detector had data');
  });
});

/** Pure parts of the events view: the row of an event, counts, presets, and the comparison of two catalogs. */

import { describe, expect, it } from 'vitest';
import { hyphenForm } from '../../src/core/contract/parameter-forms.ts';
import type { EventVersionEntry, ParameterObject } from '../../src/core/contract/wire.ts';
import { createFrame } from '../../src/explorer/charts/frame.ts';
import { placeLabels } from '../../src/explorer/charts/labels.ts';
import { listQuantities, type Quantity, TIME } from '../../src/explorer/event-data/quantities.ts';
import { readEnd, readTimeEnd, typedEnd } from '../../src/explorer/event-data/range-ends.ts';
import { countEvents, countVersions, makeRows, pickVersions } from '../../src/explorer/event-data/rows.ts';
import { comparedCatalogs } from '../../src/explorer/views/compare/compared-catalogs.ts';
import { comparisonText, differenceText } from '../../src/explorer/views/compare/comparison-text.ts';
import { compareRows, type Pair, scaleOf, sortPairs } from '../../src/explorer/views/compare/pairs.ts';
import { isPresetSet, PRESETS, type Preset, withPreset } from '../../src/explorer/views/events/filters/presets.ts';
import { groupRows } from '../../src/explorer/views/events/plots/groups.ts';
import { massesNote, placeMasses } from '../../src/explorer/views/events/plots/place-masses.ts';
import { createAxis } from '../../src/explorer/views/events/plots/plot-axis.ts';

type Values = Readonly<Record<string, number>>;

const value = (name: string, best: number): ParameterObject => ({
  ...{ name, best, unit: '', description: '', upper_error: 5, lower_error: -5 },
  ...{ is_upper_limit: false, is_lower_limit: false },
});

const entry = (name: string, version: number, values: Values = {}, catalog = 'A'): EventVersionEntry =>
  ({
    ...{ name, version, catalog, shortName: `${name}-v${version}`, gps: 1e9 + version, detectors: ['H1'] },
    default_parameters: Object.entries(values).map(([parameter, best]) => value(parameter, best)),
  }) as unknown as EventVersionEntry;

const rowsOf = (...entries: readonly EventVersionEntry[]) => makeRows(entries);
const masses = (heavier: number, lighter: number): Values => ({ mass_1_source: heavier, mass_2_source: lighter });

describe('a row', () => {
  it('of an event is its newest version that has values', () => {
    const rows = rowsOf(entry('X', 1), entry('X', 2, masses(30, 20)), entry('X', 3), entry('Y', 1), entry('Y', 2));
    expect(pickVersions(rows).map(({ id }) => id)).toEqual(['X-v2', 'Y-v2']);
  });

  it.each([
    [30, 20, 'BBH'],
    [3, 3, 'BBH'],
    [23.3, 2.6, 'NSBH'],
    [3, 2.99, 'NSBH'],
    [1.46, 1.27, 'BNS'],
  ])('with masses of %d and %d has the type %s', (heavier, lighter, type) => {
    expect(rowsOf(entry('X', 1, masses(heavier, lighter)))[0]?.type).toBe(type);
  });

  it('without both masses has no type', () => {
    expect(rowsOf(entry('X', 1, { mass_1_source: 30 }))[0]?.type).toBeUndefined();
  });

  it('counts once together with other versions of its event, and not at all if it is an injection', () => {
    const rows = rowsOf(entry('X', 1), entry('X', 2), entry('blind_injection', 1));
    expect([countEvents(rows), countVersions(rows)]).toEqual([1, 2]);
  });
});

describe('the plot of masses', () => {
  it('places an event with exactly one mass among the events without masses', () => {
    const rows = rowsOf(entry('X', 1, masses(30, 20)), entry('Y', 1, { mass_1_source: 30 }), entry('Z', 1));
    const { placed, without } = placeMasses(rows, new Set(rows.slice(0, 1)), createFrame(800, 400), {
      at: () => 100,
    });
    // A mark of an event that lacks a filtered value is hollow.
    expect(placed.map(({ isHollow }) => isHollow)).toEqual([true, true]);
    expect(placed.map(({ row, parameter }) => [row.id, parameter])).toEqual([
      ['X-v1', 'mass_1_source'],
      ['X-v1', 'mass_2_source'],
    ]);
    expect(without.map(({ id }) => id)).toEqual(['Y-v1', 'Z-v1']);
  });

  it('explains a dashed axis only if time is cut out', () => {
    expect(massesNote({ cuts: [] }, 'time')).not.toContain('Dashed axis');
    const cuts = [{ from: 0, to: 20, seconds: 1e7 }];
    expect(massesNote({ cuts }, 'time')).toContain('Dashed axis: time cut.');
    expect(massesNote({ cuts }, 'events')).toContain('Within a run, time is to scale.');
  });
});

describe('a preset', () => {
  it('is set, and tightens looser filters in the address for the same quantities', () => {
    for (const preset of PRESETS) {
      const target = withPreset('event-versions?release=A&min-mass-1-source=2&max-far=3&min-p-astro=0.1', preset);
      expect(isPresetSet(target, preset)).toBe(true);
      expect(isPresetSet('event-versions?release=A', preset)).toBe(false);
    }
    const [probable] = PRESETS as [Preset, Preset];
    expect(withPreset('event-versions?release=A&min-p-astro=0.1', probable)).toBe(
      'event-versions?release=A&min-p-astro=0.900001',
    );
  });

  it('keeps stricter filters and filters for other quantities', () => {
    const [probable, rare] = PRESETS as [Preset, Preset];
    const target = 'event-versions?min-p-astro=0.95&max-far=2';
    expect(withPreset(target, probable)).toBe(target);
    expect(withPreset(target, rare)).toBe('event-versions?min-p-astro=0.95&max-far=0.999999');
  });

  it('that would not narrow the selection is set', () => {
    const probable = PRESETS.find(({ name }) => name.startsWith('p_astro')) as Preset;
    expect(isPresetSet('event-versions?min-p-astro=0.95', probable)).toBe(true);
    expect(isPresetSet('event-versions?min-p-astro=', probable)).toBe(false);
  });
});

describe('an end of a range', () => {
  it.each([
    ['min', '> 0.9', '0.900001', '> 0.9'],
    ['min', '>50', '50.000001', '> 50'],
    ['min', '50', '50', '50'],
    ['min', '>= 50', '50', '50'],
    ['min', '≥ −0.3', '-0.3', '-0.3'],
    ['max', '< 1', '0.999999', '< 1'],
    ['max', '<1e-7', '9.9999e-8', '< 1e-7'],
    ['max', '< 1126259463', '1126259462.99999', '< 1126259463'],
    ['min', '> 1126259462', '1126259462.00001', '> 1126259462'],
    ['max', '1e-3', '1e-3', '1e-3'],
    ['min', '> 0', '1e-12', '> 0'],
  ] as const)('%s %j is %s in an address, and is shown as %j', (bound, typed, value, shown) => {
    expect(readEnd(bound, typed)).toBe(value);
    expect(typedEnd(bound, value)).toBe(shown);
    expect(readEnd(bound, shown)).toBe(value);
  });

  it.each([
    ['min', '< 50'],
    ['max', '> 50'],
    ['min', 'abc'],
    ['min', '>'],
  ] as const)('%s cannot be %j', (bound, typed) => {
    expect(readEnd(bound, typed)).toBe(undefined);
  });

  it('that is a time in GPS seconds is exact, and one in UTC has all of its second, day or month', () => {
    expect(typedEnd('min', '1126259462')).toBe('1126259462');
    expect(readEnd('max', '1126259462')).toBe('1126259462');
    expect(readTimeEnd('max', '2015-09-14 09:50:45')).toBe('1126259462.99999');
    expect(readTimeEnd('min', '2015-09-14 09:50:45')).toBe('1126259462');
    expect(readTimeEnd('max', '2019-05')).toBe('1243382418');
  });
});

describe('two catalogs', () => {
  const parameterOf = (parameter: string, short = ''): Quantity => ({
    ...{ kind: 'parameter', parameter, short, name: hyphenForm(parameter), title: short, unit: '' },
    read: ({ values }) => values.get(parameter)?.best,
  });
  const [quantity, rate] = [parameterOf('mass_1_source', 'Mass 1'), parameterOf('far', 'FAR')];
  const older = rowsOf(
    entry('X', 1, masses(40, 20)),
    entry('Y', 1, masses(30, 20)),
    entry('W', 1, masses(10, 9)),
    entry('V', 1),
  );
  const newer = rowsOf(
    entry('X', 2, masses(60, 20), 'B'),
    entry('Y', 2, masses(31, 20), 'B'),
    entry('V', 2, masses(7, 6), 'B'),
    entry('Z', 1, masses(8, 7), 'B'),
  );
  const comparison = compareRows(newer, older, quantity);

  it('are joined by event, and events in only one of them are listed', () => {
    // In units of the old error, which is 5.
    expect(comparison.pairs.map(({ name, change, difference }) => [name, change, difference])).toEqual([
      ['X', 4, 20],
      ['Y', 0.2, 1],
    ]);
    expect(comparison.onlyOld.map(({ entry: { name } }) => name)).toEqual(['W']);
    expect(comparison.onlyNew.map(({ entry: { name } }) => name)).toEqual(['Z']);
  });

  it('are compared in a sentence', () => {
    expect(comparisonText(comparison, quantity)).toEqual({
      lead: '3 events',
      rest: ' are in both catalogs. 2 of them have Mass 1 in both. Mass 1: 1 of 2 new values lies within the old published intervals; 1 changed by more than half of the old half-interval.',
    });
  });

  it('are compared in a sentence about one event', () => {
    const sentenceOf = (before: EventVersionEntry, after: EventVersionEntry) => {
      const { lead, rest } = comparisonText(compareRows(rowsOf(after), rowsOf(before), quantity), quantity);
      return lead + rest;
    };
    expect(sentenceOf(entry('X', 1, masses(40, 20)), entry('X', 2, masses(41, 20), 'B'))).toBe(
      '1 event is in both catalogs. Mass 1: the new value lies within the old published interval; it did not change by more than half of the old half-interval.',
    );
    expect(sentenceOf(entry('X', 1, masses(40, 20)), entry('X', 2, masses(60, 20), 'B'))).toBe(
      '1 event is in both catalogs. Mass 1: the new value lies outside the old published interval; it changed by more than half of the old half-interval.',
    );
    expect(sentenceOf(entry('X', 1, masses(40, 20)), entry('X', 2, {}, 'B'))).toBe(
      '1 event is in both catalogs, but it does not have Mass 1 in both.',
    );
  });

  it('have changes of rates in dex, but none between limits or between the smallest rates of both', () => {
    const rated = (name: string, version: number, best: number, more: Partial<ParameterObject> = {}) => ({
      ...entry(name, version),
      default_parameters: [{ ...value('far', best), upper_error: null, lower_error: null, ...more }],
    });
    const limit = { is_upper_limit: true };
    const compared = (old: object, next: object) =>
      compareRows(
        rowsOf(rated('X', 2, 1e-7, next), rated('Y', 2, 1e-9)),
        rowsOf(rated('X', 1, 1e-5, old), rated('Y', 1, 1e-6)),
        rate,
      );
    const changes = ({ pairs }: ReturnType<typeof compared>) => pairs.map(({ change }) => change && Math.round(change));
    expect(changes(compared({}, {}))).toEqual([-2, null]);
    expect(changes(compared({ best: 0 }, {}))[0]).toBe(null);
    expect(comparisonText(compared({}, {}), rate).rest).toContain(' FAR: 1 of 1 changed by more than a factor of 10.');
    for (const [old, next] of [
      [limit, {}],
      [{}, limit],
      [limit, limit],
    ] as const) {
      expect(changes(compared(old, next))).toEqual([null, null]);
      expect(comparisonText(compared(old, next), rate).rest).toBe(' are in both catalogs.');
    }
  });

  it.each([
    [2.59, 2.6, '+0.01'],
    [69, 57.2, '−11.8'],
    [28.4, 28.4, '0'],
    [0.1525430959725358, 0.99989, '+0.85'],
  ])('have a difference with the published digits: %d to %d', (old, next, text) => {
    const pair = { old: value('x', old), newer: value('x', next), difference: next - old } as Pair;
    expect(differenceText(pair)).toBe(text);
  });

  it('have an axis that ends at the largest possible value', () => {
    const probability = (version: number, best: number): EventVersionEntry => ({
      ...entry('X', version),
      default_parameters: [{ ...value('p_astro', best), upper_error: null, lower_error: null }],
    });
    const parameters = ['p_astro', 'far'].map((name) => ({ name, unit: '', description: '' }));
    const [pAstro, far] = listQuantities({ parameters });
    const { pairs } = compareRows(rowsOf(probability(2, 1)), rowsOf(probability(1, 0.5)), parameterOf('p_astro'));
    expect(scaleOf(pairs, pAstro as Quantity).at(1)).toBe(99);
    expect(scaleOf(pairs, far as Quantity).at(1)).toBeLessThan(99);
  });

  it('leave out injections, which are not detections', () => {
    const injection = (catalog: string) => entry('blind_injection', 1, masses(9, 8), catalog);
    const { pairs, inBoth } = compareRows(rowsOf(injection('B')), rowsOf(injection('A')), quantity);
    expect([pairs, inBoth]).toEqual([[], 0]);
    expect(compareRows(rowsOf(injection('B')), [], quantity).onlyNew).toEqual([]);
    expect(compareRows([], rowsOf(injection('A')), quantity).onlyOld).toEqual([]);
  });

  it('are never the same, whichever of them the address names', () => {
    const [all, catalogs] = [
      [...older, ...newer],
      ['B', 'A', 'C'],
    ];
    const compared = (set: { readonly new?: string; readonly old?: string }) =>
      comparedCatalogs({ new: null, old: null, ...set }, catalogs, (name) =>
        all.filter((row) => row.entry.catalog === name),
      );
    expect(compared({})).toEqual({ newer: 'B', old: 'A' });
    expect(compared({ new: 'A' })).toEqual({ newer: 'A', old: 'B' });
    expect(compared({ old: 'B' })).toEqual({ newer: 'A', old: 'B' });
    expect(compared({ new: 'A', old: 'C' })).toEqual({ newer: 'A', old: 'C' });
    // C shares no events with another catalog.
    for (const set of [{ new: 'C' }, { old: 'C' }]) expect(new Set(Object.values(compared(set))).size).toBe(2);
  });

  it('are in the order of their ages if an older catalog, too, shares events with the new one', () => {
    const oldest = rowsOf(entry('X', 1, masses(9, 8), 'C'));
    const lists: Readonly<Record<string, typeof newer>> = { B: newer, A: older, C: oldest };
    const compared = (set: { readonly new?: string; readonly old?: string }) =>
      comparedCatalogs({ new: null, old: null, ...set }, Object.keys(lists), (name) => lists[name] ?? []);
    expect(compared({ new: 'A' })).toEqual({ newer: 'A', old: 'C' });
    expect(compared({ old: 'A' })).toEqual({ newer: 'B', old: 'A' });
  });

  it('are a cumulative catalog and the one that shares most events with it, in other versions', () => {
    const members = { Sum: newer, B: newer, A: older, C: [] };
    const compared = comparedCatalogs({ new: 'Sum', old: null }, Object.keys(members), (name) =>
      Object.entries(members).flatMap(([one, rows]) => (one === name ? rows : [])),
    );
    expect(compared).toEqual({ newer: 'Sum', old: 'A' });
  });

  it.each([
    ['value', ['X', 'Y']],
    ['change', ['X', 'Y']],
    ['name', ['X', 'Y']],
  ] as const)('are ordered by %s', (order, names) => {
    expect(sortPairs(comparison.pairs.toReversed(), order).map(({ name }) => name)).toEqual(names);
  });
});

describe('a plot', () => {
  const run = { name: 'O1', gps_start: 1e9, gps_end: 1e9 + 2, detectors: [], detail_url: '' };

  it('coloured by run has the colour of no run for an event outside the runs', () => {
    const groups = groupRows(rowsOf(entry('X', 1), entry('Y', 5)), 'run', [run], []);
    expect(groups.map(({ title, colour }) => [title, colour])).toEqual([
      ['O1', 'O1'],
      ['in no run of this catalogue', 'bar'],
    ]);
  });

  it.each(['x', 'y'] as const)('with times on its %s axis names the year', (side) => {
    // O3a, which is within 2019.
    const place = { frame: createFrame(600, 400), side, domain: [1238166018, 1253977218], isUtc: true } as const;
    const { ticks } = createAxis({ quantity: TIME, kind: 'linear' }, place);
    expect(ticks.length).toBeGreaterThan(2);
    expect(ticks.map(({ text }) => /\d{4}/.exec(text)?.[0] ?? '')).toEqual(['2019', ...ticks.slice(1).map(() => '')]);
  });
});

it('a name or its leader touches no mark, no stem, no other name and no end of the frame', () => {
  const frame = createFrame(500, 300);
  const stems = Array.from({ length: 24 }, (_, n) => {
    const [x, y] = [75 + n * 17, 40 + ((n * 53) % 180)];
    return [
      { x, y },
      { x, y: y + 10 + ((n * 31) % 40) },
    ] as const;
  });
  const marks = stems.flat();
  const wanted = stems.map(([mark], n) => ({ mark, text: `GW${150914 + n}` }));
  const labels = placeLabels(wanted, { marks, stems }, frame);
  expect(labels.length).toBeGreaterThan(2);
  expect(labels.length).toBeLessThan(wanted.length);
  expect(labels.some(({ leader }) => leader !== null)).toBe(true);
  const isIn = ({ x, y, width }: (typeof labels)[number], at: number, low: number, high: number) =>
    at >= x && at <= x + width && low <= y + 7 && high >= y - 7;
  for (const [n, a] of labels.entries()) {
    expect(a.x >= frame.left && a.x + a.width <= frame.right).toBe(true);
    for (const [top, bottom] of stems) expect(isIn(a, top.x, top.y - 4, bottom.y + 4)).toBe(false);
    for (const b of labels.slice(n + 1)) {
      expect(a.x + a.width < b.x || b.x + b.width < a.x || Math.abs(a.y - b.y) >= 14).toBe(true);
    }
    if (a.leader === null) continue;
    const [start, end] = a.leader;
    expect(Math.hypot(end.x - a.mark.x, end.y - a.mark.y)).toBeLessThanOrEqual(30);
    for (const share of [0, 0.25, 0.5, 0.75, 1]) {
      const [x, y] = [start.x + share * (end.x - start.x), start.y + share * (end.y - start.y)];
      for (const one of marks) if (one !== a.mark) expect(Math.hypot(one.x - x, one.y - y)).toBeGreaterThan(4);
    }
  }
});

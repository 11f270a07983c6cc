/** Computations of charts: numbers as text, scales, bins, the axis of observing runs. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ParameterObject, RunEntry } from '../../src/core/contract/wire.ts';
import { spacedDates, yearTicks } from '../../src/explorer/charts/date-ticks.ts';
import { countByBin, edgesOf, findBin, makeBins, shortRange } from '../../src/explorer/charts/histogram.ts';
import { nearest } from '../../src/explorer/charts/marks.ts';
import { clipLine, createScale, roundOutwards, thinTicks } from '../../src/explorer/charts/scale.ts';
import { listText, numberText, sizeText, utcText, wholeText } from '../../src/explorer/text/format.ts';
import { indentJson } from '../../src/explorer/text/indent-json.ts';
import { parameterTitle } from '../../src/explorer/text/parameter-names.ts';
import { readTime } from '../../src/explorer/text/read-time.ts';
import { longestDecimals, padding, valueLine } from '../../src/explorer/text/values.ts';
import { placeWhiskers } from '../../src/explorer/views/event/place-whiskers.ts';
import { spreadCounts } from '../../src/explorer/views/events/plots/outline.ts';
import { createTimeScale, type RunWidths } from '../../src/explorer/views/events/plots/time-scale.ts';

const value = (more: Partial<ParameterObject>): ParameterObject => ({
  name: 'far',
  unit: '',
  description: '',
  best: 1,
  upper_error: null,
  lower_error: null,
  is_upper_limit: false,
  is_lower_limit: false,
  ...more,
});

describe('text', () => {
  it.each([
    [35.6, '35.6'],
    [-0.31, '−0.31'],
    [0, '0'],
    [1e-5, '0.00001'],
    [1e-7, '1 × 10⁻⁷'],
    [2.5e-9, '2.5 × 10⁻⁹'],
    [-1e6, '−1 × 10⁶'],
    [1126259462.4, '1.1262594624 × 10⁹'],
  ])('of %d is %s', (number, text) => {
    expect(numberText(number)).toBe(text);
  });

  it('of a value includes its errors, or that it is a limit', () => {
    expect(valueLine(value({ best: 35.6, upper_error: 4.7, lower_error: -3.1 }))).toBe('35.6 +4.7 −3.1');
    expect(valueLine(value({ best: -0.04, upper_error: 0.1, lower_error: null }))).toBe('−0.04 +0.10');
    expect(valueLine(value({ best: 1940, upper_error: 970, lower_error: -900 }))).toBe('1940 +970 −900');
    expect(valueLine(value({ best: 1e-5, is_upper_limit: true }))).toBe('< 0.00001');
  });

  it.each([
    [{ best: 98.4, upper_error: 33.6, lower_error: -21.7 }, '98.4 +33.6 −21.7'],
    [{ best: 57, upper_error: 27.1, lower_error: -30.1 }, '57.0 +27.1 −30.1'],
    [{ best: 3310, upper_error: 2790, lower_error: -1800 }, '3310 +2790 −1800'],
    [{ best: 30, upper_error: 2.9, lower_error: -4.66 }, '30.00 +2.90 −4.66'],
    [{ best: -0.002, upper_error: 0.06, lower_error: -0.061 }, '−0.002 +0.060 −0.061'],
    // Errors of 0 are not shown, because no value is exact.
    [{ best: 0.01, upper_error: 0, lower_error: 0 }, '0.01'],
  ])('of a value has the published digits, and its errors have as many decimals: %j', (parts, text) => {
    expect(valueLine(value({ name: 'mass_1_source', ...parts }))).toBe(text);
  });

  it.each([
    ['far', 0.0013, '0.0013'],
    ['far', 0.03309219802659227, '0.03309'],
    ['far', 1e-5, '0.00001'],
    ['far', 1e-7, '1 × 10⁻⁷'],
    ['p_astro', 0.99989, '0.99989'],
    ['p_astro', 0.1525430959725358, '0.1525'],
    ['p_astro', 0.99999999, '0.99999999'],
    ['p_astro', 1, '1'],
    ['network_matched_filter_snr', 13.07209167194663, '13.07'],
    ['network_matched_filter_snr', 22.1843, '22.1843'],
  ])('of %s without errors, %d, is %s', (name, best, text) => {
    expect(valueLine(value({ name, best }))).toBe(text);
  });

  it('of numbers in a column is padded so that their decimal points align', () => {
    const texts = ['98', '35.6', '11.54', '1 × 10⁻⁷'];
    const longest = longestDecimals(texts);
    expect(texts.map((text) => padding(text, longest))).toEqual(['.54', '4', '', '']);
  });

  it('of bytes', () => {
    const sizes = [0, 751, 8501, 413_263, 999_949, 999_950, 29_360_128];
    expect(sizes.map(sizeText)).toEqual(['0 B', '751 B', '8.5 kB', '413.3 kB', '999.9 kB', '1.0 MB', '29.4 MB']);
  });

  it('of whole numbers has commas, and of lists one "and"', () => {
    expect([0, 391, 1000, 19_236, 1_234_567].map(wholeText)).toEqual(['0', '391', '1,000', '19,236', '1,234,567']);
    const lists = [[], ['H1'], ['H1', 'L1'], ['Abbott, R.', 'LIGO', 'Abbott, B.']];
    expect(lists.map(listText)).toEqual(['', 'H1', 'H1 and L1', 'Abbott, R., LIGO and Abbott, B.']);
  });

  it.each([
    ['mass_1_source', 'Mass 1 (source)'],
    ['network_matched_filter_snr', 'Network matched filter SNR'],
    ['chi_1', 'χ_1'],
  ])('of the parameter %s is %s', (name, title) => {
    expect(parameterTitle(name)).toBe(title);
  });
});

describe('JSON that is indented', () => {
  it('has its numbers as they were', () => {
    expect(indentJson('{"best":440.0,"far":[1e-05,-0.0]}')).toBe(
      '{\n  "best": 440.0,\n  "far": [\n    1e-05,\n    -0.0\n  ]\n}',
    );
  });

  it('has the same form as by parsing, whatever its strings contain', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 3), (value, spaces) => {
        expect(indentJson(JSON.stringify(value, null, spaces))).toBe(JSON.stringify(value, null, 2));
      }),
    );
  });
});

it.each([
  ['2019', 1230336018, 1261872018],
  ['2019-11', 1256601618, 1259193618],
  ['2019-12', 1259193618, 1261872018],
  ['2019-5-1', 1240704018, 1240790418],
  ['2019-11-01', 1256601618, 1256688018],
  ['2016-12-31', 1167177617, 1167264018],
  ['2019-11-01 15:00', 1256655618, 1256655618],
  ['1256655618', 1256655618, 1256655618],
  ['1126259462.4', 1126259462, 1126259462],
  ['1234', 1234, 1234],
])('the time %s starts at the GPS second %s and stops at %s', (text, start, stop) => {
  expect(readTime(text)).toEqual({ start, stop });
});

it.each(['2019-13', '2019-02-30', '2019-00', '2019-11-01-', 'soon', ''])('%j is no time', (text) => {
  expect(readTime(text)).toBe(undefined);
});

it('a GPS second without a UTC time has no text', () => {
  expect(utcText(1256655618.7)).toBe('2019-11-01 15:00:00');
  expect(utcText(1e15)).toBe('');
});

describe('a scale', () => {
  it.each(['linear', 'log'] as const)('%s has its ticks inside, and maps pixels back to values', (kind) => {
    const scale = createScale(kind, [1.17, 137], [40, 340], 5);
    expect(scale.ticks.length).toBeGreaterThanOrEqual(2);
    for (const { at } of scale.ticks) expect(at >= 40 && at <= 340).toBe(true);
    expect(scale.invert(scale.at(35))).toBeCloseTo(35, 6);
  });

  it('of values that are not negative does not start below 0', () => {
    expect(createScale('linear', [1.17, 137], [40, 340], 5).invert(40)).toBe(0);
    expect(createScale('linear', [-0.3, 0.5], [40, 340], 5).invert(40)).toBeLessThan(-0.3);
  });

  it('that is logarithmic has 0 and negative values infinitely far beyond its low end', () => {
    expect(createScale('log', [1, 10], [0, 100], 5).at(0)).toBe(Number.NEGATIVE_INFINITY);
    expect(createScale('log', [1, 10], [100, 0], 5).at(-3)).toBe(Number.POSITIVE_INFINITY);
  });

  it('over many decades has ticks at powers of ten', () => {
    const texts = createScale('log', [1e-7, 140], [300, 0], 8).ticks.map(({ text }) => text);
    expect(texts).toContain('0.01');
    expect(texts.every((text) => /^(0\.0*1|10*|10⁻.)$/.test(text))).toBe(true);
  });

  it('that is short has several ticks, though no power of ten is on it', () => {
    for (const domain of [
      [1.2, 8],
      [14, 15],
      [0.02, 0.06],
      [3, 400],
    ] as const) {
      expect(createScale('log', domain, [300, 0], 6).ticks.length).toBeGreaterThanOrEqual(3);
    }
  });

  it('never goes beyond the values that a quantity can have', () => {
    const { ticks, invert } = createScale('linear', [0.36, 1], [0, 300], 6, [0, 1]);
    expect(invert(300)).toBe(1);
    expect(ticks.at(-1)?.text).toBe('1');
    // Values outside these limits are still shown.
    expect(createScale('linear', [0.5, 1.2], [0, 300], 6, [0, 1]).invert(300)).toBe(1.2);
  });

  it('has ticks whose texts do not touch one another', () => {
    const ticks = [0, 10, 50, 55, 100].map((at) => ({ at, text: 'ab' }));
    expect(thinTicks(ticks, ({ length }) => length * 10).map(({ at }) => at)).toEqual([0, 50, 100]);
  });

  it('has dates at equal distances, the first of a year with its year', () => {
    const axis = { at: (gps: number) => gps, invert: (pixel: number) => 1230336018 + pixel * 86_400 };
    const days = [0, 1, 2, 3, 4, 5, 366, 367].map((at) => ({ at, text: '1 Jan' }));
    const widthOf = () => 1.5;
    expect(spacedDates(days, axis, () => 0.5).length).toBeLessThan(days.length);
    const far = days.map((tick) => ({ ...tick, at: tick.at * 10 }));
    const shown = spacedDates(far, { ...axis, invert: (pixel) => axis.invert(pixel / 10) }, widthOf);
    expect(shown.map(({ at, text }) => `${at / 10} ${text}`)).toEqual([
      ...['0 1 Jan 2019', '1 1 Jan', '2 1 Jan', '3 1 Jan', '4 1 Jan', '5 1 Jan', '366 1 Jan 2020', '367 1 Jan'],
    ]);
  });

  it('of times of day has the year at the first date', () => {
    const axis = { at: (gps: number) => gps, invert: (pixel: number) => 1126224017 + pixel * 2160 };
    const ticks = ['18:00', '14 Sep', '06:00', '12:00', '18:00', '15 Sep'].map((text, n) => ({ at: n * 10, text }));
    const dates = spacedDates(ticks, axis, () => 0.1);
    expect(dates.map(({ text }) => text)).toEqual(['18:00', '14 Sep 2015', '06:00', '12:00', '18:00', '15 Sep']);
  });

  it('of a small strip has as many ticks as fit, with the same number of decimals, and room beside values without errors', () => {
    const strip = (values: Partial<ParameterObject>[]) =>
      placeWhiskers(values.map(value))?.ticks.map(({ text }) => text);
    expect(strip([{ best: 0.11 }, { best: 0.112 }])).toEqual(['0.10', '0.12']);
    expect(strip([{ best: 6.41, upper_error: 0.02, lower_error: -0.02 }])).toEqual(['6.39', '6.41', '6.43']);
    expect(strip([{ best: 0.0013 }])).toBe(undefined);
  });

  it('without room for dates has the year of the middle of each run', () => {
    const axis = { at: (gps: number) => gps, invert: (pixel: number) => 1126051217 + pixel * 86_400 };
    const years = yearTicks(axis, [
      [0, 130],
      [444, 713],
    ]);
    expect(years).toEqual([
      { at: 65, text: '’15' },
      { at: 578.5, text: '’17' },
    ]);
  });

  it('for counts starts at 0', () => {
    expect(createScale('linear', [0, 10], [100, 0], 5).at(0)).toBe(100);
  });

  it('rounds outwards, so values between its ends stay inside', () => {
    const number = fc.double({ min: -1e9, max: 1e9, noNaN: true });
    fc.assert(
      fc.property(number, number, (a, b) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)];
        const [from, to] = roundOutwards([low, high]);
        expect(from <= low && to >= high).toBe(true);
      }),
    );
    expect(roundOutwards([12.3456, 98.7651])).toEqual([12.3, 98.8]);
  });
});

describe('bins', () => {
  it('contain every value once', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0.01, max: 1e4, noNaN: true }), { minLength: 1 }), (values) => {
        for (const kind of ['linear', 'log'] as const) {
          const bins = makeBins(values, kind);
          expect(bins && countByBin(bins, values).reduce((sum, count) => sum + count, 0)).toBe(values.length);
        }
      }),
    );
  });

  it('hold a value just below a power of ten, whose logarithm is rounded', () => {
    for (const kind of ['linear', 'log'] as const) {
      const bins = makeBins([9999.999999999996], kind);
      expect(bins && countByBin(bins, [9999.999999999996])).toEqual([1]);
    }
  });

  it('hold equally many possible values: their widths are multiples of the last digit of the data', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 1, max: 2000 }), (decimals, most) => {
        const values = Array.from({ length: most + 1 }, (_, n) => Number((n / 10 ** decimals).toFixed(decimals)));
        const bins = makeBins(values, 'linear');
        const counts = bins && countByBin(bins, values);
        if (counts === null) throw new Error('no bins');
        // The last bin may reach beyond the values.
        expect(new Set(counts.slice(0, -1)).size).toBeLessThanOrEqual(1);
        expect(counts.length).toBeLessThanOrEqual(32);
      }),
    );
  });

  it('do not depend on the few values with more digits', () => {
    const values = Array.from({ length: 400 }, (_, n) => Math.round(n / 4) / 100);
    expect(makeBins([...values, 0.123456], 'linear')?.edges).toEqual(makeBins(values, 'linear')?.edges);
  });

  it.each(['linear', 'log'] as const)('are equally wide on a %s axis', (kind) => {
    const values = [1.46, 2.1, 12.3, 35.6, 137];
    for (const density of [6, 10, 24]) {
      const edges = (makeBins(values, kind, density)?.edges ?? []).map(kind === 'log' ? Math.log10 : Number);
      const widths = edges.slice(1).map((edge, n) => edge - (edges[n] as number));
      expect(widths.length).toBeGreaterThan(5);
      for (const width of widths) expect(width).toBeCloseTo(widths[0] as number, 9);
      if (kind === 'log') expect(widths[0]).toBeCloseTo(1 / density, 9);
    }
  });

  it('have short ends that select exactly the values of a bin', () => {
    const value = fc.integer({ min: 1, max: 4000 }).map((n) => n / 100);
    fc.assert(
      fc.property(fc.array(value, { minLength: 1 }), fc.constantFrom('linear', 'log'), (values, kind) => {
        const bins = makeBins(values, kind, 12);
        if (bins === null) throw new Error('no bins');
        countByBin(bins, values).forEach((count, bin) => {
          const [from, to] = shortRange(bins, bin, values);
          if (count > 0) expect(values.filter((one) => one >= from && one <= to).length).toBe(count);
        });
      }),
    );
    // The edges are 68.129 and 82.540.
    const bins = makeBins([1.46, 70, 137], 'log', 12);
    expect(bins && shortRange(bins, findBin(bins, 70), [1.46, 70, 137])).toEqual([68.1, 82.5]);
    // A value at the upper edge is in the next bin.
    const rounded = makeBins([0, 0.1, 0.2, 1], 'linear', 10);
    expect(rounded && shortRange(rounded, 1, [0, 0.1, 0.2, 1])).toEqual([0.1, 0.1]);
  });

  it('have an outline: a value is spread with 5% beyond each end of its interval, and half on each side', () => {
    const bins = { kind: 'linear', edges: [0, 26, 30, 40, 1000] } as const;
    const spread = value({ best: 30, lower_error: -4, upper_error: 10 });
    const counts = spreadCounts(bins, [spread, value({ best: 35 })]);
    expect(counts.map((count) => Number(count.toFixed(3)))).toEqual([0.05, 0.45, 1.45, 0.05]);
    expect(edgesOf(bins, 1)).toEqual([26, 30]);
  });

  it('of a single value is one', () => {
    expect(makeBins([3], 'linear')?.edges).toEqual([3, 4]);
    expect(makeBins([0], 'linear')?.edges).toEqual([0, 1]);
  });

  it('of probabilities end with 1, which the last one holds', () => {
    const values = [0.5, 0.51, 0.77, 0.99, 1];
    const bins = makeBins(values, 'linear');
    expect(bins?.edges.at(-1)).toBe(1);
    expect(bins && countByBin(bins, values).at(-1)).toBe(2);
  });

  it('are logarithmic if values span decades', () => {
    expect(makeBins([1, 2, 1000])?.kind).toBe('log');
    expect(makeBins([-1, 2, 1000])?.kind).toBe('linear');
    expect(makeBins([])).toBeNull();
  });
});

it('an error bar is cut off where the axis ends', () => {
  expect(clipLine([10, 20], [0, 100])).toEqual({ from: 10, to: 20, cut: [] });
  expect(clipLine([-5, 120], [0, 100])).toEqual({ from: 0, to: 100, cut: [0, 100] });
  // Pixel coordinates decrease upwards, and a logarithmic axis has no place for 0.
  expect(clipLine([Number.POSITIVE_INFINITY, 30], [100, 0])).toEqual({ from: 100, to: 30, cut: [100] });
});

describe('a time axis', () => {
  const run = (name: string, gps_start: number, gps_end: number): RunEntry => ({
    ...{ name, gps_start, gps_end },
    detectors: [],
    detail_url: '',
  });
  const DAY = 86_400;
  const runs = [
    run('A', 0, 100 * DAY),
    run('B', 150 * DAY, 400 * DAY),
    run('within B', 200 * DAY, 201 * DAY),
    run('C', 1300 * DAY, 1500 * DAY),
    run('D', 9000 * DAY, 9100 * DAY),
  ];
  /** The day of a version that is not counted, because another version of its event already is. */
  const UNCOUNTED = 1330;
  const create = (days: readonly number[], widths: RunWidths = 'time') =>
    createTimeScale(
      runs,
      days.map((day) => ({ time: day * DAY, isCounted: day !== UNCOUNTED, hasWeight: true })),
      [0, 500],
      20,
      widths,
    );

  it('by events has runs of 54 pixels, and shares the rest by the number of events, counted or not', () => {
    const { bands, cuts } = create([10, 160, 161, UNCOUNTED, 1340], 'events');
    expect(cuts.map(({ from, to }) => to - from)).toEqual([20, 20]);
    const rest = 500 - 2 * 20 - 3 * 54;
    expect(bands.map(({ from, to }) => Math.round(to - from - 54))).toEqual(
      [1, 2, 2].map((count) => Math.round((rest * count) / 5)),
    );
    expect(bands.map(({ count }) => count)).toEqual([1, 2, 1]);
  });

  it('has one scale for all runs, and cuts out more than 100 days without a run', () => {
    const { bands, cuts } = create([10, 160, 200.5, 1310, 1320]);
    expect(bands.map(({ name, count }) => [name, count])).toEqual([
      ['A', 1],
      ['B', 2],
      ['C', 2],
    ]);
    const perDay = bands.map(({ from, to, start, stop }) => (to - from) / (stop - start));
    for (const scale of perDay) expect(scale).toBeCloseTo(perDay[0] as number, 9);
    // 50 days between A and B stay, 900 days between B and C are cut out.
    expect(cuts.map(({ from, to, seconds }) => [to - from, seconds / DAY])).toEqual([[20, 900]]);
    expect(bands.at(-1)?.to).toBeCloseTo(500);
  });

  it('includes times that its bands do not count', () => {
    const { bands } = create([10, 160, 161, UNCOUNTED]);
    expect(bands.map(({ name, count }) => [name, count])).toEqual([
      ['A', 1],
      ['B', 2],
      ['C', 0],
    ]);
  });

  it('leaves out runs without any of the times, and has a band for times between runs', () => {
    expect(create([10, 1000]).bands.map(({ name }) => name)).toEqual(['A', '']);
  });

  it('keeps the order of times, and maps pixels back to them', () => {
    const days = [10, 20, 160, 1350, 1450, 5000, 9050];
    const scale = create(days);
    const pixels = days.map((day) => scale.at(day * DAY));
    expect(pixels).toEqual(pixels.toSorted((a, b) => a - b));
    for (const day of days) expect(scale.invert(scale.at(day * DAY))).toBeCloseTo(day * DAY, 0);
  });
});

it('the nearest mark within reach is selected', () => {
  const points = [
    { x: 0, y: 0 },
    { x: 10, y: 0 },
  ];
  expect(nearest(points, { x: 6, y: 0 }, 14)).toBe(points[1]);
  expect(nearest(points, { x: 40, y: 0 }, 14)).toBeUndefined();
});

/** Small random indices, and answers to queries on them by looping over all entries. */

import fc from 'fast-check';
import type { Condition } from '../../../src/core/contract/conditions.ts';
import type { ColumnIndexData } from '../../../src/core/listing/column-data.ts';
import type { Series, StrainFileIndexData } from '../../../src/core/listing/strain-file-index.ts';
import { groups, names, numbers, texts } from '../../../src/site/render/index-columns.ts';

export interface File {
  readonly detector: string;
  readonly rate: number;
  readonly gps: number;
  readonly run: string;
  readonly dataset: string;
}

const FILE_S = 4096;
const DETECTORS = ['V1', 'H1', 'L1'];
const RUNS = ['O1', 'O2'];

/** Blocks of one detector at one rate, distributed among runs: none overlap, some touch, and runs alternate. */
const blocksByRun = fc
  .array(
    fc.record({
      gap: fc.integer({ min: 0, max: 2 }),
      count: fc.integer({ min: 1, max: 3 }),
      run: fc.constantFrom(...RUNS),
    }),
    { maxLength: 5 },
  )
  .map((blocks) => {
    const byRun = new Map<string, number[]>(RUNS.map((run) => [run, []]));
    let next = 0;
    for (const { gap, count, run } of blocks) {
      const first = next + gap * FILE_S;
      byRun.get(run)?.push(first, count);
      next = first + count * FILE_S;
    }
    return byRun;
  });

/** The blocks of a series as in an index, from pairs of the first gps_start and the number of files. */
const stepsOf = (blocks: readonly number[]): number[] =>
  blocks.map((value, n) => {
    if (n % 2 === 1) return value;
    const end = n === 0 ? 0 : (blocks[n - 2] as number) / FILE_S + (blocks[n - 1] as number);
    return value / FILE_S - end;
  });

/** Series in tie order, as sorted by a build; series of one detector and rate differ by run, in any order. */
export const seriesIndices: fc.Arbitrary<StrainFileIndexData> = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...DETECTORS), fc.constantFrom(16, 4)), { selector: String, maxLength: 6 })
  .map((keys) => keys.sort(([a, p], [b, q]) => (a < b ? -1 : a > b ? 1 : p - q)))
  .chain((keys) =>
    fc.tuple(
      ...keys.map(([detector, sampleRateKHz]) =>
        fc.tuple(blocksByRun, fc.shuffledSubarray(RUNS, { minLength: 1 })).map(([byRun, runs]): Series[] =>
          runs.map((run) => {
            return {
              detector,
              sampleRateKHz,
              run,
              dataset: `${run}_${sampleRateKHz}KHZ`,
              blocks: stepsOf(byRun.get(run) ?? []),
            };
          }),
        ),
      ),
    ),
  )
  .map((series) => ({ kind: 'series', series: series.flat() }));

/** Every file, in the collection's order: gps_start, then detector, then sample rate, all ascending. */
export function allFiles({ series }: StrainFileIndexData): File[] {
  const files: File[] = [];
  for (const { detector, sampleRateKHz, run, dataset, blocks } of series) {
    let gps = 0;
    for (let i = 0; i < blocks.length; i += 2) {
      gps += (blocks[i] as number) * FILE_S;
      for (let n = 0; n < (blocks[i + 1] as number); n++, gps += FILE_S) {
        files.push({ detector, rate: sampleRateKHz, run, dataset, gps });
      }
    }
  }
  return files.sort(
    (a, b) => a.gps - b.gps || (a.detector < b.detector ? -1 : a.detector > b.detector ? 1 : a.rate - b.rate),
  );
}

/** Boundaries of files, and one second before and after each. */
const borders = fc
  .tuple(fc.integer({ min: -4, max: 20 }), fc.integer({ min: -1, max: 1 }))
  .map(([n, s]) => n * FILE_S + s);

const START = fc.constant(Number.NEGATIVE_INFINITY);
const END = fc.constant(Number.POSITIVE_INFINITY);

/** Random conditions on files, including several of one kind, and values that no file has. */
export const fileConditions: fc.Arbitrary<Condition[]> = fc.array(
  fc.oneof(
    fc.constantFrom('H1', 'L1', 'V1', 'G1').map((value): Condition => ({ test: 'is', column: 'detector', value })),
    fc.constantFrom('4', '16').map((value): Condition => ({ test: 'is', column: 'sample_rate', value })),
    fc.constantFrom('O1', 'O2', 'O3').map((value): Condition => ({ test: 'is', column: 'run', value })),
    fc.constantFrom('O1_4KHZ', 'O2_16KHZ').map((value): Condition => ({ test: 'is', column: 'dataset', value })),
    fc
      .tuple(fc.oneof(borders, START), fc.oneof(borders, END))
      .map(([from, to]): Condition => ({ test: 'overlaps', from, to })),
    borders.map((second): Condition => ({ test: 'overlaps', from: second, to: second })),
  ),
  { maxLength: 5 },
);

export function matchesFile({ detector, rate, run, dataset, gps }: File, condition: Condition): boolean {
  const texts: Record<string, string> = { detector, sample_rate: String(rate), run, dataset };
  switch (condition.test) {
    case 'is':
      return texts[condition.column] === condition.value;
    case 'overlaps':
      return gps + FILE_S > condition.from && gps <= condition.to;
    default:
      throw new Error(condition.test);
  }
}

/** An entry of a column index. */
export interface Thing {
  readonly name: string;
  readonly size: number | null;
  readonly colour: string;
  readonly tags: readonly string[];
  readonly start: number;
  readonly stop: number;
}

const COLOURS = ['red', 'green', 'blue'];

const thing = fc.record({
  name: fc.constantFrom('GW15', 'GW150914', 'gw15', '0914', 'AGW15', 'ÄGW'),
  size: fc.constantFrom(null, -0.5, 0, 0.25, 1),
  colour: fc.constantFrom(...COLOURS),
  tags: fc.subarray(COLOURS),
  start: fc.integer({ min: 0, max: 10 }),
  stop: fc.integer({ min: 1, max: 12 }),
});

/** Entries by parent; a parent may have none. */
export const thingsByParent: fc.Arbitrary<Thing[][]> = fc.array(
  fc.array(
    thing.map((one) => ({ ...one, stop: Math.max(one.stop, one.start + 1) })),
    { maxLength: 5 },
  ),
  { maxLength: 4 },
);

export function indexOf(parents: readonly (readonly Thing[])[]): ColumnIndexData {
  const all = parents.flat();
  return {
    kind: 'columns',
    count: all.length,
    columns: {
      name: texts(all.map(({ name }) => name)),
      size: numbers(all.map(({ size }) => size)),
      colour: names(all.map(({ colour }) => colour)),
      tags: names(all.map(({ tags }) => tags)),
      start: numbers(all.map(({ start }) => start)),
      stop: numbers(all.map(({ stop }) => stop)),
      parent: groups(parents.map(({ length }) => length)),
    },
  };
}

const size = fc.constantFrom(-1, -0.5, -0.4, 0, 0.25, 0.3, 1, 2);
const ofColour = fc.constantFrom(...COLOURS, 'purple');

/**
 * Random conditions on entries, including several of one kind, and values that no entry has. No more than one of them is about the parent.
 */
export const thingConditions = (parentCount: number): fc.Arbitrary<Condition[]> => {
  const others = fc.array(
    fc.oneof(
      size.map((value): Condition => ({ test: 'atLeast', column: 'size', value })),
      size.map((value): Condition => ({ test: 'atMost', column: 'size', value })),
      fc.constant<Condition>({ test: 'isHighest', column: 'size', group: 'name' }),
      ofColour.map((value): Condition => ({ test: 'is', column: 'colour', value })),
      ofColour.map((value): Condition => ({ test: 'is', column: 'tags', value })),
      fc.array(ofColour).map((value): Condition => ({ test: 'isOneOf', column: 'colour', value })),
      fc.array(ofColour).map((value): Condition => ({ test: 'isOneOf', column: 'tags', value })),
      fc
        .constantFrom('gw15', '0914', 'x', 'Ä', 'ä', '')
        .map((value): Condition => ({ test: 'contains', column: 'name', value })),
    ),
    { maxLength: 4 },
  );
  const second = fc.integer({ min: -1, max: 13 });
  const interval = fc
    .tuple(fc.oneof(second, START), fc.oneof(second, END))
    .map(([from, to]): Condition => ({ test: 'overlaps', from, to }));
  const parent = fc
    .nat({ max: Math.max(parentCount - 1, 0) })
    .map((value): Condition => ({ test: 'belongsTo', column: 'parent', value }));
  const upToOne = (one: fc.Arbitrary<Condition>) => fc.array(one, { maxLength: 1 });
  return fc
    .tuple(upToOne(interval), parentCount === 0 ? fc.constant([]) : upToOne(parent), others)
    .chain((parts) => fc.shuffledSubarray(parts.flat(), { minLength: parts.flat().length }));
};

const lower = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

export function matchesThing(one: Thing, parent: number, condition: Condition): boolean {
  switch (condition.test) {
    case 'atLeast':
      return one.size !== null && one.size >= condition.value;
    case 'atMost':
      return one.size !== null && one.size <= condition.value;
    case 'is':
      return condition.column === 'colour' ? one.colour === condition.value : one.tags.includes(condition.value);
    case 'isOneOf':
      return (condition.column === 'colour' ? [one.colour] : one.tags).some((name) => condition.value.includes(name));
    case 'contains':
      return lower(one.name).includes(condition.value);
    case 'belongsTo':
      return parent === condition.value;
    case 'overlaps':
      return Math.max(one.start, condition.from) < Math.min(one.stop, condition.to);
    default:
      return true;
  }
}

/** The entries that are the largest of their name, if a condition asks for these. */
export function largest<T extends { readonly thing: Thing }>(
  found: readonly T[],
  conditions: readonly Condition[],
): T[] {
  const isAsked = conditions.some(({ test }) => test === 'isHighest');
  const sizes = (name: string) =>
    found.filter(({ thing }) => thing.name === name).map(({ thing }) => thing.size ?? -1e9);
  return found.filter(
    ({ thing }) => !isAsked || (thing.size !== null && thing.size === Math.max(...sizes(thing.name))),
  );
}

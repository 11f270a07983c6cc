/** The column index: every selection equals a loop over all entries of small random indices; each test by itself; ids. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EVENT_VERSION } from '../../../src/core/collections/event-versions.ts';
import { ALL_TIME, type Condition, overlaps } from '../../../src/core/contract/conditions.ts';
import type { ColumnData, ColumnIndexData } from '../../../src/core/listing/column-data.ts';
import { intervalsOf } from '../../../src/core/listing/compose.ts';
import { countEntries, openIndex } from '../../../src/core/listing/select.ts';
import { groups, names, numbers, texts } from '../../../src/site/render/index-columns.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { sampleCollections } from '../../support/sample-collections.ts';
import { collectionOf } from '../../support/vocabulary.ts';
import * as brute from './brute-force.ts';

const sample = (name: string) => sampleCollections().find((one) => one.name === name) ?? collectionOf(name);

/** An index of entries with only these columns. */
function indexOf(columns: Readonly<Record<string, ColumnData>>, count: number, collection = 'things') {
  return openIndex(sample(collection), { kind: 'columns', count, columns });
}

describe('select', () => {
  it('equals filtering all entries, after any earlier selections', () => {
    const cases = brute.thingsByParent.chain((parents) =>
      fc.tuple(fc.constant(parents), fc.array(brute.thingConditions(parents.length), { minLength: 1, maxLength: 10 })),
    );
    fc.assert(
      fc.property(cases, ([parents, queries]) => {
        const index = openIndex(sample('things'), brute.indexOf(parents));
        const all = parents.flatMap((group, parent) => group.map((thing) => ({ thing, parent })));
        const found = queries.map((conditions) => index.select(conditions));
        for (const [n, conditions] of queries.entries()) {
          const passing = all.flatMap(({ thing, parent }, position) => {
            const matches = conditions.every((one) => brute.matchesThing(thing, parent, one));
            return matches ? [{ position, thing }] : [];
          });
          const expected = brute.largest(passing, conditions);
          expect([...(found[n] as Uint32Array)]).toEqual(expected.map(({ position }) => position));
        }
      }),
      { numRuns: propertyRuns(1000) },
    );
  });

  const size = numbers([3, null, -1, 0, null, 3]);
  const colour = names(['red', 'green', 'red', 'blue', 'green', 'red']);
  const tags = names([['a', 'b'], ['ab'], ['b'], ['c'], ['a'], []]);
  const name = texts(['GW15', 'Ägw', '', 'gW', 'G W', 'WG']);
  const event = texts(['GW15', 'GW15', 'GW17', 'GW15', 'GW17', 'GW15']);
  const index = indexOf({ size, colour, tags, name, event, box: groups([2, 0, 3, 1]) }, 6);

  it.each<[Condition, number[]]>([
    [{ test: 'atLeast', column: 'size', value: 0 }, [0, 3, 5]],
    [{ test: 'atLeast', column: 'size', value: 3 }, [0, 5]],
    [{ test: 'atLeast', column: 'size', value: 3.1 }, []],
    [{ test: 'atLeast', column: 'size', value: -Number.MAX_VALUE }, [0, 2, 3, 5]],
    [{ test: 'atMost', column: 'size', value: 0 }, [2, 3]],
    [{ test: 'atMost', column: 'size', value: -1 }, [2]],
    [{ test: 'atMost', column: 'size', value: -1.1 }, []],
    [{ test: 'atMost', column: 'size', value: Number.MAX_VALUE }, [0, 2, 3, 5]],
    [{ test: 'is', column: 'colour', value: 'red' }, [0, 2, 5]],
    [{ test: 'is', column: 'colour', value: 'Red' }, []],
    [{ test: 'is', column: 'colour', value: '__proto__' }, []],
    // Names that contain each other, such as O3 and O3a.
    [{ test: 'is', column: 'tags', value: 'ab' }, [1]],
    [{ test: 'is', column: 'tags', value: 'a' }, [0, 4]],
    [{ test: 'isOneOf', column: 'colour', value: ['blue', 'green', 'pink'] }, [1, 3, 4]],
    [{ test: 'isOneOf', column: 'colour', value: [] }, []],
    [{ test: 'isOneOf', column: 'tags', value: ['a', 'b'] }, [0, 2, 4]],
    [{ test: 'isOneOf', column: 'tags', value: ['c'] }, [3]],
    [{ test: 'contains', column: 'name', value: 'gw' }, [0, 1, 3]],
    [{ test: 'contains', column: 'name', value: 'ä' }, []],
    [{ test: 'contains', column: 'name', value: 'Ä' }, [1]],
    [{ test: 'contains', column: 'name', value: '' }, [0, 1, 2, 3, 4, 5]],
    [{ test: 'isHighest', column: 'size', group: 'event' }, [0, 2, 5]],
    [{ test: 'isHighest', column: 'size', group: 'name' }, [0, 2, 3, 5]],
    [{ test: 'belongsTo', column: 'box', value: 0 }, [0, 1]],
    [{ test: 'belongsTo', column: 'box', value: 1 }, []],
    [{ test: 'belongsTo', column: 'box', value: 2 }, [2, 3, 4]],
    [{ test: 'belongsTo', column: 'box', value: 3 }, [5]],
  ])('%j', (condition, positions) => {
    expect([...index.select([condition])]).toEqual(positions);
  });

  it('all conditions must hold; no conditions select everything', () => {
    const positions = (...conditions: Condition[]) => [...index.select(conditions)];
    expect(positions()).toEqual([0, 1, 2, 3, 4, 5]);
    const red: Condition = { test: 'is', column: 'colour', value: 'red' };
    const highest: Condition = { test: 'isHighest', column: 'size', group: 'event' };
    const inThird: Condition = { test: 'belongsTo', column: 'box', value: 2 };
    expect(positions(red, highest, { test: 'atLeast', column: 'size', value: 0 })).toEqual([0, 5]);
    // The highest among the entries that pass the other conditions, in any order of the conditions.
    expect(positions(highest, { test: 'atMost', column: 'size', value: 0 })).toEqual([2, 3]);
    expect(positions({ test: 'atMost', column: 'size', value: 0 }, highest)).toEqual([2, 3]);
    expect(positions(highest, inThird)).toEqual([2, 3]);
    expect(positions(red, inThird)).toEqual([2]);
    expect(positions(inThird, red)).toEqual([2]);
    expect(positions(red, { test: 'is', column: 'colour', value: 'blue' })).toEqual([]);
  });

  it('a selection does not change when others are made', () => {
    const first = index.select([{ test: 'is', column: 'colour', value: 'red' }]);
    const second = index.select([{ test: 'is', column: 'colour', value: 'green' }]);
    const third = index.select([{ test: 'belongsTo', column: 'box', value: 2 }]);
    index.select([{ test: 'atLeast', column: 'size', value: -5 }]);
    expect([[...first], [...second], [...third]]).toEqual([
      [0, 2, 5],
      [1, 4],
      [2, 3, 4],
    ]);
  });

  it.each<[Condition, string]>([
    [{ test: 'is', column: 'nothing', value: '' }, 'no column "nothing" of names'],
    [{ test: 'is', column: 'size', value: '' }, 'no column "size" of names'],
    [{ test: 'contains', column: 'colour', value: '' }, 'no column "colour" of texts'],
    [{ test: 'atLeast', column: 'name', value: 0 }, 'no column "name" of numbers'],
    [{ test: 'belongsTo', column: 'size', value: 0 }, 'no column "size" of groups'],
  ])('reports a test or column that does not exist: %j', (condition, message) => {
    expect(() => index.select([condition])).toThrow(new TypeError(message));
  });
});

describe('an interval: overlap in more than a point, clipped at both ends', () => {
  // [0, 10), [10, 20), [25, 30)
  const index = indexOf({ start: numbers([0, 10, 25]), stop: numbers([10, 20, 30]), box: groups([2, 1]) }, 3);

  function partsOf(start: number | null, stop: number | null, more: Condition[] = []): number[][] {
    const interval = { from: start ?? ALL_TIME.from, to: stop ?? ALL_TIME.to };
    const positions = index.select([...more, overlaps(interval)]);
    return intervalsOf(index, positions, interval).map((segment) => [segment.start, segment.stop]);
  }

  it.each<[number | null, number | null, number[][]]>([
    [
      null,
      null,
      [
        [0, 10],
        [10, 20],
        [25, 30],
      ],
    ],
    [
      0,
      30,
      [
        [0, 10],
        [10, 20],
        [25, 30],
      ],
    ],
    [
      -5,
      99,
      [
        [0, 10],
        [10, 20],
        [25, 30],
      ],
    ],
    [
      5,
      null,
      [
        [5, 10],
        [10, 20],
        [25, 30],
      ],
    ],
    [null, 5, [[0, 5]]],
    [3, 7, [[3, 7]]],
    [
      5,
      15,
      [
        [5, 10],
        [10, 15],
      ],
    ],
    [
      19,
      26,
      [
        [19, 20],
        [25, 26],
      ],
    ],
    // Intervals that only touch do not overlap.
    [
      10,
      null,
      [
        [10, 20],
        [25, 30],
      ],
    ],
    [null, 10, [[0, 10]]],
    [20, 25, []],
    [30, null, []],
    [null, 0, []],
    [20, null, [[25, 30]]],
    [9, 10, [[9, 10]]],
    [29, 30, [[29, 30]]],
    // A zero-length interval contains nothing.
    [5, 5, []],
    [10, 10, []],
    [22, 22, []],
    [21, 24, []],
  ])('%j to %j', (start, stop, parts) => {
    expect(partsOf(start, stop)).toEqual(parts);
  });

  it('below a single parent', () => {
    expect(partsOf(5, 99, [{ test: 'belongsTo', column: 'box', value: 0 }])).toEqual([
      [5, 10],
      [10, 20],
    ]);
    expect(partsOf(5, 99, [{ test: 'belongsTo', column: 'box', value: 1 }])).toEqual([[25, 30]]);
    expect(partsOf(5, 9, [{ test: 'belongsTo', column: 'box', value: 1 }])).toEqual([]);
  });
});

describe('rows', () => {
  const index = indexOf(
    {
      size: numbers([3, null]),
      name: texts(['a', 'b']),
      colour: names(['red', 'blue']),
      tags: names([['x', 'y'], []]),
    },
    2,
  );

  it('have the values of their columns', () => {
    const [first, second] = [index.rowAt(0), index.rowAt(1)];
    expect([first.position, first.number('size'), first.text('name')]).toEqual([0, 3, 'a']);
    expect([first.names('colour'), first.names('tags'), second.names('tags')]).toEqual([['red'], ['x', 'y'], []]);
    expect([second.position, second.number('size')]).toEqual([1, Number.NaN]);
  });

  it('have a known count, opened or not', () => {
    expect([index.count, countEntries({ kind: 'columns', count: 2, columns: {} })]).toEqual([2, 2]);
  });
});

describe('ids', () => {
  const boxes: ColumnIndexData = {
    kind: 'columns',
    count: 3,
    columns: { name: texts(['a', 'b', 'c']), aliases: names([['b', 'x', 'y'], ['x', 'z'], []]) },
  };
  const index = openIndex(sample('boxes'), boxes);

  it.each([
    ['a', 0],
    ['b', 1],
    ['c', 2],
    // An own id takes precedence over an alias, and the first alias over a later one.
    ['x', 0],
    ['y', 0],
    ['z', 1],
    ['A', -1],
    ['', -1],
    ['{}', -1],
    ['__proto__', -1],
    ['constructor', -1],
  ])('%s is at %d', (id, position) => {
    expect(index.positionOf(id)).toBe(position);
  });

  it('idAt gives the own id, for links', () => {
    expect([0, 1, 2].map((position) => index.idAt(position))).toEqual(['a', 'b', 'c']);
  });

  it('idsBetween gives all ids of some positions, each once', () => {
    const sorted = (first: number, end: number) => index.idsBetween(first, end).map(String).sort();
    expect(sorted(0, 3)).toEqual(['a,0', 'b,1', 'c,2', 'x,0', 'y,0', 'z,1']);
    expect(sorted(1, 2)).toEqual(['b,1', 'z,1']);
    expect(sorted(2, 3)).toEqual(['c,2']);
    expect(sorted(1, 1)).toEqual([]);
  });

  it('a collection without other ids has one for each entry', () => {
    const lids = indexOf({ colour: texts(['red', 'blue']) }, 2, 'lids');
    expect(lids.idsBetween(0, 2)).toEqual([
      ['red', 0],
      ['blue', 1],
    ]);
  });

  it('a collection without ids has none', () => {
    const looks = indexOf({}, 2, 'looks');
    expect([looks.positionOf(''), looks.positionOf('0')]).toEqual([-1, -1]);
    expect(looks.idAt(0)).toBe('');
    expect(looks.idsBetween(0, 2)).toEqual([]);
  });
});

describe('ids of event versions: own id, then NAME@CATALOG, then NAME, then an alias, then ALIAS-v<N>', () => {
  interface Version {
    readonly name: string;
    readonly version: number;
    readonly catalogs: readonly string[];
    readonly aliases?: readonly string[];
    readonly otherId?: string;
  }
  const open = (versions: readonly Version[]) =>
    openIndex(collectionOf('event-versions'), {
      kind: 'columns',
      count: versions.length,
      columns: {
        [EVENT_VERSION.name]: texts(versions.map(({ name }) => name)),
        [EVENT_VERSION.version]: numbers(versions.map(({ version }) => version)),
        [EVENT_VERSION.shortName]: names(versions.map(() => [])),
        [EVENT_VERSION.otherShortName]: names(versions.map(({ otherId = [] }) => otherId)),
        [EVENT_VERSION.catalogs]: names(versions.map(({ catalogs }) => catalogs)),
        [EVENT_VERSION.aliases]: names(versions.map(({ aliases = [] }) => aliases)),
      },
    });

  it.each<[string, number]>([
    ['GW1-v1', 0],
    ['GW1-v2', 1],
    ['GW1-v10', 2],
    ['GW1', 2],
    ['GW1@A', 1],
    ['GW1@B', 2],
    ['GW1@ALL', 2],
    ['GW2', 3],
    ['GW2@A', 3],
    ['S1', 2],
    ['S1-v1', 0],
    ['S1-v10', 2],
    ['S1-v2', -1],
    ['OTHER-v7', 1],
    ['OTHER-v7-v2', -1],
    ['GW1-v3', -1],
    ['GW1@C', -1],
    ['GW2@B', -1],
    ['gw1', -1],
    ['S1@A', -1],
    ['GW1@', -1],
    ['@A', -1],
    ['GW1-v01', -1],
    ['GW1-v', -1],
    ['', -1],
  ])('%s is at %d', (id, position) => {
    const index = open([
      { name: 'GW1', version: 1, catalogs: ['A'], aliases: ['S1'] },
      { name: 'GW1', version: 2, catalogs: ['A', 'ALL'], otherId: 'OTHER-v7' },
      { name: 'GW1', version: 10, catalogs: ['B', 'ALL'], aliases: ['S1'] },
      { name: 'GW2', version: 4, catalogs: ['A'] },
    ]);
    expect(index.positionOf(id)).toBe(position);
  });

  it('the order of the entries does not matter: the highest version gets the name', () => {
    const index = open([
      { name: 'GW1', version: 10, catalogs: ['A'] },
      { name: 'GW1', version: 9, catalogs: ['A'] },
    ]);
    expect(['GW1', 'GW1@A', 'GW1-v9'].map((id) => index.positionOf(id))).toEqual([0, 0, 1]);
  });

  it('an id of several kinds finds the first of them', () => {
    const index = open([
      { name: 'GW1', version: 1, catalogs: ['A'], aliases: ['GW2', 'GW2@A', 'GW2-v1', 'S'] },
      { name: 'GW2', version: 1, catalogs: ['A'] },
      { name: 'GW2-v1', version: 1, catalogs: ['A'] },
      { name: 'GW2@A', version: 1, catalogs: ['A'] },
    ]);
    expect(['GW2-v1', 'GW2@A', 'GW2', 'S'].map((id) => index.positionOf(id))).toEqual([1, 1, 1, 0]);
    expect(index.positionOf('GW2-v1-v1')).toBe(2);
  });

  it('all ids of every version find its position', () => {
    const version: fc.Arbitrary<Version> = fc.record({
      name: fc.constantFrom('GW1', 'GW2', 'GW1-v1'),
      version: fc.integer({ min: 1, max: 12 }),
      catalogs: fc.subarray(['A', 'B', 'ALL'], { minLength: 1 }),
    });
    const versions = fc.uniqueArray(version, { selector: (one) => `${one.name}/${one.version}`, maxLength: 12 });
    fc.assert(
      fc.property(versions, (all) => {
        const index = open(all);
        const highest = (matches: (one: Version) => boolean) =>
          all.filter(matches).sort((a, b) => b.version - a.version)[0] as Version;
        const ids = new Set(all.map(({ name, version: number }) => `${name}-v${number}`));
        for (const [position, one] of all.entries()) {
          expect(index.positionOf(`${one.name}-v${one.version}`)).toBe(position);
          expect(index.idAt(position)).toBe(`${one.name}-v${one.version}`);
          for (const catalog of one.catalogs) {
            const best = highest(({ name, catalogs }) => name === one.name && catalogs.includes(catalog));
            expect(index.positionOf(`${one.name}@${catalog}`)).toBe(all.indexOf(best));
          }
          if (ids.has(one.name)) continue;
          expect(index.positionOf(one.name)).toBe(all.indexOf(highest(({ name }) => name === one.name)));
        }
        for (const [id, position] of index.idsBetween(0, all.length)) expect(index.positionOf(id)).toBe(position);
      }),
    );
  });
});

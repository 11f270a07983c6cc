/** How a value from a source is merged into one record: what changes, what is kept, and what counts as a conflict. */

import { describe, expect, it } from 'vitest';
import { isReplacement, memberChanges } from '../../src/intake/merge/changes.ts';
import { type Layout, layoutOf } from '../../src/intake/merge/layout.ts';
import { mergeRecord } from '../../src/intake/merge/merge-values.ts';
import { recordOf } from '../../src/intake/merge/records.ts';

type Fields = Record<string, unknown>;

/** The merged record, and each change as [path, old, new]. */
function merge(old: Fields | undefined, facts: Fields, growing: readonly string[] = []) {
  const members = new Map(growing.map((field) => [field, { grows: 'names' }]));
  const layout = { members, names: [] } as unknown as Layout;
  const { record, changes } = mergeRecord(old, facts, layout);
  return { record, changes: changes.map((one) => [one.path.join('.'), one.old ?? undefined, one.new ?? undefined]) };
}

describe('mergeRecord', () => {
  it('keeps members that the facts do not contain', () => {
    expect(merge({ a: 1, b: 2 }, { b: 3 })).toStrictEqual({ record: { a: 1, b: 3 }, changes: [['b', 2, 3]] });
  });

  it('does not change its arguments', () => {
    const old = { p: { best: 1 }, names: ['a'] };
    const facts = { p: { best: 2 }, names: ['b'] };
    merge(old, facts, ['names']);
    expect([old, facts]).toStrictEqual([
      { p: { best: 1 }, names: ['a'] },
      { p: { best: 2 }, names: ['b'] },
    ]);
  });

  it.each<[string, Fields, Fields]>([
    ['equal values', { a: 1, b: 'x', c: { d: [1, 2] } }, { a: 1, b: 'x', c: { d: [1, 2] } }],
    ['lists of texts in another order', { a: ['x', 'y'] }, { a: ['y', 'x'] }],
    ['objects in a list with members in another order', { a: [{ b: 1, c: 2 }] }, { a: [{ c: 2, b: 1 }] }],
    ['an empty list', { a: [] }, { a: [] }],
    ['false for a flag that is not there', {}, { a: false }],
    ['false for null', { a: null }, { a: false }],
    ['null for what is not there', {}, { a: null }],
    ['null for what is false', { a: false }, { a: null }],
    ['a mapping of nothing but null', {}, { p: { best: null } }],
  ])('%s: nothing changes', (_, old, facts) => {
    expect(merge(old, facts)).toStrictEqual({ record: old, changes: [] });
  });

  it.each<[string, Fields, Fields, unknown[]]>([
    ['numbers in another order', { a: [1, 2] }, { a: [2, 1] }, ['a', [1, 2], [2, 1]]],
    ['a list of texts and numbers in another order', { a: ['x', 1] }, { a: [1, 'x'] }, ['a', ['x', 1], [1, 'x']]],
    [
      'objects in another order',
      { a: [{ b: 1 }, { b: 2 }] },
      { a: [{ b: 2 }, { b: 1 }] },
      ['a', [{ b: 1 }, { b: 2 }], [{ b: 2 }, { b: 1 }]],
    ],
    ['a text for a number', { a: 1 }, { a: '1' }, ['a', 1, '1']],
    ['false for true', { a: true }, { a: false }, ['a', true, false]],
    ['a value for null', { a: null }, { a: 1 }, ['a', undefined, 1]],
    ['true for false', { a: false }, { a: true }, ['a', false, true]],
    ['a flag of an existing value', { a: { b: 1 } }, { a: { c: true } }, ['a.c', false, true]],
    ['a flag of a new value', { b: 1 }, { a: { b: 1, c: true } }, ['a', undefined, { b: 1, c: true }]],
    ['a flag of a new record', {}, { a: true }, ['a', undefined, true]],
    ['a mapping for null', { a: null }, { a: { b: 1 } }, ['a', undefined, { b: 1 }]],
    ['a list for a mapping', { a: { b: 1 } }, { a: [1] }, ['a', { b: 1 }, [1]]],
    ['a mapping for a list', { a: [1] }, { a: { b: 1 } }, ['a', [1], { b: 1 }]],
    ['a member of a mapping', { a: { b: 1, c: 2 } }, { a: { b: 3 } }, ['a.b', 1, 3]],
  ])('%s is a change', (_, old, facts, change) => {
    expect(merge(old, facts).changes).toStrictEqual([change]);
  });

  it('null removes a member', () => {
    expect(merge({ a: 1, b: 2 }, { a: null })).toStrictEqual({ record: { b: 2 }, changes: [['a', 1, undefined]] });
    expect(merge({ p: { best: 1, unit: 'm' } }, { p: { unit: null } })).toStrictEqual({
      record: { p: { best: 1 } },
      changes: [['p.unit', 'm', undefined]],
    });
  });

  it('null within a new mapping is left out', () => {
    expect(merge({}, { p: { best: 1, error: null, more: { a: null, b: 2 } } }).record).toStrictEqual({
      p: { best: 1, more: { b: 2 } },
    });
  });

  it('a list that only grows gets the names that it lacks', () => {
    expect(merge({ names: ['a', 'b'] }, { names: ['b', 'c'] }, ['names'])).toStrictEqual({
      record: { names: ['a', 'b', 'c'] },
      changes: [['names', undefined, ['a', 'b', 'c']]],
    });
    expect(merge({}, { names: ['a'] }, ['names']).record).toStrictEqual({ names: ['a'] });
    expect(merge({ names: ['a'] }, { names: ['a'] }, ['names'])).toStrictEqual({
      record: { names: ['a'] },
      changes: [],
    });
  });

  it('the records of a list within a record are merged by key, in order', () => {
    const layout = layoutOf('strain-statistics').items as Layout;
    const old = { bitsums: [{ bit: 1, sum: 5 }] };
    const given = {
      bitsums: [
        { bit: 0, sum: 4096 },
        { bit: 1, sum: 5 },
      ],
    };
    expect(mergeRecord(old, given, layout).record).toStrictEqual({ bitsums: given.bitsums });
    expect(mergeRecord({ bitsums: given.bitsums }, old, layout).changes).toEqual([]);
    const { changes } = mergeRecord({ bitsums: given.bitsums }, { bitsums: [{ bit: 1, sum: 6 }] }, layout);
    expect(changes).toStrictEqual([{ path: ['bitsums', 'bit 1', 'sum'], old: 5, new: 6 }]);
  });

  it('a new record has all facts as additions', () => {
    expect(merge(undefined, { a: 1, names: ['x'] }, ['names'])).toStrictEqual({
      record: { a: 1, names: ['x'] },
      changes: [
        ['a', undefined, 1],
        ['names', undefined, ['x']],
      ],
    });
  });
});

it('recordOf leaves out values that a row does not contain', () => {
  expect(recordOf({ a: undefined, b: null, c: 0 })).toStrictEqual({ b: null, c: 0 });
});

it('only a change of an existing value is a conflict', () => {
  const { changes } = mergeRecord({ a: 1, b: 1 }, { a: 2, b: null, c: 3 });
  expect(changes.map(isReplacement)).toEqual([true, true, false]);
});

describe('memberChanges', () => {
  const members = (old: Fields | undefined, facts: Fields) => memberChanges(mergeRecord(old, facts).changes);

  it('lists each added member', () => {
    expect(members({}, { p: { best: 1, more: { unit: 'm' } } })).toEqual([
      { path: ['p', 'best'], old: null, new: 1 },
      { path: ['p', 'more', 'unit'], old: null, new: 'm' },
    ]);
  });

  it('lists values that a mapping replaces or removes', () => {
    expect(members({ p: 1, q: 2 }, { p: { best: 1 }, q: null })).toEqual([
      { path: ['p'], old: 1, new: { best: 1 } },
      { path: ['q'], old: 2, new: null },
    ]);
  });

  it('lists parameters by their own names', () => {
    expect(members({ parameters: { far: { best: 1 } } }, { parameters: { far: { best: 2 } } })).toEqual([
      { path: ['far', 'best'], old: 1, new: 2 },
    ]);
  });
});

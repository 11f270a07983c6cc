/** The type of each collection's index, and how record ids are made from its columns. */

import { describe, expect, it } from 'vitest';
import { EVENT } from '../../../src/core/collections/events.ts';
import type { Row } from '../../../src/core/contract/collection.ts';
import { collectionOf, collections } from '../../support/vocabulary.ts';

/** A row with the string `<column>` in each column, and with these aliases. */
const row = (position: number, aliases: readonly string[] = []): Row => ({
  position,
  number: () => Number.NaN,
  text: (column) => `<${column}>`,
  names: (column) => (column === EVENT.aliases ? aliases : []),
});

function columnIdsOf(name: string) {
  const { ids } = collectionOf(name);
  if (ids === undefined) throw new Error(`${name} has no ids of columns`);
  return ids;
}

describe('the index', () => {
  it('consists of series for strain files, of intervals for segments, and of columns for everything else', () => {
    const kinds = collections().map(({ name, index }) => [name, index]);
    expect(kinds.filter(([, kind]) => kind !== 'columns')).toEqual([
      ['strain-files', 'series'],
      ['segments', 'intervals'],
    ]);
  });

  it.each(['runs', 'datasets', 'catalogs', 'events', 'timelines'])('of %s uses the name as id', (name) => {
    expect(columnIdsOf(name).idOf(row(0))).toBe('<name>');
  });
});

it('events can also be looked up by their aliases', () => {
  const { otherIds } = columnIdsOf('events');
  expect([...(otherIds?.([row(0, ['a', 'b']), row(1), row(2, ['c'])]) ?? [])]).toEqual([
    ['a', 0],
    ['b', 0],
    ['c', 2],
  ]);
});

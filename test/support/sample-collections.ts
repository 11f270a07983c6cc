/**
 * Artificial collections that use everything a definition can have: parents at two levels, a bound filter and a bound condition
 * that is not a parameter, entries that are intervals, other ids, and records that equal their entries.
 */

import { decimal, flag, listOf, oneOf } from '../../src/core/contract/codecs.ts';
import { bind, type Collection, createCollection } from '../../src/core/contract/collection.ts';
import { atLeast, atMost, belongsTo, is, isHighest, isOneOf } from '../../src/core/contract/conditions.ts';
import { filter, intervalFilters, lineSetFilter } from '../../src/core/contract/filters.ts';

export const COLOURS = ['red', 'green', 'blue'];

const colour = filter('colour', oneOf(COLOURS), is('colour'), 'Things of this colour.');
const tags = filter('tags', listOf(COLOURS), isOneOf('tags'), 'Things with one of these tags.');
const isNew = filter('new', flag, () => isHighest('year', 'shape'), 'Only the newest things of each shape.', {
  default: false,
});
const full = lineSetFilter('full', 'things-full', 'Adds all there is to say.');
const smallest = filter('min-size', decimal, atLeast('size'), 'Smallest size.', { unit: 'm' });
const largest = filter('max-size', decimal, atMost('size'), 'Largest size.', { unit: 'm' });
const [start, stop] = intervalFilters('Leaves out what ends before.', 'Leaves out what starts after.');

export function sampleCollections(): readonly Collection[] {
  const boxes = createCollection({
    name: 'boxes',
    title: 'Boxes',
    description: 'What things are in.',
    order: 'by name',
    paths: [{ path: 'boxes' }],
    index: 'columns',
    ids: {
      idOf: (row) => row.text('name'),
      *otherIds(rows) {
        for (const row of rows) for (const alias of row.names('aliases')) yield [alias, row.position];
      },
    },
    records: 'entries',
  });
  const lids = createCollection({
    name: 'lids',
    title: 'Lids',
    description: 'What boxes are shut with.',
    order: 'by colour',
    paths: [{ path: 'lids' }],
    index: 'columns',
    ids: { idOf: (row) => row.text('colour') },
    records: 'entries',
  });
  const things = createCollection({
    name: 'things',
    title: 'Things',
    description: 'What is in boxes.',
    order: 'by box, then size',
    filters: [colour, tags, isNew, full, smallest, largest],
    paths: [
      { path: 'things' },
      { path: 'boxes/{}/things', bindings: [bind(is('colour'), (box) => box.text('colour'), 'colour')] },
      {
        path: 'boxes/{}/lids/{}/things',
        bindings: [bind(is('box'), ({ id }) => id), bind(isOneOf('tags'), (lid) => [lid.id], 'tags')],
      },
    ],
    index: 'columns',
    ids: { idOf: (row) => row.text('name') },
    records: 'thing-details',
  });
  const openings = createCollection({
    name: 'openings',
    title: 'Openings',
    description: 'When boxes are open.',
    order: 'by start',
    interval: [start, stop],
    paths: [{ path: 'boxes/{}/openings', bindings: [bind(belongsTo('box'), ({ position }) => position)] }],
    index: 'intervals',
    hasIndexFile: true,
  });
  const looks = createCollection({
    name: 'looks',
    title: 'Looks',
    description: 'Looks at boxes.',
    order: 'by time',
    filters: [start, stop],
    paths: [{ path: 'looks' }],
    index: 'columns',
  });
  return [boxes, lids, things, openings, looks];
}

export function sampleListing(path: string) {
  const found = sampleCollections()
    .flatMap(({ listings }) => listings)
    .find((one) => one.path === path);
  if (!found) throw new Error(`there is no listing ${path}`);
  return found;
}

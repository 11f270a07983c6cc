import { describe, expect, it } from 'vitest';
import { type EventColumn, nextOrder, sortRows } from '../../src/explorer/event-data/columns.ts';
import { TIME } from '../../src/explorer/event-data/quantities.ts';
import type { EventRow } from '../../src/explorer/event-data/rows.ts';

const row = (name: string, far?: number) => ({ name, far }) as unknown as EventRow;
const rows = [row('none'), row('low', 1), row('also none'), row('high', 3), row('middle', 2)];
const columns = [
  { name: 'far', read: (one: EventRow) => (one as unknown as { far?: number }).far },
] as unknown as EventColumn[];
const namesBy = (setting: string) =>
  sortRows(rows, setting, columns).map((one) => (one as unknown as { name: string }).name);

describe('rows without the value are last', () => {
  it('in ascending order', () => {
    expect(namesBy('far')).toEqual(['low', 'middle', 'high', 'none', 'also none']);
  });

  it('in descending order', () => {
    expect(namesBy('-far')).toEqual(['high', 'middle', 'low', 'none', 'also none']);
  });
});

it.each([
  ['a number', { name: 'far', kind: 'parameter' as const }, ['-far', 'far', null]],
  ['a text', { name: 'catalog', kind: 'text' as const }, ['catalog', '-catalog', null]],
  // Rows are sorted by time by default, the newest first.
  ['the time', TIME, ['gps-time', null]],
])('clicks on the head of %s change the order', (_, column, orders) => {
  const clicked = orders.map((_, n) => nextOrder(column, orders[n - 1] ?? null));
  expect(clicked).toEqual(orders);
});

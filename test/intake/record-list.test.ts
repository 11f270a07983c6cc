/** Records of a list during a merge: new ones are inserted in order, even after a sort key has changed. */
import { expect, it } from 'vitest';
import { type Layout, layoutOf } from '../../src/intake/merge/layout.ts';
import { RecordList } from '../../src/intake/merge/record-list.ts';

const layout = layoutOf('runs').members.get('runs') as Layout;
const run = (name: string, gps_start: number) => ({ name, gps_start, gps_end: gps_start + 10 });

it('a new record comes after the last one that is not later, also if a merge has put another out of order', () => {
  const records = [run('A', 100), run('B', 200), run('C', 300), run('D', 400), run('E', 500)];
  const list = new RecordList(records, layout);
  list.put(run('C', 1000));
  list.put(run('F', 450));
  expect(records.map(({ name }) => name).join('')).toBe('ABCDFE');
});

it('a segment is a mapping in a merge, and a list in the file', () => {
  const ofSegments = layoutOf('timelines').members.get('flags')?.items?.members.get('segments') as Layout;
  const segments = [
    [10, 20],
    [30, 40],
  ];
  const list = new RecordList(segments, ofSegments);
  expect(list.find({ start: 10 })).toEqual({ start: 10, stop: 20 });
  expect(list.put({ start: 10, stop: 25 })).toBe(segments[0]);
  list.put({ start: 25, stop: 30 });
  expect(segments).toEqual([
    [10, 25],
    [25, 30],
    [30, 40],
  ]);
});

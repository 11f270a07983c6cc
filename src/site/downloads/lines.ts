/**
 * The input for downloads: lines from packs, or rows from the index, joined by commas. Reads one pack at a time, so memory use does not
 * depend on the catalogue's size.
 */

import { SEGMENT } from '../../core/collections/segments.ts';
import type { Segment } from '../../core/contract/wire.ts';
import { INTERVAL } from '../../core/listing/column-data.ts';
import type { Release } from '../../core/release/release.ts';

/** A list of entries in parts. The entries in a part are joined by commas. */
export type Lines = AsyncIterable<Uint8Array>;

const encoder = new TextEncoder();

/** Number of segments in each part. */
const ROWS_PER_PART = 1000;

/** The lines of one of a collection's sets, joined by commas, one part per pack. */
export async function* packLines(collection: string, set: string, { open }: Release): Lines {
  const { packs, readPack } = await open(collection);
  for (const name of packs[set]?.names ?? []) {
    const { bytes } = await readPack(name);
    // Without the comma after the last line.
    yield bytes.subarray(0, -1);
  }
}

/** Every segment with its flag and run. */
export async function* segmentLines(release: Release): Lines {
  const { index: segments } = await release.open('segments');
  const { index: timelines } = await release.open('timelines');
  let rows: string[] = [];
  for (let flag = 0; flag < timelines.count; flag++) {
    const positions = segments.select([{ test: 'belongsTo', column: SEGMENT.timeline, value: flag }]);
    for (const position of positions) {
      const row = segments.rowAt(position);
      const entry: Segment & Readonly<Record<'flag' | 'run', string | undefined>> = {
        flag: timelines.idAt(flag),
        run: row.names(SEGMENT.run)[0],
        start: row.number(INTERVAL.start),
        stop: row.number(INTERVAL.stop),
      };
      rows.push(JSON.stringify(entry));
      if (rows.length < ROWS_PER_PART) continue;
      yield encoder.encode(rows.join(','));
      rows = [];
    }
  }
  if (rows.length > 0) yield encoder.encode(rows.join(','));
}

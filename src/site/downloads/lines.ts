/**
 * What downloads are made of: the lines of packs, or rows of the index, joined by commas, up to 1000 at a time, whatever the size of
 * the catalogue. Build time; pure but for the packs that it is handed.
 */

import { SEGMENT } from '../../collections/segments.ts';
import type { Release } from '../../handler/release.ts';
import { INTERVAL } from '../../listing/column-index.ts';
import type { ReadPack } from '../../listing/compose.ts';
import { LINES_PER_PACK } from '../../listing/pack.ts';
import { indexOf } from '../build/whole-index.ts';
import type { SEGMENT_COLUMNS } from './columns.ts';

/** A release with its whole index, and its packs. */
export interface Source {
  readonly release: Release;
  readonly readPack: ReadPack;
  /** The lines of a pack, joined by commas; overwritten by those that are read next. Throws SiteDamagedError. */
  readonly readLines: (pack: string) => Uint8Array;
  /** Names of the packs of a set of lines, in order; of those that are still being made, each as soon as it is there. */
  readonly packsOf: (set: string) => AsyncIterable<string> | Iterable<string>;
}

/** Parts of a list of entries; what is joined by commas within a part. A part may be overwritten by the next. */
export type Lines = AsyncIterable<Uint8Array>;

const encoder = new TextEncoder();
/** What reads a page's body also reads these. */
const HEAD = encoder.encode('{"results_per_page":1000,"results":[');
const END = encoder.encode(']}');

/** Entries that are joined by commas as the body of a page. */
export function bodyOf(entries: Uint8Array): Uint8Array {
  const body = new Uint8Array(HEAD.length + entries.length + END.length);
  body.set(HEAD);
  body.set(entries, HEAD.length);
  body.set(END, HEAD.length + entries.length);
  return body;
}

/** The lines of a set, joined by commas: one part for each pack. */
export async function* linesOf(set: string, { packsOf, readLines }: Source): Lines {
  for await (const name of packsOf(set)) yield readLines(name);
}

/** Every segment with its flag and run. */
export async function* segmentLines(source: Source): Lines {
  const segments = indexOf(source.release, 'segments');
  const timelines = indexOf(source.release, 'timelines');
  let rows: string[] = [];
  for (let flag = 0; flag < timelines.count; flag++) {
    const { positions } = segments.select([{ test: 'belongsTo', column: SEGMENT.timeline, value: flag }]);
    for (const position of positions) {
      const row = segments.rowAt(position);
      const entry: Readonly<Record<keyof typeof SEGMENT_COLUMNS, unknown>> = {
        flag: timelines.idAt(flag),
        run: row.names(SEGMENT.run)[0],
        start: row.number(INTERVAL.start),
        stop: row.number(INTERVAL.stop),
      };
      rows.push(JSON.stringify(entry));
      if (rows.length < LINES_PER_PACK) continue;
      yield encoder.encode(rows.join(','));
      rows = [];
    }
  }
  if (rows.length > 0) yield encoder.encode(rows.join(','));
}

/** CSV files that are compressed with gzip, whatever they are called. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeEach, expect, it } from 'vitest';
import { importFile } from '../../src/commands/import.ts';
import { smallCatalogue, snapshot } from '../support/data-folders.ts';

let folder = '';
beforeEach(() => {
  folder = smallCatalogue();
});

function runBytes(bytes: Uint8Array) {
  const csv = join(folder, 'rows.csv');
  writeFileSync(csv, bytes);
  const data = join(folder, 'data');
  const before = snapshot(data);
  const result = importFile({ kind: 'runs', csv, data });
  const isChanged = JSON.stringify([...snapshot(data)]) !== JSON.stringify([...before]);
  return { ...result, isChanged };
}

const ROWS = Buffer.from('\uFEFFname,gps_start,gps_end,detectors\nO5,1500000000,1530000000,H1|L1\n');
const compressed = gzipSync(ROWS);

it('are imported as if they were not', () => {
  expect(runBytes(compressed)).toMatchObject({ status: 0, problems: [], isChanged: true, outcomes: [{ added: 1 }] });
  expect(runBytes(ROWS)).toMatchObject({ status: 0, problems: [], isChanged: false, outcomes: [{ kept: 1 }] });
});

it('have a clear report where they are damaged', () => {
  const flipped = Buffer.from(compressed);
  flipped[compressed.length - 6] = ~(flipped[compressed.length - 6] as number) & 0xff;
  for (const bytes of [compressed.subarray(0, -9), compressed.subarray(0, 2), flipped]) {
    const { problems, isChanged, message } = runBytes(bytes);
    expect(problems).toMatchObject([{ code: 'D102', line: 1, fix: 'get it again' }]);
    expect(problems[0]?.message).toMatch(/^the compressed file is damaged: /);
    expect({ isChanged, message }).toEqual({
      isChanged: false,
      message: 'Nothing was imported: the CSV file cannot be used.',
    });
  }
});

it('are not read on once they are too large', () => {
  // Members that follow each other are one file.
  const member = gzipSync(Buffer.alloc(2 ** 20));
  const { problems } = runBytes(Buffer.concat(Array.from({ length: 257 }, () => member)));
  const message = 'the file is larger than 256 MiB when decompressed';
  expect(problems).toMatchObject([{ code: 'D102', message, fix: 'split it' }]);
});

it('that hold no text are refused', () => {
  expect(runBytes(gzipSync(Buffer.from([0x61, 0, 0x62]))).problems).toMatchObject([{ code: 'D103' }]);
});

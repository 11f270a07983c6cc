/** CSV files that are compressed with gzip, with any name. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import { importFile } from '../../src/intake/import-file.ts';
import { smallCatalogue } from '../support/data-folders.ts';
import { contentOf } from '../support/folders.ts';
import { textOfProblems } from '../support/problem-text.ts';

let folder = '';
beforeEach(() => {
  folder = smallCatalogue();
});

function runBytes(bytes: Uint8Array) {
  const csv = join(folder, 'rows.csv');
  writeFileSync(csv, bytes);
  const data = join(folder, 'data');
  const before = contentOf(data);
  const result = importFile({ kind: 'runs', file: csv, data });
  const isChanged = JSON.stringify([...contentOf(data)]) !== JSON.stringify([...before]);
  return { ...result, isChanged };
}

const ROWS = Buffer.from('\uFEFFname,gps_start,gps_end,detectors\nO5,1500000000,1530000000,H1|L1\n');
const compressed = gzipSync(ROWS);

it('compressed files are imported like others', () => {
  expect(runBytes(compressed)).toMatchObject({ status: 0, problems: [], isChanged: true, outcomes: [{ added: 1 }] });
  expect(runBytes(ROWS)).toMatchObject({ status: 0, problems: [], isChanged: false, outcomes: [{ kept: 1 }] });
});

it('damaged files have a clear report', () => {
  const flipped = Buffer.from(compressed);
  flipped[compressed.length - 6] = ~(flipped[compressed.length - 6] as number) & 0xff;
  for (const bytes of [compressed.subarray(0, -9), compressed.subarray(0, 2), flipped]) {
    const { problems, isChanged, message } = runBytes(bytes);
    expect(problems).toMatchObject([{ code: 'D102', line: 1, fix: 'download or compress it again' }]);
    expect(problems[0]?.message).toMatch(/^the compressed file is damaged: /);
    expect({ isChanged, message }).toEqual({
      isChanged: false,
      message: 'Nothing was imported: the CSV file cannot be used.',
    });
  }
});

it('files that are too large when decompressed are refused', () => {
  // Several gzip members in a row are one file.
  const member = gzipSync(Buffer.alloc(2 ** 20));
  const { problems } = runBytes(Buffer.concat(Array.from({ length: 257 }, () => member)));
  const message = 'the file is larger than 256 MiB when decompressed';
  expect(problems).toMatchObject([{ code: 'D102', message, fix: 'split it' }]);
});

it('compressed files without text are refused', () => {
  expect(runBytes(gzipSync(Buffer.from([0x61, 0, 0x62]))).problems).toMatchObject([{ code: 'D103' }]);
});

describe('compressed files are refused before they fill the memory', () => {
  const head = 'name,gps_start,gps_end,detectors\n';
  it.each([
    ['rows', 'a,1,2,H1\n'.repeat(1_000_000), 1, 'more than a million rows'],
    ['a cell', `O5,"${'x\n'.repeat(600_000)}"`, 2, 'not valid CSV: max record size'],
  ])('%s', (_what, rows, line, message) => {
    const { problems, isChanged } = runBytes(gzipSync(head + rows));
    expect({ problems, isChanged }).toMatchObject({ problems: [{ code: 'D170', line, message }], isChanged: false });
  });
});

it('files may mix all kinds of line ends', () => {
  const row = (n: number): string => `O${n},1${n}00000000,1${n}10000000,H1`;
  const text = `name,gps_start,gps_end,detectors\r\n${row(5)}\n${row(6)}\r${row(7)}\r\n`;
  expect(runBytes(Buffer.from(text))).toMatchObject({ problems: [], outcomes: [{ added: 3 }] });
});

it('a row with a very long name has a report of a few lines', () => {
  const row = `${'x'.repeat(9e5)},1500000000,1530000000,H1`;
  const { problems } = runBytes(Buffer.from(`name,gps_start,gps_end,detectors\n${row}\n`));
  expect(problems).toHaveLength(1);
  expect(textOfProblems(problems).length).toBeLessThan(6000);
});

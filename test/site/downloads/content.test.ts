/** Downloads of random catalogues, with unusual strings: CSV and Parquet have the same content as the JSON. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatCsv, formatJson } from '../../../src/site/downloads/formats.ts';
import type { Lines } from '../../../src/site/downloads/lines.ts';
import { formatParquet } from '../../../src/site/downloads/parquet.ts';
import { openReleaseIn } from '../../../src/site/install/site-files.ts';
import { catalogueCases } from '../../oracle/generated.ts';
import { openBuiltSite } from '../../support/built-site.ts';
import { query, type Row } from '../../support/downloads/duckdb.ts';
import { downloadContents } from '../../support/downloads/source.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** Entries joined by commas. */
const linesOf = (results: readonly unknown[]): Uint8Array =>
  new TextEncoder().encode(JSON.stringify(results).slice(1, -1));

/** All entries in one format. */
async function encode(format: (lines: Lines) => Lines, groups: readonly Uint8Array[]): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  async function* lines(): Lines {
    yield* groups;
  }
  for await (const part of format(lines())) parts.push(part);
  return Buffer.concat(parts);
}

const asCsv = (lines: Lines) => formatCsv(lines, COLUMNS, []);
const asParquet = (lines: Lines) => formatParquet(lines, COLUMNS, []);

async function readParquet(bytes: Uint8Array): Promise<readonly Row[]> {
  const file = join(temporaryFolder(), 'x.parquet');
  writeFileSync(file, bytes);
  return query('select * from {}', file);
}

const text = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1 }),
  fc.string({ minLength: 1, unit: fc.constantFrom('"', ',', '\\', '\r', '\n', '=', '[', '{', '|', 'é', '🜨', 'a') }),
);
const entry = fc.record({
  text: fc.option(text),
  some_url: fc.option(text),
  integer: fc.option(fc.maxSafeInteger()),
  number: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (value === 0 ? 0 : value))),
  flag: fc.option(fc.boolean()),
  time: fc.option(fc.date({ min: new Date('1980-01-06'), max: new Date('2100-01-01'), noInvalidDate: true })),
});
const COLUMNS = {
  text: 'text',
  some_url: 'link',
  integer: 'integer',
  number: 'number',
  flag: 'flag',
  time: 'time',
} as const;
const NOTHING = { text: null, some_url: null, integer: null, number: null, flag: null, time: null };
it('every text, number, flag and time comes back, with any number of bodies', async () => {
  const wire = (value: Date | null) => value && `${value.toISOString().slice(0, 19)}`;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(entry, { minLength: 1, maxLength: 4 }), { maxLength: 11 }), async (groups) => {
      const lines = groups.map((group) => linesOf(group.map((one) => ({ ...one, time: wire(one.time) }))));
      const entries = groups.flat();
      expect(JSON.parse((await encode(formatJson, lines)).toString())).toEqual(
        entries.map((one) => ({ ...one, time: wire(one.time) })),
      );
      const rows = await readParquet(await encode(asParquet, lines));
      expect(rows).toStrictEqual(
        entries.map((one) => ({
          ...one,
          integer: one.integer === null ? null : BigInt(one.integer),
          time: one.time && new Date(`${wire(one.time)}Z`),
        })),
      );
      const csv = (await encode(asCsv, lines)).toString();
      const cells = entries.map((one) =>
        Object.values({ ...one, time: wire(one.time) }).map((cell) => String(cell ?? '')),
      );
      expect(parse(csv, { record_delimiter: '\r\n' })).toEqual([Object.keys(COLUMNS), ...cells]);
    }),
    { numRuns: propertyRuns(10) },
  );
});

it('without entries, CSV has a header, JSON is an empty array, and Parquet has no rows', async () => {
  expect((await encode(asCsv, [])).toString()).toBe(`${Object.keys(COLUMNS).join()}\r\n`);
  expect((await encode(formatJson, [])).toString()).toBe('[]');
  expect(await readParquet(await encode(asParquet, []))).toEqual([]);
});

it('an empty text is null in Parquet, like an empty cell in CSV', async () => {
  const [row] = await readParquet(await encode(asParquet, [linesOf([{ text: '', some_url: '', number: 1 }])]));
  expect(row).toMatchObject({ text: null, some_url: null, number: 1 });
});

it('the same entries give the same bytes', async () => {
  const lines = [linesOf([{ text: 'x', number: 0.1 }]), linesOf([{ integer: 3 }])];
  expect(await encode(asParquet, lines)).toEqual(await encode(asParquet, lines));
});

it('entries that are cut off anywhere are an error, in CSV and Parquet', async () => {
  const last = { text: 'a,"', some_url: null, number: -1.5e-7, last: [{ bit: 1, name: 'a "}]' }] };
  const whole = linesOf([{ text: 'é', some_url: 'x', number: 1 }, last]);
  const first = whole.length - linesOf([last]).length;
  for (let length = first + 1; length < whole.length; length++) {
    await expect(encode(asCsv, [whole.slice(0, length)]), `${length}`).rejects.toThrow(SyntaxError);
    await expect(encode(asParquet, [whole.slice(0, length)]), `${length}`).rejects.toThrow(SyntaxError);
  }
});

it('a table with more rows than a row group has all rows', async () => {
  const group = (from: number) =>
    linesOf(Array.from({ length: 1000 }, (_, n) => ({ ...NOTHING, text: `${(from + n) % 7}`, number: from + n })));
  const lines = Array.from({ length: 5 }, (_, n) => group(1000 * n));
  const bytes = await encode(asParquet, lines);
  const rows = await readParquet(bytes);
  expect(rows.map(({ text, number }) => [text, number])).toEqual(
    Array.from({ length: 5_000 }, (_, n) => [`${n % 7}`, n]),
  );
  expect(new Set(rows.map(({ some_url }) => some_url))).toEqual(new Set([null]));
});

// Packs end at 1000 entries, in groups of as many rows: fewer are like any other number.
const cases = catalogueCases.filter(({ name }) => name !== '999-entries');
it.each(cases.map((one) => [one.name, one.write] as const))(
  'the downloads of %s agree with each other',
  async (_, write) => {
    const data = join(temporaryFolder(), 'data');
    write(data);
    const built = await openBuiltSite(data, { baseUrl: 'https://x.test/gw' });
    try {
      const content = await downloadContents(await openReleaseIn(built.root));
      const whole = JSON.parse(String(content.get('catalogue.json')));
      const names = ['event-versions', 'strain-files', 'segments'] as const;
      for (const name of names) {
        const csv = parse(content.get(name === 'strain-files' ? `${name}.csv.gz` : `${name}.csv`) ?? '', {
          columns: true,
          record_delimiter: '\r\n',
        }) as unknown as Row[];
        const rows = await readParquet(content.get(`${name}.parquet`) ?? Buffer.alloc(0));
        expect(rows).toHaveLength(csv.length);
        // An expectation for each cell would take most of the time.
        const different = rows.flatMap((row, n) =>
          Object.entries(csv[n] as Row).flatMap(([column, cell]) => {
            const value = row[column];
            const isNumber = typeof value === 'number' || typeof value === 'bigint';
            const shown = value instanceof Date ? value.toISOString().slice(0, 19) : (value ?? '');
            const isSame = isNumber ? Object.is(Number(cell), Number(value)) : cell === `${shown}`;
            return isSame ? [] : [`${name} ${n} ${column}: ${cell} is not ${value}`];
          }),
        );
        expect(different).toEqual([]);
      }
      expect(JSON.parse(String(content.get('event-versions.json')))).toHaveLength(whole['event-versions'].length);
      const answer = await built.answer({
        method: 'GET',
        url: '/gw/api/v2/event-versions?include-default-parameters=true&format=csv&pagesize=1000',
        headers: {},
      });
      const table = (text: string): string[][] => parse(text, { record_delimiter: '\r\n' });
      const [header = [], ...rows] = table(String(content.get('event-versions.csv')));
      const [asked = [], ...first] = table(answer.body);
      expect(header.slice(0, asked.length)).toEqual(asked);
      expect(rows.slice(0, first.length).map((row) => row.slice(0, asked.length))).toEqual(first);

      // The additional columns show which entries the API's filters select.
      const [, ...membership] = header.slice(asked.length);
      expect(header[asked.length]).toBe('is_last_version');
      const filters = [
        ['is_last_version', 'event-versions?lastver'],
        ...membership.map((column) => [column, `catalogs/${column.slice('in_'.length)}/events?x`]),
      ] as const;
      for (const [column = '', path] of filters) {
        const selected = await built.answer({ method: 'GET', url: `/gw/api/v2/${path}&pagesize=1000`, headers: {} });
        const names = (JSON.parse(selected.body).results as { shortName: string }[]).map(({ shortName }) => shortName);
        const marked = rows.filter((row) => row[header.indexOf(column)] === 'true');
        // A page of the API has at most 1000 entries.
        expect(marked.map((row) => row[header.indexOf('shortName')]).slice(0, 1000), column).toEqual(names);
      }
    } finally {
      built.remove();
    }
  },
);

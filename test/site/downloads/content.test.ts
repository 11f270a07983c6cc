/** Downloads of random catalogues and difficult texts: CSV and Parquet have the same content as the JSON. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toCsv } from '../../../src/core/listing/csv.ts';
import { cellsOfCsv, createCellFinder } from '../../../src/site/downloads/cells.ts';
import { type Encoder, encodeCsv, encodeJson, entriesOf } from '../../../src/site/downloads/formats.ts';
import { bodyOf } from '../../../src/site/downloads/lines.ts';
import { encodeParquet } from '../../../src/site/downloads/parquet.ts';
import { catalogueCases } from '../../oracle/generated.ts';
import { openBuiltSite } from '../../support/built-site.ts';
import { query, type Row } from '../../support/downloads/duckdb.ts';
import { downloadContents, sourceOf } from '../../support/downloads/source.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** Entries joined by commas. */
const linesOf = (results: readonly unknown[]): Uint8Array =>
  new TextEncoder().encode(JSON.stringify(results).slice(1, -1));

/** All entries through one encoder. */
function encode({ add, end }: Encoder, groups: readonly Uint8Array[], members = Object.keys(COLUMNS)): Buffer {
  const csvOf = (json: Uint8Array): Uint8Array => toCsv(bodyOf(json), members, []);
  const findCells = createCellFinder(members);
  const parts = groups.flatMap((json) => add(entriesOf(json, findCells, csvOf)));
  return Buffer.concat([...parts, ...end()]);
}

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
const headerOf = (members: readonly string[]): Uint8Array => toCsv(bodyOf(linesOf([])), members, []);
const HEADER = headerOf(Object.keys(COLUMNS));

it('every text, number, flag and time comes back, with any number of bodies', async () => {
  const wire = (value: Date | null) => value && `${value.toISOString().slice(0, 19)}`;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(entry, { minLength: 1, maxLength: 4 }), { maxLength: 11 }), async (groups) => {
      const lines = groups.map((group) => linesOf(group.map((one) => ({ ...one, time: wire(one.time) }))));
      const entries = groups.flat();
      expect(JSON.parse(encode(encodeJson(), lines).toString())).toEqual(
        entries.map((one) => ({ ...one, time: wire(one.time) })),
      );
      const rows = await readParquet(encode(encodeParquet(COLUMNS, []), lines));
      expect(rows).toStrictEqual(
        entries.map((one) => ({
          ...one,
          integer: one.integer === null ? null : BigInt(one.integer),
          time: one.time && new Date(`${wire(one.time)}Z`),
        })),
      );
      const csv = encode(encodeCsv(HEADER), lines).toString();
      const cells = entries.map((one) =>
        Object.values({ ...one, time: wire(one.time) }).map((cell) => String(cell ?? '')),
      );
      expect(parse(csv, { record_delimiter: '\r\n' })).toEqual([Object.keys(COLUMNS), ...cells]);
    }),
    { numRuns: 60 },
  );
});

it('no entries give a header, an empty array, a table without rows', async () => {
  expect(encode(encodeCsv(HEADER), []).toString()).toBe(`${Object.keys(COLUMNS).join()}\r\n`);
  expect(encode(encodeJson(), []).toString()).toBe('[]');
  const empty = encode(encodeParquet({ a: 'text' }, []), []);
  expect(await readParquet(empty)).toEqual([]);
});

it('an empty text is null in Parquet, like an empty cell in CSV', async () => {
  const [row] = await readParquet(
    encode(encodeParquet(COLUMNS, []), [linesOf([{ text: '', some_url: '', number: 1 }])]),
  );
  expect(row).toMatchObject({ text: null, some_url: null, number: 1 });
});

it('the same entries give the same bytes', () => {
  const lines = [linesOf([{ text: 'x', number: 0.1 }]), linesOf([{ integer: 3 }])];
  expect(encode(encodeParquet(COLUMNS, []), lines)).toEqual(encode(encodeParquet(COLUMNS, []), lines));
});

describe('entries whose cells are copies of their values', () => {
  const plain = fc.string({ unit: fc.constantFrom('a', 'Z', '0', '=', ' ', '[', '{', '}', ']', '|', ':', 'é', '🜨') });
  const last = fc.array(fc.record({ bit: fc.nat(), name: fc.option(text), also: fc.constant([{ a: '}]' }]) }));
  const groupOf = (texts: fc.Arbitrary<string>) =>
    fc.array(
      fc.record({ text: fc.option(texts), some_url: fc.option(texts), integer: fc.option(fc.maxSafeInteger()), last }),
      { minLength: 1, maxLength: 9 },
    );
  const MEMBERS = ['text', 'some_url', 'integer'];

  it('have the same CSV as toCsv', () => {
    fc.assert(
      fc.property(groupOf(plain), (group) => {
        const json = linesOf(group);
        expect(createCellFinder(MEMBERS)(json)).not.toBeNull();
        const csv = encode(encodeCsv(headerOf(MEMBERS)), [json], MEMBERS);
        expect(csv.toString()).toBe(Buffer.from(toCsv(bodyOf(json), MEMBERS, [])).toString());
      }),
    );
  });

  it('and so do all others', () => {
    fc.assert(
      fc.property(groupOf(fc.oneof(plain, text)), (group) => {
        const json = linesOf(group);
        const csv = encode(encodeCsv(headerOf(MEMBERS)), [json], MEMBERS);
        expect(csv.toString()).toBe(Buffer.from(toCsv(bodyOf(json), MEMBERS, [])).toString());
      }),
    );
  });

  it.each([
    ['a comma', { text: 'a,b', some_url: null }],
    ['an escaped character', { text: 'a\nb', some_url: null }],
    ['a list', { text: ['a'], some_url: null }],
    ['a member that is not there', { some_url: null }],
    ['members in another order', { some_url: null, text: 'a' }],
  ])('%s is more than a copy', (_, one) => {
    expect(createCellFinder(['text', 'some_url'])(linesOf([{ text: 'a', some_url: null }, one]))).toBeNull();
  });
});

describe('entries that are cut off', () => {
  const MEMBERS = ['text', 'some_url', 'number'];
  const more = { last: [{ bit: 1, name: 'a "}]' }] };
  const lines = [
    ['plain', { text: 'a', some_url: null, number: -1.5e-7, ...more }],
    ['with a comma and a quote', { text: 'a,"', some_url: 'b', number: null, ...more }],
    ['with a list', { text: ['a', 'b'], some_url: 'b', number: 3, ...more }],
  ] as const;
  it.each(lines)('%s: no beginning of the last one is taken for a row', (_, last) => {
    const whole = linesOf([{ text: 'é', some_url: 'x', number: 1, ...more }, last]);
    const first = whole.length - linesOf([last]).length;
    for (let length = first + 1; length < whole.length; length++) {
      const json = whole.slice(0, length);
      let cells: unknown = null;
      try {
        cells = createCellFinder(MEMBERS)(json);
      } catch (error) {
        expect((error as Error).message).toBe('the last entry is incomplete');
      }
      expect(cells, `${length}`).toBeNull();
      expect(() => encode(encodeCsv(headerOf(MEMBERS)), [json], MEMBERS), `${length}`).toThrow(
        /is (cut off|incomplete)/,
      );
    }
    expect(() => encode(encodeCsv(headerOf(MEMBERS)), [whole], MEMBERS)).not.toThrow();
  });

  it('of CSV: a quoted cell without an end', () => {
    const rows = Buffer.from('a,"b, c"\r\nd,"e""f"\r\n');
    for (let length = 0; length <= rows.length; length++) {
      const isQuoted = rows.subarray(0, length).filter((byte) => byte === 0x22).length % 2 === 1;
      const cells = () => cellsOfCsv(rows.subarray(0, length));
      if (isQuoted) expect(cells).toThrow('the last row is incomplete');
      else expect(cells).not.toThrow();
    }
  });
});

it('a table with more rows than a row group', async () => {
  const group = (from: number) =>
    linesOf(Array.from({ length: 1000 }, (_, n) => ({ ...NOTHING, text: `${(from + n) % 7}`, number: from + n })));
  const lines = Array.from({ length: 5 }, (_, n) => group(1000 * n));
  const bytes = encode(encodeParquet(COLUMNS, []), lines);
  const rows = await readParquet(bytes);
  expect(rows.map(({ text, number }) => [text, number])).toEqual(
    Array.from({ length: 5_000 }, (_, n) => [`${n % 7}`, n]),
  );
  expect(new Set(rows.map(({ some_url }) => some_url))).toEqual(new Set([null]));
});

it.each(catalogueCases.map((one) => [one.name, one.write] as const))(
  'of %s agree with each other',
  async (_, write) => {
    const data = join(temporaryFolder(), 'data');
    write(data);
    const built = await openBuiltSite(data, { baseUrl: 'https://x.test/gw' });
    try {
      const content = await downloadContents(await sourceOf(built.root));
      const whole = JSON.parse(String(content.get('catalogue.json')));
      const names = ['event-versions', 'strain-files', 'segments'] as const;
      for (const name of names) {
        const csv = parse(content.get(name === 'strain-files' ? `${name}.csv.gz` : `${name}.csv`) ?? '', {
          columns: true,
          record_delimiter: '\r\n',
        }) as unknown as Row[];
        const rows = await readParquet(content.get(`${name}.parquet`) ?? Buffer.alloc(0));
        expect(rows).toHaveLength(csv.length);
        for (const [n, row] of rows.entries()) {
          for (const [column, cell] of Object.entries(csv[n] as Row)) {
            const value = row[column];
            const isNumber = typeof value === 'number' || typeof value === 'bigint';
            const shown = value instanceof Date ? value.toISOString().slice(0, 19) : isNumber ? Number(value) : value;
            expect(isNumber ? Number(cell) : cell, `${name} ${n} ${column}`).toBe(shown ?? '');
          }
        }
      }
      expect(JSON.parse(String(content.get('event-versions.json')))).toHaveLength(whole['event-versions'].length);
      const answer = await built.answer({
        method: 'GET',
        url: '/gw/api/v2/event-versions?include-default-parameters=true&format=csv&pagesize=1000',
        headers: {},
      });
      expect(String(content.get('event-versions.csv')).startsWith(answer.body)).toBe(true);
    } finally {
      built.remove();
    }
  },
);

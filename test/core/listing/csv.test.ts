/** CSV made from bodies, parsed by a CSV reader and compared with the bodies. The bodies contain strings that no renderer writes today. */

import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SiteDamagedError } from '../../../src/core/base/site-damaged-error.ts';
import { toCsv } from '../../../src/core/listing/csv.ts';
import { propertyRuns } from '../../support/property-runs.ts';

const HEAD = {
  next: 'http://[::1]:8000/x?release=A%2CB&page=2',
  previous: null,
  results_count: 5,
  results_per_page: 20,
  num_pages: 1,
  page_number: 1,
};
const bodyOf = (results: string): Uint8Array =>
  new TextEncoder().encode(`${JSON.stringify(HEAD).slice(0, -1)},"results":[${results}]}`);
const textOf = (csv: Uint8Array): string => new TextDecoder().decode(csv);
/** Parameters as in the vocabulary. */
const vocabularyOf = (names: readonly string[], description = 'd') =>
  names.map((name) => ({ name, unit: 'M_sun', description }));
const csvOf = (results: string, members: string[], parameters: string[] = []): string =>
  textOf(toCsv(bodyOf(results), members, vocabularyOf(parameters), 'specification'));
const rowsOf = (csv: string): string[][] => parse(csv, { record_delimiter: '\r\n' }) as unknown as string[][];

const parameter = (name: string, best: unknown, upper: unknown, lower: unknown, limit = '', description = 'd') =>
  JSON.stringify({
    ...vocabularyOf([name], description)[0],
    best,
    upper_error: upper,
    lower_error: lower,
    is_upper_limit: limit === 'upper',
    is_lower_limit: limit === 'lower',
  });

describe('cells', () => {
  it.each([
    ['a number', '1126259462.5', '1126259462.5'],
    ['a number with an exponent', '-1.5e-22', '-1.5e-22'],
    ['true', 'true', 'true'],
    ['null is empty', 'null', ''],
    ['a text', '"GW150914"', 'GW150914'],
    ['the text null', '"null"', 'null'],
    ['an empty text', '""', ''],
    ['a comma', '"a,b"', '"a,b"'],
    ['quotes', '"say \\"x\\""', '"say ""x"""'],
    ['line ends', '"a\\r\\nb"', '"a\r\nb"'],
    ['a backslash', '"a\\\\b"', 'a\\b'],
    ['a character beyond ASCII, escaped or not', '"\\u00e9é"', 'éé'],
    ['what a spreadsheet takes for a formula', '"=1+2"', '=1+2'],
    ['brackets', '"[{}]"', '[{}]'],
    ['a list', '["H1","L1"]', 'H1|L1'],
    ['a list of numbers', '[1.5,2]', '1.5|2'],
    ['a list of one', '["H1"]', 'H1'],
    ['an empty list', '[]', ''],
    ['a list with a comma', '["a,b","c"]', '"a,b|c"'],
    ['a list of a comma alone', '[","]', '","'],
    ['a list of objects', '[{"version":1,"catalog":"A"}]', '"[{""version"":1,""catalog"":""A""}]"'],
    ['a list with an object among texts', '["a",{"b":1}]', '"[""a"",{""b"":1}]"'],
  ])('%s', (_, json, cell) => {
    expect(csvOf(`{"a":${json},"b":7}`, ['a', 'b'])).toBe(`a,b\r\n${cell},7\r\n`);
    expect(csvOf(`{"b":7,"a":${json}}`, ['b', 'a'])).toBe(`b,a\r\n7,${cell}\r\n`);
  });

  it('the time of an event has one decimal, as in bodies', () => {
    expect(csvOf('{"gps":1126259462.0},{"gps":1126259462.4},{"gps":null}', ['gps'])).toBe(
      'gps\r\n1126259462.0\r\n1126259462.4\r\n\r\n',
    );
  });

  it('a member that is absent is empty', () => {
    expect(csvOf('{"a":1,"c":3},{"b":2},{}', ['a', 'b', 'c'])).toBe('a,b,c\r\n1,,3\r\n,2,\r\n,,\r\n');
  });

  it('members that have no column are left out', () => {
    const rest = '"c":[{"x":"}"}],"d":{"e":1}';
    expect(csvOf(`{"a":1,"b":2,${rest}},{${rest}},{"b":3,${rest}},{}`, ['a', 'b'])).toBe(
      'a,b\r\n1,2\r\n,\r\n,3\r\n,\r\n',
    );
  });

  it('entries that are texts have one column', () => {
    expect(csvOf('"mass-1-source","a,b"', ['name'])).toBe('name\r\nmass-1-source\r\n"a,b"\r\n');
  });

  it('a table without entries has only its header', () => {
    expect(csvOf('', ['a', 'b'])).toBe('a,b\r\n');
  });
});

describe('parameter objects', () => {
  const NASTY = '"best":9,"x":[{\\]},{ \u00e9\ud83d\udf28';
  const names = ['mass_1', 'mass_2', 'far'];
  const columns = names.flatMap((name) => [name, `${name}_lower`, `${name}_upper`, `${name}_limit`]).join(',');

  it.each([
    [
      'all',
      [parameter('mass_1', 1.5, 2, -3), parameter('mass_2', 4, null, null), parameter('far', 5, null, null, 'upper')],
      '1.5,-3.0,2.0,,4.0,,,,5.0,,,upper',
    ],
    ['none', [], ',,,,,,,,,,,'],
    ['the last', [parameter('far', 5, null, null, 'lower')], ',,,,,,,,5.0,,,lower'],
    ['the one in the middle', [parameter('mass_2', -4e-7, 0, 0)], ',,,,-4e-07,0.0,0.0,,,,,'],
    [
      'nasty descriptions',
      [parameter('mass_1', 1, 2, 3, '', NASTY), parameter('far', 2, 3, 4, '', NASTY)],
      '1.0,3.0,2.0,,,,,,2.0,4.0,3.0,',
      NASTY,
    ],
  ])('%s', (_, objects, cells, description = 'd') => {
    for (const list of ['default_parameters', 'parameters']) {
      const entry = `{"name":"x","${list}":[${objects.join(',')}],"after":1}`;
      const body = bodyOf(`${entry},{"name":"y","after":2},${entry}`);
      const csv = textOf(toCsv(body, ['name', list, 'after'], vocabularyOf(names, description), 'specification'));
      const empty = ','.repeat(names.length * 4);
      expect(csv).toBe(`name,${columns},after\r\nx,${cells},1\r\ny${empty},2\r\nx,${cells},1\r\n`);
    }
  });
});

describe('a table that is longer than its page', () => {
  const names = Array.from({ length: 50 }, (_, n) => `parameter_${n}`);

  it.each([0, 1, 2, 500])('has all its cells, of %i entries', (count) => {
    const rows = rowsOf(
      csvOf(Array.from({ length: count }, () => '{"name":"x"}').join(), ['name', 'parameters'], names),
    );
    expect(rows).toHaveLength(count + 1);
    expect(rows[0]?.slice(0, 3)).toEqual(['name', 'parameter_0', 'parameter_0_lower']);
    const row = ['x', ...names.flatMap(() => ['', '', '', ''])];
    expect(rows.slice(1)).toEqual(Array.from({ length: count }, () => row));
  });
});

describe('a body that is cut off', () => {
  const members = ['name', 'gps', 'detectors', 'default_parameters'];
  const names = ['mass_1', 'far'];
  const nasty = 'a "text", \\ and ]}';
  const entry = (name: string) =>
    JSON.stringify({
      name,
      gps: 1.5,
      detectors: ['H1', 'L1'],
      default_parameters: [
        JSON.parse(parameter('mass_1', 1, 2, -3)),
        JSON.parse(parameter('far', 4, null, null, 'upper')),
      ],
      detail_url: 'https://user.example/x',
      versions: [{ version: 1, catalog: nasty }],
    });

  it.each([
    ['event versions', `${entry('GW1')},${entry(nasty)}`],
    ['texts', '"mass-1-source","a,b"'],
    ['no entries', ''],
  ])('is an error at any length: %s', (_, results) => {
    const whole = bodyOf(results);
    const truncated = new SiteDamagedError('a body is truncated');
    for (let length = 0; length < whole.length; length++) {
      expect(() => toCsv(whole.subarray(0, length), members, vocabularyOf(names), 'specification')).toThrow(truncated);
    }
  });
});

it('gives back every text, list and number, bit for bit', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom('"', ',', '\\', '\r', '\n', '=', '[', '{', ']', '}', ':', 'é', '\u0000', 'a') }),
  );
  const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (value === 0 ? 0 : value));
  const entry = fc.record({ a: text, b: number, c: fc.array(fc.stringMatching(/^[^|]+$/), { maxLength: 3 }) });
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 5 }), (entries) => {
      const results = entries.map((one) => JSON.stringify(one)).join(',');
      const [header, ...rows] = rowsOf(csvOf(results, ['a', 'b', 'c']));
      expect(header).toEqual(['a', 'b', 'c']);
      const found = rows.map(([a, b, c]) => ({ a, b: Number(b), c }));
      expect(found).toEqual(entries.map(({ a, b, c }) => ({ a, b, c: c.join('|') })));
    }),
    { numRuns: propertyRuns(200) },
  );
});

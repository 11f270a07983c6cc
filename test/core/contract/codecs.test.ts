/** Spellings of values, each decided by the contract; undefined means that a spelling is invalid. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  aliasOf,
  asciiLowerCase,
  type Codec,
  caselessText,
  decimal,
  flag,
  gpsSecond,
  listOf,
  oneOf,
  pageNumber,
  pageSizeUpTo,
} from '../../../src/core/contract/codecs.ts';

type Table = readonly { readonly input: string; readonly out: unknown }[];

/** One test per input; -0 differs from 0. */
function parses(codec: Codec<never> | Codec<unknown>, table: Table): void {
  it.each(table)('$input -> $out', ({ input, out }) => {
    const value = codec.parse(input);
    expect(value).toStrictEqual(out);
    expect(Object.is(value, -0)).toBe(false);
  });
}

const none = (...inputs: string[]): Table => inputs.map((input) => ({ input, out: undefined }));

describe('start, stop: -?\\d+(\\.0+)?, within 2^53 - 1', () => {
  parses(gpsSecond, [
    { input: '0', out: 0 },
    { input: '-0', out: 0 },
    { input: '1126259462', out: 1126259462 },
    { input: '1126259462.0', out: 1126259462 },
    { input: '1126259462.000', out: 1126259462 },
    { input: '-5', out: -5 },
    { input: '-5.0', out: -5 },
    { input: '007', out: 7 },
    { input: '9007199254740991', out: 9007199254740991 },
    { input: '-9007199254740991', out: -9007199254740991 },
    ...none('9007199254740992', '-9007199254740992', '9007199254740993.0', '1'.repeat(400)),
    ...none('', '-', '.', '1.', '.0', '+1', '1.5', '1.05', '1.01', '1.0.0', '1e3', '--1', '0x10', 'NaN', 'Infinity'),
    ...none(' 1', '1 ', '1\n', '1,0', '1_0', '１', '1٠', 'x1', '1x', '1.0x'),
  ]);
});

describe('min-, max-: [-+]?(\\d+\\.?\\d*|\\.\\d+)([eE][-+]?\\d+)? and finite', () => {
  parses(decimal, [
    { input: '0', out: 0 },
    { input: '-0', out: 0 },
    { input: '-0.0e5', out: 0 },
    { input: '1.5', out: 1.5 },
    { input: '+1.50e1', out: 15 },
    { input: '-.5', out: -0.5 },
    { input: '.5', out: 0.5 },
    { input: '5.', out: 5 },
    { input: '1e3', out: 1000 },
    { input: '1E+3', out: 1000 },
    { input: '25e-1', out: 2.5 },
    { input: '1e-999', out: 0 },
    { input: '1.7976931348623157e308', out: Number.MAX_VALUE },
    { input: '5e-324', out: Number.MIN_VALUE },
    ...none('1e309', '-1e309', '1e999', '', '.', '+', '-', 'e5', '1e', '1e+', '.e1', '1e1.5', '+-1', '--1'),
    ...none('1.2.3', '1,5', '1_0', '0x1', 'NaN', 'Infinity', '-Infinity', ' 1', '1 ', '1\n', '１', 'a1', '1a'),
  ]);
});

describe('pagesize: 1 to 1000, larger numbers become 1000; 0, empty, not ASCII digits are refused', () => {
  parses(pageSizeUpTo(1000), [
    { input: '1', out: 1 },
    { input: '20', out: 20 },
    { input: '0020', out: 20 },
    { input: '999', out: 999 },
    { input: '1000', out: 1000 },
    { input: '1001', out: 1000 },
    { input: '9'.repeat(400), out: 1000 },
    ...none('0', '000', '', '-1', '+1', '1.0', '1e2', '20abc', 'x20', ' 20', '20 ', '20\n', '２０', '٢'),
  ]);

  it('uses the given maximum', () => {
    const { kind, expected, parse } = pageSizeUpTo(70);
    expect(['80', '8 ', '+8', '8'].map(parse)).toEqual([70, undefined, undefined, 8]);
    expect([kind, expected]).toEqual(['integer', 'a whole number from 1 to 70']);
  });
});

describe('page: ASCII digits from 1; a number too large to be exact is always out of range', () => {
  parses(pageNumber, [
    { input: '1', out: 1 },
    { input: '007', out: 7 },
    { input: '9007199254740991', out: 9007199254740991 },
    { input: '9007199254740992', out: Number.MAX_SAFE_INTEGER },
    { input: '9'.repeat(400), out: Number.MAX_SAFE_INTEGER },
    ...none('0', '00', '', '-1', '+1', '1.0', '1e2', '1x', 'x1', ' 1', '1 ', '1\n', '１'),
  ]);
});

describe('sample-rate, detector, format: one of the values, exactly in this spelling', () => {
  parses(oneOf(['4', '16']), [
    { input: '4', out: '4' },
    { input: '16', out: '16' },
    ...none('', '4.0', '04', '16kHz', ' 4', '4 ', '4,16', '８'),
  ]);
  parses(oneOf(['H1']), none('h1', 'H1 ', 'H', '__proto__', 'constructor'));
});

describe('file-format: hdf, hdf5, gwf, txt, ASCII case ignored; hdf5 is hdf', () => {
  const names = { hdf: 'hdf', hdf5: 'hdf', gwf: 'gwf', txt: 'txt' };
  parses(aliasOf(names), [
    { input: 'hdf', out: 'hdf' },
    { input: 'hdf5', out: 'hdf' },
    { input: 'HDF5', out: 'hdf' },
    { input: 'Hdf', out: 'hdf' },
    { input: 'GWF', out: 'gwf' },
    { input: 'txt', out: 'txt' },
    ...none('', 'hdf4', 'hdf5 ', ' hdf', 'h5', '.hdf', 'gwf,txt', '__proto__', 'constructor', 'toString', 'ＨＤＦ'),
  ]);

  it('names every spelling', () => {
    const { kind, allowed, expected } = aliasOf(names);
    expect([kind, allowed, expected]).toEqual(['enum', ['hdf', 'hdf5', 'gwf', 'txt'], 'one of hdf, hdf5, gwf, txt']);
  });
});

describe('release: a list of known names, sorted, without duplicates; no empty element', () => {
  parses(listOf(['b', 'a', 'B', 'c']), [
    { input: 'b', out: ['b'] },
    { input: 'c,a', out: ['a', 'c'] },
    { input: 'b,a,B,b', out: ['B', 'a', 'b'] },
    ...none('', ',', 'a,', ',a', 'a,,b', 'x', 'a,x', 'A', 'a ,b', 'a, b', 'a;b', '__proto__'),
  ]);
});

describe('booleans: empty, true, True, 1 and false, False, 0', () => {
  parses(flag, [
    ...['', 'true', 'True', '1'].map((input) => ({ input, out: true })),
    ...['false', 'False', '0'].map((input) => ({ input, out: false })),
    ...none('TRUE', 'FALSE', 'yes', 'no', '2', '00', ' ', 'true ', 'on', 'null'),
  ]);
});

describe('name-contains: at most 100 characters, ASCII lower case', () => {
  parses(caselessText(3), [
    { input: '', out: '' },
    { input: 'GW1', out: 'gw1' },
    { input: 'aZ_', out: 'az_' },
    { input: 'ÄİK', out: 'Äİk' },
    { input: '😀😀😀', out: '😀😀😀' },
    ...none('abcd', '😀😀😀😀', '😀😀ab', 'a'.repeat(7)),
  ]);

  it('counts code points, up to exactly 100', () => {
    expect(caselessText(100).parse('G'.repeat(100))).toBe('g'.repeat(100));
    expect(caselessText(100).parse('g'.repeat(101))).toBeUndefined();
    expect(caselessText(100).parse('😀'.repeat(100))).toBe('😀'.repeat(100));
    expect(caselessText(100).parse('😀'.repeat(101))).toBeUndefined();
  });

  it('lower-cases only the 26 ASCII letters, which never changes the length', () => {
    const upper = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
    expect(asciiLowerCase(`@${upper}[ÀΣİ`)).toBe(`@${upper.toLowerCase()}[ÀΣİ`);
  });
});

describe('parse(format(value)) = value', () => {
  const names = ['b', 'a', 'B', 'c.1', 'd_2-x'];
  const anyNames = fc.subarray([...names], { minLength: 1 }).map((list) => [...list].sort());
  const finite = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (value === 0 ? 0 : value));
  const cases: [string, Codec<never>, fc.Arbitrary<unknown>][] = [
    ['GPS second', gpsSecond as Codec<never>, fc.maxSafeInteger().map((value) => (value === 0 ? 0 : value))],
    ['number', decimal as Codec<never>, finite],
    ['page size', pageSizeUpTo(1000) as Codec<never>, fc.integer({ min: 1, max: 1000 })],
    ['page', pageNumber as Codec<never>, fc.maxSafeNat().filter((value) => value > 0)],
    ['one of', oneOf(names) as Codec<never>, fc.constantFrom(...names)],
    ['one of with aliases', aliasOf({ a: 'a', b: 'a', c: 'c' }) as Codec<never>, fc.constantFrom('a', 'c')],
    ['list', listOf(names) as Codec<never>, anyNames],
    ['flag', flag as Codec<never>, fc.boolean()],
    ['text', caselessText(100) as Codec<never>, fc.string({ maxLength: 100 }).map(asciiLowerCase)],
  ];

  it.each(cases)('%s', (_, codec, values) => {
    fc.assert(
      fc.property(values, (value) => {
        expect(codec.parse(codec.format(value as never))).toStrictEqual(value);
      }),
    );
  });

  it.each(cases)('%s: format(parse(text)) is a fixed point', (_, codec) => {
    const digits = fc.stringMatching(/^[-+.eE0-9]{1,12}$/);
    const counts = fc.stringMatching(/^0{0,2}[1-9][0-9]{0,2}$/);
    const certain = ['', 'True', '0', 'b,a,b', 'B', '1e21', '0.0000001'];
    const texts = fc.oneof(digits, counts, fc.string());
    let accepted = 0;
    fc.assert(
      fc.property(texts, (text) => {
        const value = codec.parse(text);
        if (value === undefined) return;
        accepted++;
        const canonical = codec.format(value);
        expect(codec.format(codec.parse(canonical) as never)).toBe(canonical);
      }),
      { examples: certain.map((text) => [text] as const) },
    );
    expect(accepted).toBeGreaterThan(0);
  });
});

describe('the description of each codec in refusals and OPTIONS', () => {
  it.each([
    [gpsSecond, 'GPS second', 'whole GPS seconds, within 2^53 - 1', undefined],
    [decimal, 'number', 'a finite decimal number', undefined],
    [pageSizeUpTo(1000), 'integer', 'a whole number from 1 to 1000', undefined],
    [pageNumber, 'integer', 'a page number from 1 to num_pages', undefined],
    [oneOf(['4', '16']), 'enum', 'one of 4, 16', ['4', '16']],
    [listOf(['b', 'a']), 'list', 'a comma-separated list of allowed values', ['b', 'a']],
    [flag, 'flag', 'true or false', ['true', 'false']],
    [caselessText(100), 'text', 'at most 100 characters', undefined],
  ])('%#: %s', (codec, kind, expected, allowed) => {
    expect([codec.kind, codec.expected, codec.allowed]).toEqual([kind, expected, allowed]);
  });

  it('formats lists with commas and flags as words', () => {
    expect(listOf(['a', 'b']).format(['a', 'b'])).toBe('a,b');
    expect([flag.format(true), flag.format(false)]).toEqual(['true', 'false']);
  });
});

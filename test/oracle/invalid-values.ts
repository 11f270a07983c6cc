/** Values intended to be invalid for each parameter. The oracle decides whether they are invalid. */

import type { CatalogueSample } from './catalogue-sample.ts';
import type { Random } from './random.ts';

const NO_INTEGER = [
  ['', ' ', 'abc', '1e3', '1.5', '+5', ' 4', '4 ', '0x10', '\uFF14\uFF12', '\u0663', '--1', '-', '1,2', '1_000'],
  ['NaN', 'Infinity', '\0', '5\0', '5\n', '20abc', 'null', '__proto__', 'constructor', '1n', '\u00B2'],
].flat();

const NO_NUMBER = [
  ['', ' ', 'abc', '1e999', '-1e999', 'NaN', 'Infinity', '-Infinity', '1,5', '1 e3', '0x10', '1_0', '.', '+', '-'],
  ['e5', '1e', '1e+', '\uFF11', '--5', '+-5', '5 ', ' 5', '1.2.3', '1n', '\u0663', '5\n', '\0', 'null', '.e1'],
].flat();

/** A value intended to be invalid for the parameter `name`. */
export function invalidValue(random: Random, sample: CatalogueSample, name: string): string {
  switch (name) {
    case 'start':
    case 'stop':
      return random.pick([
        ...NO_INTEGER,
        ...['9007199254740992', '-9007199254740992', '9'.repeat(400), '1.', '.0', '5.0001', '9007199254740991.00001'],
      ]);
    case 'detector':
      return random.pick([
        '',
        'h1',
        'H1 ',
        ' H1',
        'X1',
        'H1,L1',
        '__proto__',
        'constructor',
        'toString',
        'H1\0',
        'all',
      ]);
    case 'sample-rate':
      return random.pick([
        '',
        '4.0',
        '04',
        '16kHz',
        '8',
        ' 4',
        '4 ',
        '+4',
        '4e0',
        '\uFF14',
        '0x4',
        'constructor',
        'all',
      ]);
    case 'duration':
      return random.pick([
        '',
        '32.0',
        '032',
        '4096s',
        '33',
        '4',
        ' 32',
        '32 ',
        '32,4096',
        '1e0',
        '\uFF13\uFF12',
        'all',
      ]);
    case 'file-format':
      return random.pick([
        '',
        'hdf6',
        'hdf 5',
        '.hdf',
        'hdf5 ',
        'txt.gz',
        'gwf,txt',
        'csv',
        'T\u212AT',
        'h\u0064f\0',
        '*',
      ]);
    case 'release':
      return invalidReleases(random, sample);
    case 'name-contains':
      return random.pick(['x'.repeat(101), '\u{1F30C}'.repeat(101), 'GW'.repeat(2000)]);
    case 'lastver':
    case 'include-default-parameters':
      return random.pick([
        'TRUE',
        'FALSE',
        'yes',
        'on',
        '2',
        '01',
        '1.0',
        'true ',
        ' true',
        'null',
        '\uFF11',
        't',
        '-1',
      ]);
    case 'pagesize':
    case 'page':
      return random.pick([...NO_INTEGER, '0', '000', '-1', '-0', '1.0', '20.0', '+1']);
    case 'format':
      return random.pick([
        '',
        'JSON',
        'API',
        'CSV',
        'text/csv',
        'html',
        'xml',
        'api ',
        ' api',
        'api,json',
        '__proto__',
        'application/json',
      ]);
    default:
      return random.pick(NO_NUMBER);
  }
}

function invalidReleases(random: Random, sample: CatalogueSample): string {
  const name = random.pick(sample.catalogs);
  const other = random.pick([
    '',
    ' ',
    'GWTC-99',
    '__proto__',
    'constructor',
    name.toLowerCase(),
    ` ${name}`,
    `${name} `,
  ]);
  return random.pick([other, `${name},${other}`, `${other},${name}`, `${name},,${name}`, `${name};${name}`, '*']);
}

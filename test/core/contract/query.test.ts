/** Parsing query strings into canonical queries, and the order of failures. */

import { describe, expect, it } from 'vitest';
import { checkRecordQuery, decodePairs, formatQuery, parseQuery } from '../../../src/core/contract/query.ts';
import { orRefusal } from '../../support/refused.ts';
import { listingOf, queryOf, RANGE_FILTERS, refusalOf, summaryOf } from '../../support/vocabulary.ts';

const DETECTORS = ['H1', 'H2', 'L1', 'V1'];
const CATALOGS = ['GWTC-2', 'GWTC-1', 'a.b_c-d'];
const RECORD_FORMATS = ['api', 'json'];
const FORMATS = [...RECORD_FORMATS, 'csv'];

describe('valid queries', () => {
  it.each<[string, string, [string, unknown][], number, number]>([
    ['strain-files', '', [], 20, 1],
    ['strain-files', 'page=2&detector=H1&format=api', [['detector', 'H1']], 20, 2],
    ['strain-files', 'format=json&pagesize=1001&page=003', [], 1000, 3],
    ['strain-files', 'pagesize=20&page=1', [], 20, 1],
    [
      'strain-files',
      'stop=2.0&start=-1&sample-rate=16',
      [
        ['sample-rate', '16'],
        ['start', -1],
        ['stop', 2],
      ],
      20,
      1,
    ],
    [
      'strain-files',
      'start=5&stop=5',
      [
        ['start', 5],
        ['stop', 5],
      ],
      20,
      1,
    ],
    ['strain-files', 'start=0', [['start', 0]], 20, 1],
    ['event-versions', 'release=GWTC-2,GWTC-1,GWTC-2', [['release', ['GWTC-1', 'GWTC-2']]], 20, 1],
    ['event-versions', 'release=GWTC-2%2CGWTC-1', [['release', ['GWTC-1', 'GWTC-2']]], 20, 1],
    ['event-versions', 'lastver', [['lastver', true]], 20, 1],
    ['event-versions', 'lastver=', [['lastver', true]], 20, 1],
    ['event-versions', 'lastver=False&include-default-parameters=0', [], 20, 1],
    ['event-versions', 'name-contains=', [], 20, 1],
    ['event-versions', 'name-contains=GW%20+A%2B', [['name-contains', 'gw  a+']], 20, 1],
    ['event-versions', 'name-contains=a=b', [['name-contains', 'a=b']], 20, 1],
    ['event-versions', 'name-contains=a?b', [['name-contains', 'a?b']], 20, 1],
    ['event-versions', 'name-contains=%C3%89', [['name-contains', 'É']], 20, 1],
    ['event-versions', 'name%2Dcontains=x', [['name-contains', 'x']], 20, 1],
    ['event-versions', 'page%73ize=5', [], 5, 1],
    [
      'event-versions',
      'min-far=1e-7&max-far=0',
      [
        ['max-far', 0],
        ['min-far', 1e-7],
      ],
      20,
      1,
    ],
    [
      'event-versions',
      'min-gps-time=1&max-mass-1-source=%2B2',
      [
        ['max-mass-1-source', 2],
        ['min-gps-time', 1],
      ],
      20,
      1,
    ],
    ['default-parameters', 'pagesize=3&page=2', [], 3, 2],
  ])('%s?%s', (listing, text, filters, pageSize, page) => {
    expect(summaryOf(listing, text)).toStrictEqual([filters, pageSize, page]);
    expect(queryOf(listing, text).listing.path).toBe(listing);
  });
});

describe('unknown parameters are ignored', () => {
  it.each<[string, string]>([
    ['strain-files', 'page_size=100'],
    ['strain-files', 'Detector=X&PAGE=0&pageSize=0'],
    ['strain-files', 'a=1&a=2&a'],
    ['strain-files', '&&=&=x&'],
    ['strain-files', 'x=%zz'],
    ['strain-files', '%zz=1&%=2&%FF'],
    ['strain-files', '%zz=1&page%zz=0'],
    ['strain-files', '__proto__=1&constructor=2&hasOwnProperty=3&toString'],
    ['strain-files', 'min-far=x&max-nothing=1&release=x&lastver=x'],
    ['event-versions', 'detector=X&start=x&stop=1&start=1&sample-rate=8'],
    ['event-versions', 'minimum=1&MIN-far=x&xmin-far=x& min-far=x'],
    ['default-parameters', 'detector=X&min-foo=1&release='],
    ['catalogs/{}/events', 'release=nothing&release='],
    ['runs', 'name-contains=&detector=X&start=x'],
    ['event-versions/{}/strain-files', 'start=x&stop=x&min-foo=1'],
    ['timelines/{}/segments', 'detector=X'],
  ])('%s?%s', (listing, text) => {
    expect(summaryOf(listing, text)).toStrictEqual([[], 20, 1]);
  });
});

describe('refusals', () => {
  const must = (name: string, expected: string) => `The value of "${name}" must be ${expected}.`;
  const gps = 'whole GPS seconds, within 2^53 - 1';
  const list = 'a comma-separated list of allowed values';
  const booleans = { allowed: ['true', 'false'] };

  it.each<[string, string, string, string, object]>([
    ['strain-files', 'detector=X1', 'detector', must('detector', 'one of H1, H2, L1, V1'), { allowed: DETECTORS }],
    ['strain-files', 'detector=', 'detector', must('detector', 'one of H1, H2, L1, V1'), { allowed: DETECTORS }],
    ['strain-files', 'detector', 'detector', must('detector', 'one of H1, H2, L1, V1'), { allowed: DETECTORS }],
    ['strain-files', 'sample-rate=8', 'sample-rate', must('sample-rate', 'one of 4, 16'), { allowed: ['4', '16'] }],
    [
      'event-versions/{}/strain-files',
      'file-format=h5',
      'file-format',
      must('file-format', 'one of hdf, hdf5, gwf, txt'),
      { allowed: ['hdf', 'hdf5', 'gwf', 'txt'] },
    ],
    [
      'event-versions/{}/strain-files',
      'duration=',
      'duration',
      must('duration', 'one of 32, 4096'),
      { allowed: ['32', '4096'] },
    ],
    [
      'events/{}/strain-files',
      'detector=X',
      'detector',
      must('detector', 'one of H1, H2, L1, V1'),
      { allowed: DETECTORS },
    ],
    ['timelines/{}/segments', 'start=1.5', 'start', must('start', gps), {}],
    [
      'runs/{}/timelines/{}/segments',
      'start=2&stop=1',
      'start',
      'The value of "start" must not exceed the value of "stop".',
      {},
    ],
    ['catalogs/{}/events', 'max-foo=1', 'max-foo', 'There is no parameter "max-foo".', { allowed: RANGE_FILTERS }],
    ['strain-files', 'start=', 'start', must('start', gps), {}],
    ['strain-files', 'stop=1.5', 'stop', must('stop', gps), {}],
    ['strain-files', 'pagesize=0', 'pagesize', must('pagesize', 'a whole number from 1 to 1000'), {}],
    ['strain-files', 'pagesize', 'pagesize', must('pagesize', 'a whole number from 1 to 1000'), {}],
    ['strain-files', 'start=2&stop=1', 'start', 'The value of "start" must not exceed the value of "stop".', {}],
    ['event-versions', 'release=', 'release', must('release', list), { allowed: CATALOGS }],
    ['event-versions', 'release=GWTC-1,', 'release', must('release', list), { allowed: CATALOGS }],
    ['event-versions', 'lastver=2', 'lastver', must('lastver', 'true or false'), booleans],
    ['event-versions', 'min-far=', 'min-far', must('min-far', 'a finite decimal number'), {}],
    ['event-versions', 'min-foo=1', 'min-foo', 'There is no parameter "min-foo".', { allowed: RANGE_FILTERS }],
    ['event-versions', 'max-', 'max-', 'There is no parameter "max-".', { allowed: RANGE_FILTERS }],
    [
      'event-versions',
      'min-chi_eff=1',
      'min-chi_eff',
      'There is no parameter "min-chi_eff".',
      { allowed: RANGE_FILTERS },
    ],
    [
      'event-versions',
      'min-foo=%zz&min-foo=2',
      'min-foo',
      'There is no parameter "min-foo".',
      { allowed: RANGE_FILTERS },
    ],
    ['event-versions', 'lastver=1&lastver=0', 'lastver', 'The parameter "lastver" is given more than once.', booleans],
    ['event-versions', 'min-far=1&min-far=1', 'min-far', 'The parameter "min-far" is given more than once.', {}],
    [
      'event-versions',
      'format=api&format=api',
      'format',
      'The parameter "format" is given more than once.',
      { allowed: FORMATS },
    ],
    ['event-versions', 'page=1&p%61ge=1', 'page', 'The parameter "page" is given more than once.', {}],
    ['event-versions', 'pagesize&pagesize', 'pagesize', 'The parameter "pagesize" is given more than once.', {}],
    [
      'event-versions',
      'format=%zz',
      'format',
      'The value of "format" is not valid percent-encoded UTF-8.',
      { allowed: FORMATS },
    ],
    ['event-versions', 'pagesize=%FF', 'pagesize', 'The value of "pagesize" is not valid percent-encoded UTF-8.', {}],
    ['event-versions', 'page=%', 'page', 'The value of "page" is not valid percent-encoded UTF-8.', {}],
    [
      'event-versions',
      'lastver=%C0%AF',
      'lastver',
      'The value of "lastver" is not valid percent-encoded UTF-8.',
      booleans,
    ],
  ])('%s?%s', (listing, text, parameter, detail, more) => {
    expect(refusalOf(listing, text)).toStrictEqual({ status: 400, body: { detail, parameter, ...more } });
  });

  it('says name-contains may have at most 100 characters', () => {
    const parameter = 'name-contains';
    expect(refusalOf('event-versions', `name-contains=${'x'.repeat(101)}`)).toStrictEqual({
      status: 400,
      body: { detail: must(parameter, 'at most 100 characters'), parameter },
    });
  });

  it.each(['page=0', 'page=', 'page=x', 'page=１', 'page=1.0', 'page'])('%s: 404 "Invalid page."', (text) => {
    expect(refusalOf('strain-files', text)).toStrictEqual({ status: 404, body: { detail: 'Invalid page.' } });
  });

  it.each(['format=', 'format', 'format=html', 'format=API', 'format=api,json'])('%s: 404 "Not found."', (text) => {
    expect(refusalOf('strain-files', text)).toStrictEqual({ status: 404, body: { detail: 'Not found.' } });
  });
});

describe('records and the root: only format has a meaning', () => {
  it.each(['', 'format=api', 'format=json', 'page=0&pagesize=x&page=1&start=%zz', 'min-foo=1', '%zz=1'])(
    '%s',
    (text) => {
      expect(orRefusal(() => checkRecordQuery(decodePairs(text)))).toBeUndefined();
    },
  );

  it.each([
    ['format=html', { status: 404, body: { detail: 'Not found.' } }],
    ['format', { status: 404, body: { detail: 'Not found.' } }],
    [
      'format=x&format=api',
      {
        status: 400,
        body: {
          detail: 'The parameter "format" is given more than once.',
          parameter: 'format',
          allowed: RECORD_FORMATS,
        },
      },
    ],
    [
      'format=%zz',
      {
        status: 400,
        body: {
          detail: 'The value of "format" is not valid percent-encoded UTF-8.',
          parameter: 'format',
          allowed: RECORD_FORMATS,
        },
      },
    ],
  ])('%s is refused', (text, refusal) => {
    expect(orRefusal(() => checkRecordQuery(decodePairs(text)))).toStrictEqual(refusal);
  });
});

it('a format other than JSON is part of the canonical text', () => {
  expect(formatQuery(queryOf('runs', 'format=csv&page=2&pagesize=020'))).toBe('format=csv&page=2');
  expect(formatQuery(queryOf('runs', 'format=json&page=1'))).toBe('');
});

it('CSV without page and page size is a query of its own: all entries', () => {
  expect(queryOf('runs', 'format=csv').pageSize).toBe(10_000);
  expect(formatQuery(queryOf('runs', 'format=csv'))).toBe('format=csv');
  expect(queryOf('runs', 'format=csv&page=1').pageSize).toBe(20);
  expect(formatQuery(queryOf('runs', 'format=csv&page=1'))).toBe('format=csv&page=1');
  expect(formatQuery(queryOf('runs', 'format=csv&pagesize=20'))).toBe('format=csv&page=1');
  expect(formatQuery(queryOf('runs', 'format=csv&pagesize=5000'))).toBe('format=csv&page=1&pagesize=1000');
});

it('bugs are thrown, not turned into refusals', () => {
  const listing = listingOf('strain-files');
  const filter = listing.filters.get('detector');
  const fault = () => {
    throw new TypeError('a fault');
  };
  const broken = { ...listing, filters: new Map([['detector', { ...filter, match: fault }]]) } as typeof listing;
  expect(() => parseQuery(broken, [], 'detector=H1')).toThrow(new TypeError('a fault'));
});

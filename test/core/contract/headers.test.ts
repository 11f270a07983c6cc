/** Headers: names and values; conditional requests and content codings. */

import { describe, expect, it } from 'vitest';
import * as headers from '../../../src/core/contract/headers.ts';
import { NOT_FOUND, UNAVAILABLE } from '../../../src/core/contract/refusals.ts';

const CACHE = { listings: { maxAge: 1, staleWhileRevalidate: 2 }, errors: { maxAge: 3 } };
const COMMON = {
  allow: 'GET, HEAD, OPTIONS',
  vary: 'Accept',
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'ETag',
};
const LISTING = 'public, max-age=1, stale-while-revalidate=2';

describe('each kind of response', () => {
  it.each<[string, object, object]>([
    [
      'success',
      headers.successHeaders(CACHE),
      { ...COMMON, 'content-type': 'application/json', 'cache-control': LISTING },
    ],
    [
      'home page',
      headers.successHeaders(CACHE, headers.HTML_TYPE),
      { ...COMMON, 'content-type': 'text/html; charset=utf-8', 'cache-control': LISTING },
    ],
    [
      'refusal',
      headers.errorHeaders(CACHE, NOT_FOUND.status),
      { ...COMMON, 'content-type': 'application/json', 'cache-control': 'public, max-age=3' },
    ],
    [
      'unavailable',
      headers.errorHeaders(CACHE, UNAVAILABLE.status),
      {
        ...COMMON,
        'content-type': 'application/json',
        'cache-control': 'no-store',
        'retry-after': '10',
      },
    ],
    [
      'success of a request handler',
      headers.handlerHeaders(headers.successHeaders(CACHE), 'abc'),
      {
        ...COMMON,
        'content-type': 'application/json',
        'cache-control': LISTING,
        'access-control-expose-headers': 'ETag, Link, Stillwave-Ignored, Stillwave-Release',
        'stillwave-release': 'abc',
      },
    ],
    [
      'refusal of a request handler without a usable release',
      headers.handlerHeaders(headers.errorHeaders(CACHE, NOT_FOUND.status), undefined),
      {
        ...COMMON,
        'content-type': 'application/json',
        'cache-control': 'public, max-age=3',
        'access-control-expose-headers': 'ETag, Link, Stillwave-Ignored, Stillwave-Release',
      },
    ],
    ['redirect', headers.redirectHeaders(CACHE), { ...COMMON, 'cache-control': LISTING }],
    [
      'preflight',
      headers.PREFLIGHT,
      {
        'access-control-allow-methods': 'GET, HEAD, OPTIONS',
        'access-control-allow-headers': '*',
        'access-control-max-age': '86400',
      },
    ],
  ])('%s', (_, actual, expected) => {
    expect(actual).toStrictEqual(expected);
  });

  it('are cached: by default listings 300 s and errors 10 s', () => {
    const preset = headers.DEFAULT_CACHE_LIFETIMES;
    expect(headers.listingCacheControl(preset)).toBe('public, max-age=300, stale-while-revalidate=86400');
    expect(headers.errorCacheControl(preset)).toBe('public, max-age=10');
  });
});

describe('content codings', () => {
  it('vary by Accept-Encoding', () => {
    expect(headers.varyByCoding({ vary: 'Accept', x: '1' })).toStrictEqual({ vary: 'Accept, Accept-Encoding', x: '1' });
  });
});

describe('ETag: strong, from the first 128 bits of the hash', () => {
  it('is quoted', () => {
    expect(headers.entityTag('0123456789abcdef'.repeat(4))).toBe('"0123456789abcdef0123456789abcdef"');
  });
});

describe('If-None-Match: lists, weak comparison, *', () => {
  it.each([
    ['"a"', '"a"', true],
    ['W/"a"', '"a"', true],
    ['"a"', 'W/"a"', true],
    ['*', '"a"', true],
    [' * ', '"a"', true],
    ['"x", "a"', '"a"', true],
    ['"x","a","y"', '"a"', true],
    ['W/"x" , W/"a"', '"a"', true],
    ['"x,a", "a"', '"a"', true],
    ['"a-gzip"', '"a-gzip"', true],
    ['"a-gzip"', '"a"', false],
    ['"a"', '"a-gzip"', false],
    ['"b"', '"a"', false],
    ['', '"a"', false],
    ['a', '"a"', false],
    ['"a', '"a"', false],
    ['"A"', '"a"', false],
    ['"*"', '"a"', false],
    ['*, "b"', '"a"', false],
    ['"x,"a"', '"a"', false],
    ['""', '""', true],
    ['"aW/b"', '"ab"', false],
  ])('%s against %s: %s', (ifNoneMatch, etag, out) => {
    expect(headers.matchesEntityTag(ifNoneMatch, etag)).toBe(out);
  });
});

/** Refusals: status and body. Clients match the messages of 404 and 405. */

import { expect, it } from 'vitest';
import * as refusals from '../../../src/core/contract/refusals.ts';

const bad = (parameter: string, detail: string, more = {}) => ({ status: 400, body: { detail, parameter, ...more } });

it.each<[string, unknown, unknown]>([
  ['unknown path', refusals.NOT_FOUND, { status: 404, body: { detail: 'Not found.' } }],
  ['page out of range', refusals.INVALID_PAGE, { status: 404, body: { detail: 'Invalid page.' } }],
  ['other method', refusals.methodNotAllowed('POST'), { status: 405, body: { detail: 'Method "POST" not allowed.' } }],
  [
    'site damaged',
    refusals.UNAVAILABLE,
    {
      status: 503,
      body: { detail: 'Part of the catalogue is unavailable. Try again.' },
    },
  ],
  ['value', refusals.invalidValue('a', 'b'), bad('a', 'The value of "a" must be b.')],
  ['finite value', refusals.invalidValue('a', 'b', ['c']), bad('a', 'The value of "a" must be b.', { allowed: ['c'] })],
  ['nothing allowed', refusals.invalidValue('a', 'b', []), bad('a', 'The value of "a" must be b.', { allowed: [] })],
  ['repeated', refusals.repeatedParameter('a'), bad('a', 'The parameter "a" is given more than once.')],
  ['encoding', refusals.malformedEncoding('a'), bad('a', 'The value of "a" is not valid percent-encoded UTF-8.')],
  [
    'unknown range',
    refusals.unknownRangeFilter('min-a', ['min-b']),
    bad('min-a', 'There is no parameter "min-a".', { allowed: ['min-b'] }),
  ],
  [
    'interval',
    refusals.reversedInterval('start', 'stop'),
    bad('start', 'The value of "start" must not exceed the value of "stop".'),
  ],
  [
    'method on a host of files',
    refusals.OTHER_METHOD_NOT_ALLOWED,
    { status: 405, body: { detail: 'This method is not allowed.' } },
  ],
])('%s', (_, actual, expected) => {
  expect(actual).toStrictEqual(expected);
  expect(JSON.stringify(actual)).toBe(JSON.stringify(expected));
});

it.each([
  ['a condition that does not hold', refusals.PRECONDITION_FAILED, 412],
  ['no such range', refusals.NO_SUCH_RANGE, 416],
  ['no file on a host of files', refusals.NOT_ENUMERATED, 400],
])('%s', (_, { status }, expected) => {
  expect(status).toBe(expected);
});

it('every refusal has a sentence, and names only the members of an error', () => {
  const all = Object.values(refusals).flatMap((one: unknown) => {
    if (typeof one === 'function') return [one('First', ['Second'], ['Third']) as refusals.Refusal];
    return typeof one === 'object' && one !== null && 'status' in one ? [one as refusals.Refusal] : [];
  });
  expect(all.length).toBeGreaterThan(15);
  for (const { status, body } of all) {
    expect(status).toBeGreaterThanOrEqual(400);
    expect(body.detail).toMatch(/^[A-Z].*[.?]$/);
    expect(['detail', 'parameter', 'allowed']).toEqual(expect.arrayContaining(Object.keys(body)));
  }
});

it('the methods are GET, HEAD and OPTIONS; a 503 may be retried after 10 s', () => {
  expect(refusals.ALLOWED_METHODS).toEqual(['GET', 'HEAD', 'OPTIONS']);
  expect(refusals.RETRY_AFTER_S).toBe(10);
});

/** Generates queries of any listing, in mixed spellings, from the descriptions of its filters. */

import fc from 'fast-check';
import type { Kind } from '../../src/core/contract/codecs.ts';
import type { Listing } from '../../src/core/contract/collection.ts';
import type { Filter } from '../../src/core/contract/filters.ts';

const seconds = fc
  .tuple(fc.maxSafeInteger(), fc.constantFrom('', '.0', '.000'))
  .map(([value, zeros]) => `${value}${zeros}`);
const numbers = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  fc.constantFrom('0', '-0', '+1.50', '.5', '5.', '1E3'),
);

/** Made once, because fast-check takes half a second to prepare it. */
const texts = fc.string({ maxLength: 50, unit: 'binary' });

const upperOrLower = (text: string) => fc.constantFrom(text, text.toLowerCase(), text.toUpperCase());

/** Spellings of a filter's values. */
function spellings({ codec }: Filter): fc.Arbitrary<string> {
  const { allowed = [] } = codec;
  const kinds: { readonly [kind in Kind]: () => fc.Arbitrary<string> } = {
    'GPS second': () => seconds,
    number: () => numbers,
    integer: () => fc.integer({ min: 1, max: 2000 }).map(String),
    // Includes other letter cases, if the codec accepts them.
    enum: () =>
      fc.constantFrom(...allowed).chain((text) => upperOrLower(text).map((one) => (codec.parse(one) ? one : text))),
    list: () => fc.array(fc.constantFrom(...allowed), { minLength: 1, maxLength: 5 }).map(String),
    flag: () => fc.constantFrom('', 'true', 'True', '1', '0', 'false', 'False'),
    text: () => texts,
  };
  return kinds[codec.kind]();
}

type Pairs = Readonly<Record<string, string>>;

/** Puts the ends of an interval in order. */
function ordered(pairs: Pairs, { collection: { interval } }: Listing): Pairs {
  if (!interval) return pairs;
  const [first, last] = interval.map(({ name }) => name) as [string, string];
  const [start, stop] = [pairs[first], pairs[last]];
  if (start === undefined || stop === undefined || Number(start) <= Number(stop)) return pairs;
  return { ...pairs, [first]: stop, [last]: start };
}

/** Any valid query of a listing, as pairs of names and decoded values. */
export function queryPairs(listing: Listing): fc.Arbitrary<Pairs> {
  const filters = Array.from(listing.filters, ([name, filter]) => [name, spellings(filter)] as const);
  const all = fc.record(
    {
      ...Object.fromEntries(filters),
      pagesize: fc.integer({ min: 1, max: 2000 }).map(String),
      page: fc.integer({ min: 1, max: 99 }).map((page) => `0${page}`),
      format: fc.constantFrom('api', 'json'),
    },
    { requiredKeys: [] },
  );
  return all.map((pairs) => ordered(pairs as Pairs, listing));
}

export const textOf = (pairs: readonly (readonly [string, string])[]): string =>
  pairs.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');

/** Ids for each parent in a listing's path, of safe characters and `@`. */
export const parentIds = ({ parentNames }: Listing): fc.Arbitrary<string[]> =>
  fc.array(fc.stringMatching(/^[A-Za-z0-9._@-]{1,12}$/), {
    minLength: parentNames.length,
    maxLength: parentNames.length,
  });

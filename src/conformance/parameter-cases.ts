/** Cases of the parameters that every table has: values, repetition, the order of failures, decoding. */

import { allParameters, MAX_PAGE_SIZE } from '../contract/listings.ts';
import { API_ROOT } from '../contract/paths.ts';
import { INVALID_PAGE, malformedEncoding, NOT_FOUND, repeatedParameter } from '../contract/refusals.ts';
import type { ListingName } from '../contract/wire.ts';
import { type Case, type Expectation, type Need, testCase } from './case.ts';
import { isPage, isRefusal, sameAs } from './expect.ts';
import { parameterOf, refusedValue } from './expect-entries.ts';
import type { World } from './world.ts';

/** Texts that are no value of a parameter; those of the range filters are in the cases of the event versions. */
const BAD_VALUES: Readonly<Record<string, readonly string[]>> = {
  start: ['', 'x', '1.5', '9007199254740992'],
  stop: ['', 'x', '1.', '-9007199254740992'],
  detector: ['', '-', 'all', 'h1', '_', '..'],
  'sample-rate': ['', '8', '04', '4.0', 'all'],
  release: ['', '-', 'all', '_', '..'],
  lastver: ['TRUE', '2', 'yes', 'last', 'all'],
  'include-default-parameters': ['TRUE', '2', 'parameters', 'bare'],
  pagesize: ['', '0', '000', '-1', '1.0', 'x'],
};

/** For every listing: the table's parameters, one by one. */
export function parameterCases({ listings, otherPageSize }: World, name: ListingName): Case[] {
  const listing = listings[name];
  const path = `${API_ROOT}/${name}`;
  const refusal = (target: string, expectation: Expectation, needs: readonly Need[] = []) =>
    testCase(`${name}?${target}`, `${path}?${target}`, expectation, { needs });
  const badValues = Object.entries(BAD_VALUES).filter(([parameter]) =>
    allParameters(listing).some((known) => known.name === parameter),
  );
  const hasFolder = (parameter: string) => parameter === 'pagesize' || parameterOf(listing, parameter).segment;
  return [
    ...badValues.flatMap(([parameter, texts]) =>
      texts.map((text) =>
        refusal(`${parameter}=${text}`, refusedValue(listing, parameter), hasFolder(parameter) ? [] : ['any-query']),
      ),
    ),
    ...allParameters(listing).map(({ name: parameter, codec }) =>
      refusal(
        `${parameter}=1&x&${parameter}=1`,
        isRefusal(repeatedParameter(parameter, codec.allowed)),
        listing.rangeFilters.includes(parameter) ? ['repeated-range'] : [],
      ),
    ),
    ...['0', '', 'x', '-1', '1.0', '1e0', '999999999', '9'.repeat(300)].map((text) =>
      refusal(`page=${text}`, isRefusal(INVALID_PAGE)),
    ),
    ...['', 'xml', 'JSON', 'api,json'].map((text) => refusal(`format=${text}`, isRefusal(NOT_FOUND))),
    refusal('page=01', sameAs(path)),
    refusal('pagesize=020', sameAs(path)),
    refusal(`pagesize=${MAX_PAGE_SIZE + 1}`, sameAs(`${path}?pagesize=${MAX_PAGE_SIZE}`), ['any-query']),
    refusal('pagesize=7', isPage(listing, { pageSize: 7 }), ['any-query']),
    // The order of failures: repeated, format, page size, filters, page.
    refusal('page=1&page=1&format=xml', isRefusal(repeatedParameter('page'))),
    refusal('format=xml&pagesize=0', isRefusal(NOT_FOUND)),
    refusal('page=0&pagesize=0', refusedValue(listing, 'pagesize')),
    ...badValues.flatMap(([parameter]) =>
      parameter === 'pagesize' || !hasFolder(parameter)
        ? []
        : [
            refusal(`${parameter}=-&pagesize=0`, refusedValue(listing, 'pagesize')),
            refusal(`${parameter}=-&page=0`, refusedValue(listing, parameter)),
          ],
    ),
    // Names and values that are not quite a parameter's.
    refusal('Page=2&page_=2&xpage=2&page%5B%5D=2', sameAs(path), ['decoding']),
    refusal('Page=2&page_=2&xpage=2&constructor&__proto__=1', sameAs(path)),
    // Decoding.
    refusal('page=%31', sameAs(path), ['decoding']),
    refusal('p%61ge=1&format=%61pi', sameAs(path), ['decoding']),
    refusal('x=%zz&y=%', sameAs(path), ['decoding']),
    refusal('pagesize=+20', refusedValue(listing, 'pagesize'), ['decoding']),
    refusal('pagesize=%zz', isRefusal(malformedEncoding('pagesize')), ['decoding']),
    ...(otherPageSize === null
      ? []
      : [refusal(`pagesize=${otherPageSize}&page=1`, isPage(listing, { pageSize: otherPageSize }))]),
  ];
}

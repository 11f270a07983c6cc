/** Cases for one listing, derived from its definition: what each query selects, in which order, and where its links lead. */

import type { Listing } from '../core/contract/collection.ts';
import { DEFAULT_PAGE_SIZE } from '../core/contract/parameters.ts';
import { queryUrl } from '../core/contract/paths.ts';
import { INVALID_PAGE } from '../core/contract/refusals.ts';
import type { Envelope } from '../core/contract/wire.ts';
import { bodyOf, type Case, testCase } from './case.ts';
import { type CatalogueSample, queryFor, type SampledListing } from './catalogue-sample.ts';
import { difference, isRefusal, sameAs } from './expect.ts';
import { isPage, textThatSelects } from './expect-page.ts';
import { intervalCases } from './interval-cases.ts';
import { linkCases } from './link-cases.ts';
import { parameterCases } from './parameter-cases.ts';
import { parentCases, unknownParentCases } from './parent-cases.ts';

const spell = (texts: Readonly<Record<string, string>>): string =>
  Object.entries(texts)
    .map(([name, text]) => `${name}=${text}`)
    .join('&');

/** Every value of every finite filter; for a flag, the one that is not the default. */
function valueCases(sampled: SampledListing): Case[] {
  const { listing, path } = sampled;
  return [...listing.filters.values()].flatMap(({ name, codec }) => {
    const texts = codec.kind === 'flag' ? ['true'] : (codec.allowed ?? []);
    return texts.map((text) =>
      testCase(
        `${listing.path}.${name}.${text}`,
        `${path}?${name}=${text}`,
        isPage(queryFor(sampled, { [name]: text })),
      ),
    );
  });
}

/** A filter with several values selects entries with any of them. */
function countCases({ listing, path }: SampledListing): Case[] {
  const chosen = [...listing.filters.values()].filter(({ codec }) => codec.kind === 'enum' && codec.allowed);
  return chosen.map(({ name, codec }) => {
    const canonical = (codec.allowed ?? []).flatMap((text) => {
      const value = codec.parse(text);
      return value === undefined ? [] : [codec.format(value)];
    });
    return testCase(`${listing.path}.counts.${name}`, path, async (answer, { get }) => {
      const countOf = async (text: string) =>
        bodyOf<Envelope<unknown>>(await get(`${path}?${name}=${text}`)).results_count;
      const counts = await Promise.all([...new Set(canonical)].map(countOf));
      const total = counts.reduce((sum, count) => sum + count, 0);
      return difference(`sum of ${name}`, total, bodyOf<Envelope<unknown>>(answer).results_count);
    });
  });
}

/** A value of each finite filter that selects the entry. */
function textsThatSelect(entry: unknown, { collection, filters }: Listing): Record<string, string> {
  const finite = [...filters.values()].filter(({ codec }) => codec.allowed);
  return Object.fromEntries(
    finite.flatMap((filter) => {
      const text = filter.codec.kind === 'flag' ? 'true' : textThatSelects(entry, filter, collection);
      return text === undefined ? [] : [[filter.name, text]];
    }),
  );
}

/** Filters with infinitely many values that a member shows, with the value of one entry. */
function infiniteCases(sampled: SampledListing): Case[] {
  const { listing, path, first } = sampled;
  const [entry] = first.results;
  if (entry === undefined) return [];
  return [...listing.filters.values()].flatMap((filter) => {
    const text = filter.codec.allowed ? undefined : textThatSelects(entry, filter, listing.collection);
    if (text === undefined) return [];
    const query = queryFor(sampled, { [filter.name]: text });
    const id = `${listing.path}.${filter.name}.of-entry`;
    return [
      testCase(
        id,
        `${path}?${filter.name}=${text}`,
        isPage(query, (count) => count > 0),
      ),
    ];
  });
}

/** All finite filters at once, with values of one entry, in canonical order and in another. */
function combinedCases(sampled: SampledListing, { otherPageSize }: CatalogueSample): Case[] {
  const { listing, path, first } = sampled;
  const [entry] = first.results;
  const texts = entry === undefined ? {} : textsThatSelect(entry, listing);
  const names = Object.keys(texts);
  const backwards = spell(Object.fromEntries(Object.entries(texts).reverse()));
  return [
    testCase(
      `${listing.path}.any-order`,
      `${path}?page=1&x=y&${backwards}&&format=json&pagesize=${DEFAULT_PAGE_SIZE}`,
      isPage(queryFor(sampled, texts)),
    ),
    ...(names.length > 1
      ? [testCase(`${listing.path}.all-filters`, `${path}?${spell(texts)}`, isPage(queryFor(sampled, texts)))]
      : []),
    ...(otherPageSize === null
      ? []
      : [
          testCase(
            `${listing.path}.pagesize`,
            `${path}?pagesize=${otherPageSize}${names.length === 0 ? '' : `&${spell(texts)}`}`,
            isPage(queryFor(sampled, texts, { pageSize: otherPageSize })),
          ),
        ]),
  ];
}

function pageCases(sampled: SampledListing): Case[] {
  const { listing, path, first } = sampled;
  const last = queryFor(sampled, {}, { page: first.num_pages });
  return [
    testCase(listing.path, path, isPage(queryFor(sampled))),
    testCase(`${listing.path}.slash`, `${path}/`, sameAs(path)),
    testCase(`${listing.path}.slash.query`, `${path}/?page=1`, sameAs(path)),
    ...(first.num_pages > 1 ? [testCase(`${listing.path}.last-page`, queryUrl(last), isPage(last))] : []),
    testCase(
      `${listing.path}.after-last-page`,
      `${path}?page=${Math.max(first.num_pages, 1) + 1}`,
      isRefusal(INVALID_PAGE),
    ),
  ];
}

/** The cases of every listing. */
export function listingCases(sample: CatalogueSample): Case[] {
  const listings = sample.collections.flatMap((collection) => collection.listings);
  return listings.flatMap((listing) => {
    const sampled = sample.listings.get(listing.path);
    if (!sampled) return unknownParentCases(listing);
    return [
      ...pageCases(sampled),
      ...valueCases(sampled),
      ...infiniteCases(sampled),
      ...countCases(sampled),
      ...combinedCases(sampled, sample),
      ...intervalCases(sampled),
      ...parameterCases(sampled, sample),
      ...parentCases(sampled, sample),
      ...unknownParentCases(listing),
      ...linkCases(sampled, sample),
    ];
  });
}

/** Cases for one listing, derived from its definition: the entries that each query and interval selects, their order, and link targets. */

import type { Filter, Listing } from '../core/contract/collection.ts';
import { DEFAULT_PAGE_SIZE } from '../core/contract/parameters.ts';
import { queryUrl } from '../core/contract/paths.ts';
import { INVALID_PAGE, reversedInterval } from '../core/contract/refusals.ts';
import type { Envelope } from '../core/contract/wire.ts';
import { bodyOf, type Case, type CaseContext, testCase } from './case.ts';
import { type CatalogueSample, queryFor, type SampledListing } from './catalogue-sample.ts';
import { allOf, difference, hasJson, isRefusal, isUnrecorded, sameAs } from './expect.ts';
import {
  askAbout,
  hasOtherValues,
  intervalOf,
  isPage,
  selectCase,
  spellQuery,
  textThatSelects,
} from './expect-page.ts';
import { linkCases } from './link-cases.ts';
import { parameterCases } from './parameter-cases.ts';
import { parentCases, unknownParentCases } from './parent-cases.ts';

/** Cases for every value of every finite filter; for a flag, only the value that is not the default. */
function valueCases(sampled: SampledListing): Case[] {
  return [...sampled.listing.filters.values()].flatMap(({ name, codec }) => {
    const texts = codec.kind === 'flag' ? ['true'] : (codec.allowed ?? []);
    return texts.map((text) => selectCase(sampled, `.${name}.${text}`, { [name]: text }));
  });
}

/** The number of a listing's entries that no value of a filter selects. */
async function countUnselected(sampled: SampledListing, filter: Filter, get: CaseContext['get']): Promise<number> {
  const { collection } = sampled.listing;
  if (!hasOtherValues(filter, collection)) return 0;
  let count = 0;
  for (let page = 1; page <= sampled.first.num_pages; page++) {
    const { results } = bodyOf<Envelope<unknown>>(await get(queryUrl(queryFor(sampled, {}, { page }))));
    count += results.filter((entry) => textThatSelects(entry, filter, collection) === undefined).length;
  }
  return count;
}

/**
 * Cases that check, for each finite filter, that the counts for all its values add up to the number of entries with one of these values.
 */
function countCases(sampled: SampledListing): Case[] {
  const { listing, path } = sampled;
  const chosen = [...listing.filters.values()].filter(({ codec }) => codec.kind === 'enum' && codec.allowed);
  return chosen.map((filter) => {
    const { name, codec } = filter;
    const canonical = (codec.allowed ?? []).flatMap((text) => {
      const value = codec.parse(text);
      return value === undefined ? [] : [codec.format(value)];
    });
    return testCase(`${listing.path}.counts.${name}`, path, async (answer, { get }) => {
      const countOf = async (text: string) =>
        bodyOf<Envelope<unknown>>(await get(`${path}?${name}=${text}`)).results_count;
      const counts = await Promise.all([...new Set(canonical)].map(countOf));
      const total = counts.reduce((sum, count) => sum + count, 0);
      const selected = bodyOf<Envelope<unknown>>(answer).results_count - (await countUnselected(sampled, filter, get));
      return difference(`sum of ${name}`, total, selected);
    });
  });
}

/** For each filter with finitely many values, a value that selects the entry. */
function textsThatSelect(entry: unknown, { collection, filters }: Listing): Record<string, string> {
  const finite = [...filters.values()].filter(({ codec }) => codec.allowed);
  return Object.fromEntries(
    finite.flatMap((filter) => {
      const text = filter.codec.kind === 'flag' ? 'true' : textThatSelects(entry, filter, collection);
      return text === undefined ? [] : [[filter.name, text]];
    }),
  );
}

/**
 * Cases for filters that have infinitely many values. The value comes from the first entry; there is no case if the entry does not have the
 * value.
 */
function infiniteCases(sampled: SampledListing): Case[] {
  const { listing, first } = sampled;
  const [entry] = first.results;
  if (entry === undefined) return [];
  return [...listing.filters.values()].flatMap((filter) => {
    const text = filter.codec.allowed ? undefined : textThatSelects(entry, filter, listing.collection);
    if (text === undefined) return [];
    return [selectCase(sampled, `.${filter.name}.of-entry`, { [filter.name]: text }, (count) => count > 0)];
  });
}

/** Cases for all finite filters at once, with values from one entry, in canonical order and in a different order. */
function combinedCases(sampled: SampledListing, { otherPageSize }: CatalogueSample): Case[] {
  const { listing, first } = sampled;
  const ask = askAbout(sampled);
  const [entry] = first.results;
  const texts = entry === undefined ? {} : textsThatSelect(entry, listing);
  const backwards = spellQuery(Object.fromEntries(Object.entries(texts).reverse()));
  const anyOrder = `?page=1&x=y&${backwards}&&format=json&pagesize=${DEFAULT_PAGE_SIZE}`;
  const cases = [ask('.any-order', anyOrder, isPage(queryFor(sampled, texts)))];
  if (Object.keys(texts).length > 1) cases.push(selectCase(sampled, '.all-filters', texts));
  if (otherPageSize !== null) {
    const query = spellQuery({ pagesize: String(otherPageSize), ...texts });
    cases.push(ask('.pagesize', `?${query}`, isPage(queryFor(sampled, texts, { pageSize: otherPageSize }))));
  }
  return cases;
}

function pageCases(sampled: SampledListing): Case[] {
  const { listing, path, first } = sampled;
  const ask = askAbout(sampled);
  const last = queryFor(sampled, {}, { page: first.num_pages });
  return [
    ask('', '', isPage(queryFor(sampled))),
    ask('.slash', '/', sameAs(path)),
    ask('.slash.query', '/?page=1', sameAs(path)),
    ...(first.num_pages > 1 ? [testCase(`${listing.path}.last-page`, queryUrl(last), isPage(last))] : []),
    ask('.after-last-page', `?page=${Math.max(first.num_pages, 1) + 1}`, isRefusal(INVALID_PAGE)),
  ];
}

/** The cases for every listing. */
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

function intervalCases(sampled: SampledListing): Case[] {
  const { listing, path, first } = sampled;
  const [start, stop] = (listing.collection.interval ?? []).map(({ name }) => name);
  if (start === undefined || stop === undefined) return [];
  const ask = askAbout(sampled);
  const between = (from: number, to: number) => ({ [start]: String(from), [stop]: String(to) });
  const [entry] = first.results;
  const [from, to] = entry === undefined ? [0, 1] : intervalOf(entry, listing.collection);
  const isThere = (count: number): boolean => entry === undefined || count > 0;
  const isRefused = isRefusal(reversedInterval(start, stop));
  return [
    selectCase(sampled, '.interval', between(from, to), isThere),
    selectCase(sampled, '.interval.start', { [start]: String(from) }, isThere),
    selectCase(sampled, '.interval.stop', { [stop]: String(to) }, isThere),
    selectCase(sampled, '.interval.start-is-stop', between(from, from)),
    listing.collection.isInterval
      ? ask('.interval.unrecorded', `?${spellQuery(between(1, 2))}`, isUnrecorded)
      : selectCase(sampled, '.interval.empty', between(1, 2), 0),
    ask(
      '.interval.decimals',
      `?${start}=${from}.0&${stop}=${to}.00`,
      sameAs(`${path}?${spellQuery(between(from, to))}`),
    ),
    ask('.interval.reversed', `?${spellQuery(between(to + 1, to))}`, isRefused),
    ask('.interval.reversed.page', `?${spellQuery(between(2, 1))}&page=0`, isRefused),
    ...(listing.collection.isInterval && to - from > 2 ? [clippedCase(sampled, between(from + 1, to - 1))] : []),
  ];
}

/** Segments are clipped to the requested interval, which is inside the first segment. */
function clippedCase(sampled: SampledListing, inner: Readonly<Record<string, string>>): Case {
  const [start, stop] = Object.values(inner).map(Number);
  const isClipped = hasJson<Envelope<unknown>>(({ results }) =>
    difference('clipped segments', results, [{ start, stop }]),
  );
  const expectation = allOf(isPage(queryFor(sampled, inner), 1), isClipped);
  return askAbout(sampled)('.interval.clipped', `?${spellQuery(inner)}`, expectation);
}

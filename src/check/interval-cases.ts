/** Cases for the two filters of an interval. */

import type { Listing } from '../core/contract/collection.ts';
import { reversedInterval } from '../core/contract/refusals.ts';
import { type Case, testCase } from './case.ts';
import { queryFor, type SampledListing } from './catalogue-sample.ts';
import { expectationsOf } from './collections/registry.ts';
import { isRefusal, sameAs } from './expect.ts';
import { isPage } from './expect-page.ts';

const namesOf = ({ collection }: Listing): readonly string[] => collection.interval?.map(({ name }) => name) ?? [];

export function intervalCases(sampled: SampledListing): Case[] {
  const { listing, path, first } = sampled;
  const [start, stop] = namesOf(listing);
  if (start === undefined || stop === undefined) return [];
  const expectations = expectationsOf(listing.collection);
  const [entry] = first.results;
  const [from, to] = (entry === undefined ? undefined : expectations.intervalOf?.(entry)) ?? [0, 1];
  const within = { [start]: String(from), [stop]: String(to) };
  const spelled = `${path}?${start}=${from}&${stop}=${to}`;
  const isThere = (count: number): boolean => entry === undefined || count > 0;
  const refused = isRefusal(reversedInterval(start, stop));
  return [
    testCase(`${listing.path}.interval`, spelled, isPage(queryFor(sampled, within), isThere)),
    testCase(
      `${listing.path}.interval.start`,
      `${path}?${start}=${from}`,
      isPage(queryFor(sampled, { [start]: String(from) }), isThere),
    ),
    testCase(
      `${listing.path}.interval.stop`,
      `${path}?${stop}=${to}`,
      isPage(queryFor(sampled, { [stop]: String(to) }), isThere),
    ),
    testCase(
      `${listing.path}.interval.start-is-stop`,
      `${path}?${start}=${from}&${stop}=${from}`,
      isPage(queryFor(sampled, { [start]: String(from), [stop]: String(from) })),
    ),
    testCase(`${listing.path}.interval.decimals`, `${path}?${start}=${from}.0&${stop}=${to}.00`, sameAs(spelled)),
    testCase(
      `${listing.path}.interval.empty`,
      `${path}?${start}=1&${stop}=2`,
      isPage(queryFor(sampled, { [start]: '1', [stop]: '2' }), 0),
    ),
    testCase(`${listing.path}.interval.reversed`, `${path}?${start}=${to + 1}&${stop}=${to}`, refused),
    testCase(`${listing.path}.interval.reversed.page`, `${path}?${start}=2&${stop}=1&page=0`, refused),
  ];
}

/** Cases for the two filters of an interval. */

import type { Listing } from '../core/contract/collection.ts';
import { reversedInterval } from '../core/contract/refusals.ts';
import type { Envelope } from '../core/contract/wire.ts';
import { type Case, type Expectation, testCase } from './case.ts';
import { queryFor, type SampledListing } from './catalogue-sample.ts';
import { allOf, difference, hasJson, isRefusal, sameAs } from './expect.ts';
import { intervalOf, isPage } from './expect-page.ts';

const namesOf = ({ collection }: Listing): readonly string[] => collection.interval?.map(({ name }) => name) ?? [];

export function intervalCases(sampled: SampledListing): Case[] {
  const { listing, path, first } = sampled;
  const [start, stop] = namesOf(listing);
  if (start === undefined || stop === undefined) return [];
  const [entry] = first.results;
  const [from, to] = entry === undefined ? [0, 1] : intervalOf(entry, listing.collection);
  const within = { [start]: String(from), [stop]: String(to) };
  const spelled = `${path}?${start}=${from}&${stop}=${to}`;
  const isThere = (count: number): boolean => entry === undefined || count > 0;
  const refused = isRefusal(reversedInterval(start, stop));
  const inner = { [start]: String(from + 1), [stop]: String(to - 1) };
  const isClipped: Expectation = hasJson<Envelope<unknown>>(({ results }) =>
    difference('clipped segments', results, [{ start: from + 1, stop: to - 1 }]),
  );
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
    ...(listing.collection.isInterval && to - from > 2
      ? [
          testCase(
            `${listing.path}.interval.clipped`,
            `${path}?${start}=${from + 1}&${stop}=${to - 1}`,
            allOf(isPage(queryFor(sampled, inner), 1), isClipped),
          ),
        ]
      : []),
    testCase(
      `${listing.path}.interval.empty`,
      `${path}?${start}=1&${stop}=2`,
      isPage(queryFor(sampled, { [start]: '1', [stop]: '2' }), 0),
    ),
    testCase(`${listing.path}.interval.reversed`, `${path}?${start}=${to + 1}&${stop}=${to}`, refused),
    testCase(`${listing.path}.interval.reversed.page`, `${path}?${start}=2&${stop}=1&page=0`, refused),
  ];
}

/** Cases for the two filters of an interval. */

import { reversedInterval } from '../core/contract/refusals.ts';
import type { Envelope } from '../core/contract/wire.ts';
import type { Case } from './case.ts';
import { queryFor, type SampledListing } from './catalogue-sample.ts';
import { allOf, difference, hasJson, isRefusal, sameAs } from './expect.ts';
import { askAbout, intervalOf, isPage, selectCase, spellQuery } from './expect-page.ts';

export function intervalCases(sampled: SampledListing): Case[] {
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
    selectCase(sampled, '.interval.empty', between(1, 2), 0),
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

/** Segments are clipped to the requested interval, which is inside the first one. */
function clippedCase(sampled: SampledListing, inner: Readonly<Record<string, string>>): Case {
  const [start, stop] = Object.values(inner).map(Number);
  const isClipped = hasJson<Envelope<unknown>>(({ results }) =>
    difference('clipped segments', results, [{ start, stop }]),
  );
  const expectation = allOf(isPage(queryFor(sampled, inner), 1), isClipped);
  return askAbout(sampled)('.interval.clipped', `?${spellQuery(inner)}`, expectation);
}

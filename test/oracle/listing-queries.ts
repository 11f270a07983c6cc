/** Queries of listings: filters intended to be valid, page sizes and pages. In: the listing. Out: the pairs of the query. */

import { type CatalogueSample, countKey } from './catalogue-sample.ts';
import { add, type Pairs } from './faults.ts';
import { invalidValue } from './invalid-values.ts';
import type { Random } from './random.ts';
import type { ListingTarget } from './targets.ts';
import * as values from './values.ts';

export function listingPairs(random: Random, sample: CatalogueSample, target: ListingTarget): Pairs {
  const pairs: Pairs = [];
  const count = filters(random, sample, target, pairs);
  paging(random, sample, pairs, count);
  return pairs;
}

/** Adds filters. Out: the number of matching records, if known. */
function filters(random: Random, sample: CatalogueSample, target: ListingTarget, pairs: Pairs): number | undefined {
  const path = target.segments.join('/');
  switch (target.listing) {
    case 'strain-files':
      return strainFilters(random, sample, path, pairs);
    case 'event-versions':
    case 'catalog-events':
      return eventFilters(random, sample, target, pairs);
    case 'event-strain-files':
      for (const name of values.filtersOf(target.listing, sample)) {
        if (random.chance(0.35)) add(random, pairs, name, values.validValue(random, sample, name));
      }
      return pairs.length === 0 ? 24 : undefined;
    case 'segments':
      return segmentFilters(random, sample, target, pairs);
    case 'default-parameters':
      return path === 'default-parameters' ? sample.rangeNames.length : sample.counts.get(countKey(path));
  }
}

function strainFilters(random: Random, sample: CatalogueSample, path: string, pairs: Pairs): number | undefined {
  const detector = random.chance(0.4) ? values.validValue(random, sample, 'detector') : '';
  const rate = random.chance(0.4) ? values.validValue(random, sample, 'sample-rate') : '';
  if (detector !== '') add(random, pairs, 'detector', detector);
  if (rate !== '') add(random, pairs, 'sample-rate', rate);
  if (random.chance(0.45)) return sample.counts.get(countKey(path, detector, rate));

  let start = values.gpsBorder(random, sample);
  let stop = random.chance(0.3) ? start : values.gpsBorder(random, sample);
  if (random.chance(0.4)) stop = Math.min(start + random.integer(0, 400_000), Number.MAX_SAFE_INTEGER);
  if (start > stop) [start, stop] = [stop, start];
  addInterval(random, pairs, start, stop);
  return undefined;
}

function segmentFilters(
  random: Random,
  sample: CatalogueSample,
  target: ListingTarget,
  pairs: Pairs,
): number | undefined {
  if (random.chance(0.2)) return sample.counts.get(countKey(target.segments.join('/')));
  const [start, stop] = values.segmentInterval(random, sample, target.flag ?? '');
  addInterval(random, pairs, start, stop);
  return undefined;
}

function addInterval(random: Random, pairs: Pairs, start: number, stop: number): void {
  const which = random.pick(['both', 'both', 'start', 'stop']);
  if (which !== 'stop') add(random, pairs, 'start', values.gpsText(random, start));
  if (which !== 'start') add(random, pairs, 'stop', values.gpsText(random, stop));
}

function eventFilters(
  random: Random,
  sample: CatalogueSample,
  target: ListingTarget,
  pairs: Pairs,
): number | undefined {
  const isBound = target.listing === 'catalog-events';
  const release = !isBound && random.chance(0.35) ? values.validValue(random, sample, 'release') : '';
  const last = random.chance(0.25) ? values.validValue(random, sample, 'lastver') : 'false';
  const isLast = !/^(false|False|0)$/.test(last);
  let count = sample.counts.get(countKey(target.segments.join('/'), release, isLast ? 'last' : ''));
  if (release !== '') add(random, pairs, 'release', release);
  // The path binds this filter, so it is ignored here, with any values.
  while (isBound && random.chance(0.3)) {
    const value = random.chance(0.5) ? values.validValue : invalidValue;
    add(random, pairs, 'release', value(random, sample, 'release'));
  }
  if (last !== 'false') add(random, pairs, 'lastver', last);
  const other = 'include-default-parameters';
  if (random.chance(0.25)) add(random, pairs, other, values.validValue(random, sample, other));
  if (random.chance(0.25)) {
    add(random, pairs, 'name-contains', values.validValue(random, sample, 'name-contains'));
    count = undefined;
  }
  const ranges = random.shuffled(sample.rangeNames).slice(0, random.pick([0, 0, 0, 1, 1, 2, 3]));
  if (ranges.length > 0) count = undefined;
  for (const range of ranges) {
    const which = random.pick(['both', 'min', 'max']);
    let [min, max] = [values.rangeValue(random, sample, range), values.rangeValue(random, sample, range)];
    if (min > max && random.chance(0.9)) [min, max] = [max, min];
    if (which !== 'max') add(random, pairs, `min-${range}`, values.numberText(random, min));
    if (which !== 'min') add(random, pairs, `max-${range}`, values.numberText(random, max));
  }
  return count;
}

/** `count`: number of matching records, if known; then pages near the last one are likely. */
function paging(random: Random, sample: CatalogueSample, pairs: Pairs, count: number | undefined): void {
  let size = '20';
  if (random.chance(0.6)) {
    size = values.validValue(random, sample, 'pagesize');
    add(random, pairs, 'pagesize', size);
  }
  if (random.chance(0.4)) return;
  if (count === undefined || random.chance(0.2)) {
    add(random, pairs, 'page', values.validValue(random, sample, 'page'));
    return;
  }
  const pages = Math.ceil(count / Math.min(Number(size), 1000));
  const page = random.pick([1, 2, pages - 1, pages, pages, random.integer(1, Math.max(pages, 1))]);
  const written = String(Math.max(page, 1));
  add(random, pairs, 'page', random.chance(0.1) ? `00${written}` : written);
}

/**
 * The strain view's address: which request its interval, detector and sample rate stand for. The request is the API's list of strain
 * files, so the address is what a client would ask for. Pure.
 */

import type { ListingPath } from '../../collections/registry.ts';
import { gpsSecond } from '../../contract/codecs.ts';
import { PAGE, PAGE_SIZE } from '../../contract/parameters.ts';
import { parametersOf, pathOf, withParameters } from '../address.ts';
import type { Interval } from './coverage.ts';

/** Filters of the list. A test compares them with the collection's; constants there would make the bundles of request handlers larger. */
export const FILTERS = { start: 'start', stop: 'stop', detector: 'detector', sampleRate: 'sample-rate' } as const;

/** Path of the list of bulk strain files. */
export const STRAIN_FILES = 'strain-files' satisfies ListingPath;

/** An end of an interval; null where the address does not say it, or not so that it could be read. */
const endIn = (target: string, name: string): number | null =>
  gpsSecond.parse(parametersOf(target).get(name) ?? '') ?? null;

/** The interval in an address, with the ends that it lacks taken from another one. */
export function intervalIn(target: string, otherwise: Interval): Interval {
  const start = endIn(target, FILTERS.start) ?? otherwise.start;
  const stop = endIn(target, FILTERS.stop) ?? otherwise.stop;
  // An end outside the other interval alone: what is left of it is nothing, and a drawing needs a length.
  return start < stop ? { start, stop } : { start, stop: start + 1 };
}

/** The list of strain files that a view's address stands for. Timelines have no interval of their own, so it is the one shown. */
export function filesTarget(target: string, shown: Interval): string {
  return pathOf(target).endsWith(STRAIN_FILES) ? target : withInterval(STRAIN_FILES, shown);
}

/** The same list for another interval. */
export function withInterval(target: string, { start, stop }: Interval): string {
  const list = pathOf(target).endsWith(STRAIN_FILES) ? target : STRAIN_FILES;
  return withParameters(list, {
    [FILTERS.start]: gpsSecond.format(start),
    [FILTERS.stop]: gpsSecond.format(stop),
    [PAGE.name]: null,
    [PAGE_SIZE.name]: null,
  });
}

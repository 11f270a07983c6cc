/** The strain view's address: interval, detector and sample rate as a request for the API's list of strain files. */

import type { ListingPath } from '../../core/collections/registry.ts';
import { gpsSecond } from '../../core/contract/codecs.ts';
import { parametersOf, pathOf, withParameters } from '../address/address.ts';
import type { Interval } from './interval.ts';

/**
 * Filters of the list. A test compares these with the collection's filters, because sharing constants would make the bundles for request
 * handlers larger.
 */
export const FILTERS = { start: 'start', stop: 'stop', detector: 'detector', sampleRate: 'sample-rate' } as const;

/** Path of the list of bulk strain files. */
export const STRAIN_FILES = 'strain-files' satisfies ListingPath;

/** One end of an interval; null if it is missing from the address or invalid. */
const endIn = (target: string, name: string): number | null =>
  gpsSecond.parse(parametersOf(target).get(name) ?? '') ?? null;

/** The interval in an address; missing ends are taken from `otherwise`. */
export function intervalIn(target: string, otherwise: Interval): Interval {
  const start = endIn(target, FILTERS.start) ?? otherwise.start;
  const stop = endIn(target, FILTERS.stop) ?? otherwise.stop;
  if (start < stop) return { start, stop };
  // If only one end is given, it may lie outside `otherwise`. The interval would then be empty, but a drawing needs a non-zero length.
  return endIn(target, FILTERS.start) === null ? { start: stop - 1, stop } : { start, stop: start + 1 };
}

/** The list of strain files for a view's address. Timeline addresses have no interval parameters, so the list gets the interval shown. */
export const filesTarget = (target: string, shown: Interval): string =>
  pathOf(target).endsWith(STRAIN_FILES) ? target : filesWithin(shown);

/**
 * The list of all strain files in an interval, with the detector and sample rate of another list. The lists of a run, a dataset or an event
 * would leave out the files that the timeline shows outside their own time.
 */
export function filesWithin({ start, stop }: Interval, other = ''): string {
  const asked = parametersOf(other);
  return withParameters(STRAIN_FILES, {
    [FILTERS.detector]: asked.get(FILTERS.detector),
    [FILTERS.sampleRate]: asked.get(FILTERS.sampleRate),
    [FILTERS.start]: gpsSecond.format(start),
    [FILTERS.stop]: gpsSecond.format(stop),
  });
}

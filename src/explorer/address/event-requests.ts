/** Requests for event versions: the names of their parameters, and the requests that several views make. */

import type { ListingPath } from '../../core/collections/registry.ts';
import { nameRangeFilter } from '../../core/contract/parameter-forms.ts';
import { type Address, withParameters } from './address.ts';

/** The request for all event versions. */
export const ALL_PATH = 'event-versions' satisfies ListingPath;

/** The list of events from all catalogs. */
export const HOME: Address = { target: ALL_PATH, settings: {} };

/** Chooses the catalogs. All other filters hide events. */
export const RELEASE = 'release';
export const LAST_VERSION = 'lastver';
export const NAME_PART = 'name-contains';
/** Adds values to the entries; the entries remain the same. */
export const WITH_VALUES = 'include-default-parameters';
/** The time, whose range filters are `min-gps-time` and `max-gps-time`. */
export const TIME_NAME = 'gps-time';
/** The range filters for the two ends of a time. */
export const TIME_RANGE = { start: nameRangeFilter('min', TIME_NAME), stop: nameRangeFilter('max', TIME_NAME) };

/** The request for all event versions with their values. Rows are made from its response once per release. */
export const ALL_TARGET = `${ALL_PATH}?${WITH_VALUES}=true`;

/** The request for the event versions of a catalog. */
export const catalogTarget = (name: string): string => withParameters(ALL_PATH, { [RELEASE]: name });

/** Restricts a request for events to a time, in GPS seconds. */
export const duringTarget = (target: string, { start, stop }: { start: number; stop: number }): string =>
  withParameters(target, { [TIME_RANGE.start]: String(start), [TIME_RANGE.stop]: String(stop) });

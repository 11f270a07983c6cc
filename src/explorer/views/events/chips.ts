/**
 * The active filters, each as a chip that removes the filter. This list is the only notion of active filters: their number, their names in titles
 * and files, and what clearing removes follow from it.
 */

import { type Address, parametersOf, withParameters, withSettings } from '../../address/address.ts';
import { LAST_VERSION, NAME_PART } from '../../address/event-requests.ts';
import { NO_MASSES, NO_TYPE } from '../../event-data/binaries.ts';
import { endText } from '../../event-data/range-ends.ts';
import { STRAIN_FROM } from '../../event-data/row-settings.ts';
import { numberText, shortUtc } from '../../text/format.ts';
import { NOT_LISTED } from '../../text/not-listed.ts';
import type { EventsState } from './lists.ts';
import type { RangeFilter } from './offer.ts';
import { asksForLastVersions, findRun, hasRange, withoutRange } from './request.ts';

export interface Chip {
  /** The names of quantities, which may have subscripts. */
  readonly names: string;
  /** The text after the names. */
  readonly text: string;
  readonly remove: (now: Address) => Address;
}

export const chipText = ({ names, text }: Chip): string => names + text;

/** An address without the active filters. */
export const clearAll = (chips: readonly Chip[], address: Address): Address =>
  chips.reduce((now, { remove }) => remove(now), address);

/** `≥ 50`, `20 to 50`, `> 20 and ≤ 50`. */
function rangeText(low: number | null, high: number | null, show: (value: number) => string): string {
  const ends = [
    ...(low === null ? [] : [endText('min', low, show)]),
    ...(high === null ? [] : [endText('max', high, show)]),
  ];
  const areIncluded = ends.length === 2 && ends.every((end) => /^[≥≤]/.test(end));
  return areIncluded ? ends.map((end) => end.slice(2)).join(' to ') : ends.join(' and ');
}

function rangeChip(range: RangeFilter, { address: { target }, settings, lists }: EventsState): Chip {
  const { quantity, min, max } = range;
  const given = parametersOf(target);
  const isTime = quantity.kind === 'time';
  const isUtc = isTime && settings.time === null;
  const [low = null, high = null] = [min, max].map(({ name }) => {
    const value = given.has(name) ? Number(given.get(name)) : null;
    // In UTC, times are to the second, as in the fields: a range that ends with a second has all of it.
    return value !== null && isUtc ? Math.floor(value) : value;
  });
  const run = isTime ? findRun(lists.runs, range, target) : undefined;
  const unit = quantity.unit && !isTime ? ` ${quantity.unit}` : '';
  const orMissing = settings.missing?.includes(quantity.name) ? ` or ${NOT_LISTED}` : '';
  const text = rangeText(low, high, isUtc ? shortUtc : isTime ? String : numberText);
  return {
    ...(run ? { names: '', text: `Run ${run.name}` } : { names: quantity.title, text: ` ${text}${unit}${orMissing}` }),
    remove: (now) => withoutRange(now, range),
  };
}

/** The filters of a request, except the choice of catalogs. */
function listParameterChips(state: EventsState): readonly Chip[] {
  const { target } = state.address;
  const part = state.offer.filters.has(NAME_PART) && parametersOf(target).get(NAME_PART);
  const drop = (name: string) => (now: Address) => ({ ...now, target: withParameters(now.target, { [name]: null }) });
  return [
    ...(part ? [{ names: '', text: `Name: ${part}`, remove: drop(NAME_PART) }] : []),
    ...state.offer.ranges.filter((range) => hasRange(target, range)).map((range) => rangeChip(range, state)),
    ...(asksForLastVersions(target) ? [{ names: '', text: 'Last versions', remove: drop(LAST_VERSION) }] : []),
  ];
}

/** The settings that hide events. */
function listSettingChips({ settings }: EventsState): readonly Chip[] {
  const { detectors, only } = settings;
  const types = settings.types ?? [];
  const names = types.map((type) => (type === NO_TYPE ? NO_MASSES : type));
  const drop = (name: string) => (now: Address) => withSettings(now, { [name]: null });
  const exactly = only === 'these' ? 'exactly ' : '';
  const dropDetectors = (now: Address) => withSettings(now, { detectors: null, ...(exactly && { only: null }) });
  return [
    ...(types.length > 0 ? [{ names: '', text: names.join(' or '), remove: drop('types') }] : []),
    ...(detectors?.length
      ? [{ names: '', text: `${STRAIN_FROM} ${exactly}${detectors.join(' ')}`, remove: dropDetectors }]
      : []),
    ...(only === 'one' ? [{ names: '', text: `${STRAIN_FROM} one detector`, remove: drop('only') }] : []),
  ];
}

/** The active filters. The request on the page of a catalog or run belongs to the page, so only settings are filters there. */
export const listChips = (state: EventsState): readonly Chip[] => [
  ...(state.page === null ? listParameterChips(state) : []),
  ...listSettingChips(state),
];

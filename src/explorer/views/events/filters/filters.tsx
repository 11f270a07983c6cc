/**
 * The filter panel: types, detectors, run, a range for each quantity, and the name. Rarely used filters are folded. All filters are stored in the
 * address. In wide windows the panel is a column beside the plot; in narrow ones it fills the window.
 */

import { useEffect, useRef } from 'preact/hooks';
import { parametersOf } from '../../../address/address.ts';
import { NAME_PART } from '../../../address/event-requests.ts';
import { changeSettings } from '../../../address/navigate.ts';
import { useNavigate } from '../../../client/context.ts';
import { FREQUENT } from '../../../event-data/quantities.ts';
import { readEnd, readTimeEnd, typedEnd } from '../../../event-data/range-ends.ts';
import { countEvents } from '../../../event-data/rows.ts';
import { countText, numberText, utcText } from '../../../text/format.ts';
import { Fold } from '../../../widgets/fold.tsx';
import { TimeChoice } from '../../../widgets/time-choice.tsx';
import { clearAll, listChips } from '../chips.ts';
import type { EventsState } from '../lists.ts';
import type { RangeFilter } from '../offer.ts';
import { hasRange } from '../request.ts';
import { MissingFilter } from './missing-filter.tsx';
import { DetectorFilter, NameFilter, RunFilter } from './other-filters.tsx';
import { type EndFormat, Range } from './range-filter.tsx';
import { TypeButtons } from './type-filter.tsx';

const NUMBERS: EndFormat = {
  // Also says that `> 50` may be typed.
  placeholders: ['≥ or >', '≤ or <'],
  short: (value) => numberText(Number(value.toPrecision(3))),
  show: (value, bound) => typedEnd(bound, value),
  read: (text, bound) => readEnd(bound, text),
  expected: 'a number, such as 35.6, 1e-3 or > 35.6',
};

/** Times in the address are in GPS seconds, but are shown in UTC. */
const UTC_TIMES: EndFormat = {
  placeholders: ['YYYY-MM', 'YYYY-MM'],
  short: (gps) => utcText(gps).slice(0, 4),
  show: (value) => (/^\d+(\.\d*)?$/.test(value) ? utcText(Number(value)) : value),
  read: (text, bound) => readTimeEnd(bound, text),
  expected: 'a time in UTC, such as 2019-04-01 15:00 or 2019-04',
};

const GPS_TIMES: EndFormat = {
  ...NUMBERS,
  short: (gps) => String(Math.round(gps)),
  expected: 'a time in GPS seconds, such as 1126259462',
};

/** The title of the panel, and what ends filtering. */
function PanelHead(state: EventsState) {
  const navigate = useNavigate();
  const chips = listChips(state);
  return (
    <div class="panel-title">
      <h2>Filters</h2>
      {chips.length > 0 && (
        <>
          <span class="unit">{chips.length} set</span>
          <button type="button" class="as-link" onClick={() => navigate((now) => clearAll(chips, now))}>
            Clear all
          </button>
        </>
      )}
      <button
        type="button"
        class="quiet"
        aria-label="Close the filters"
        onClick={() => changeSettings(navigate, { filters: null })}
      >
        ×
      </button>
    </div>
  );
}

/** Leads back to the plot and the table where the panel fills the window. Counts the events live. */
function ShowButton({ lists }: Pick<EventsState, 'lists'>) {
  const navigate = useNavigate();
  const count = countEvents(lists.rows);
  const isEmpty = lists.isLoaded && count === 0;
  return (
    <p class="panel-foot">
      <button
        type="button"
        class="primary"
        disabled={isEmpty}
        onClick={() => changeSettings(navigate, { filters: null })}
      >
        {isEmpty ? 'No events' : lists.isLoaded ? `Show ${countText(count, 'event')}` : 'Show events'}
      </button>
    </p>
  );
}

/** Moves the focus into a panel that fills the window, and back to the button that opened it. */
function useOwnFocus() {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const button = () => document.querySelector<HTMLElement>('.filters-button');
    if (button()?.checkVisibility() === false) panel.current?.focus();
    return () => {
      // In the next frame, when the button is in sight again.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) button()?.focus();
      });
    };
  }, []);
  return panel;
}

/** The ranges: of time, those that are frequent, and the others. While the rows are loading, every filter keeps its place. */
function listRanges({ address, offer, lists }: EventsState) {
  const hasValues = ({ quantity }: RangeFilter) =>
    !lists.isLoaded || lists.unfiltered.some((row) => quantity.read(row) !== undefined);
  const ranges = offer.ranges.filter((range) => hasRange(address.target, range) || hasValues(range));
  const time = ranges.filter(({ quantity }) => quantity.kind === 'time');
  const frequent = ranges.filter(({ quantity }) => FREQUENT.includes(quantity.name));
  // Other catalogues may have none of the frequent parameters.
  const first = [...time, ...(frequent.length > 0 ? frequent : ranges.filter((range) => !time.includes(range)))];
  return { first, others: ranges.filter((one) => !first.includes(one)) };
}

export default function FilterPanel(state: EventsState) {
  const { address, offer, settings, lists } = state;
  const panel = useOwnFocus();
  const { unfiltered, rows } = lists;
  const given = parametersOf(address.target);
  const { first, others } = listRanges(state);
  const isSet = (range: RangeFilter) => hasRange(address.target, range);
  const draw = (range: RangeFilter) => (
    <Range
      key={range.min.name}
      {...{ range, unfiltered, rows, given }}
      format={range.quantity.kind !== 'time' ? NUMBERS : settings.time === null ? UTC_TIMES : GPS_TIMES}
    >
      {range.quantity.kind === 'time' && <TimeChoice isUtc={settings.time === null} />}
      {isSet(range) && <MissingFilter {...state} range={range} />}
    </Range>
  );
  return (
    <div class="filter-panel" ref={panel} tabIndex={-1}>
      <PanelHead {...state} />
      {offer.hasMasses && (
        <fieldset class="chips row">
          <legend>
            Type <span class="unit">by mass; chips combine</span>
          </legend>
          <TypeButtons {...state} />
        </fieldset>
      )}
      <DetectorFilter {...state} />
      <RunFilter {...state} />
      {first.map(draw)}
      {offer.filters.has(NAME_PART) && <NameFilter {...state} />}
      {others.length > 0 && (
        <Fold class="more" title={countText(others.length, 'more parameter')} isInUse={others.some(isSet)}>
          {others.map(draw)}
        </Fold>
      )}
      <ShowButton lists={lists} />
    </div>
  );
}

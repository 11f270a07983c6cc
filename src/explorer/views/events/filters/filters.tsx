/**
 * The filter panel: types, detectors, run, a range for each quantity, and the name. Rarely used filters are folded. All filters are stored in the
 * address. In wide windows the panel is a column beside the plot; in narrow ones it fills the window.
 */

import { useEffect, useRef } from 'preact/hooks';
import { parametersOf } from '../../../address/address.ts';
import { changeSettings } from '../../../address/navigate.ts';
import { MASS_RATIO, type Quantity, TIME } from '../../../event-data/columns.ts';
import { countEvents, type EventRow } from '../../../event-data/rows.ts';
import { useNavigate } from '../../../host/context.ts';
import { countText, numberText, readTime, utcText } from '../../../text/format.ts';
import { Choice } from '../../../widgets/controls.tsx';
import { Fold } from '../../../widgets/fold.tsx';
import type { EventLists } from '../lists.ts';
import type { RangeFilter } from '../offer.ts';
import { isNarrowed, withoutFilters } from '../selection.ts';
import { listChips } from './chips.ts';
import type { FiltersProps } from './filter-bar.tsx';
import { MissingFilter } from './missing-filter.tsx';
import { type EndFormat, Range } from './range-filter.tsx';
import { DetectorFilter, NameFilter, RunFilter } from './toggles.tsx';
import { TypeButtons } from './type-filter.tsx';

const NUMBERS: EndFormat = {
  placeholders: ['min', 'max'],
  short: (value) => numberText(Number(value.toPrecision(3))),
  show: (value) => value,
  read: (text) => text.replace('−', '-'),
  expected: 'a number, such as 35.6 or 1e-3',
};

/** Times in the address are in GPS seconds, but are shown in UTC. */
const UTC_TIMES: EndFormat = {
  placeholders: ['YYYY-MM', 'YYYY-MM'],
  short: (gps) => utcText(gps).slice(0, 4),
  show: (value) => (/^\d+(\.\d*)?$/.test(value) ? utcText(Number(value)) : value),
  // Events have decimals, which decide whether the last event is in the range.
  read: (text) => (/^\d+\.\d+$/.test(text) ? text : readTime(text)?.toString()),
  expected: 'a time in UTC, such as 2019-04-01 15:00',
};

const GPS_TIMES: EndFormat = {
  ...NUMBERS,
  short: (gps) => String(Math.round(gps)),
  expected: 'a time in GPS seconds, such as 1126259462',
};

/** The quantities whose filters are not folded. */
const FREQUENT: readonly string[] = [
  ...['mass-1-source', 'mass-2-source', 'luminosity-distance', 'network-matched-filter-snr', 'far', 'p-astro'],
];

interface FilteredQuantity {
  readonly range: RangeFilter;
  readonly quantity: Quantity;
}

/** Until the rows are loaded. */
const NO_ROWS: Pick<EventLists, 'unfiltered' | 'rows'> = { unfiltered: [], rows: [] };

/** The title of the panel, and what ends filtering. */
function PanelHead({ address, offer, count }: Pick<FiltersProps, 'address' | 'offer'> & { readonly count: number }) {
  const navigate = useNavigate();
  return (
    <div class="panel-title">
      <h2>Filters</h2>
      {count > 0 && <span class="unit">{count} set</span>}
      {isNarrowed(address, offer.hiding) && (
        <button type="button" class="as-link" onClick={() => navigate((now) => withoutFilters(now, offer.hiding))}>
          Clear all
        </button>
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
function ShowButton({ lists }: Pick<FiltersProps, 'lists'>) {
  const navigate = useNavigate();
  const count = countEvents(lists?.rows ?? []);
  return (
    <p class="panel-foot">
      <button
        type="button"
        class="primary"
        disabled={count === 0}
        onClick={() => changeSettings(navigate, { filters: null })}
      >
        {count === 0 ? 'No events' : `Show ${countText(count, 'event')}`}
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

/** The quantities with a range filter: those that are frequent, and the others. While the rows are loading, every filter keeps its place. */
function listRanges({ address, offer: { filters, quantities } }: FiltersProps, unfiltered: readonly EventRow[]) {
  const given = parametersOf(address.target);
  const isSet = ({ range: { min, max } }: FilteredQuantity) => given.has(min.name) || given.has(max.name);
  const hasValues = ({ quantity }: FilteredQuantity) =>
    unfiltered.length === 0 || unfiltered.some((row) => quantity.read(row) !== undefined);
  const ranges = filters.ranges
    .flatMap((range): FilteredQuantity[] => {
      const quantity = quantities.find(({ name }) => name === range.name);
      return quantity === undefined ? [] : [{ range, quantity }];
    })
    .filter((one) => isSet(one) || hasValues(one));
  const isFrequent = ({ range }: FilteredQuantity) => FREQUENT.includes(range.name);
  // Other catalogues may have none of the frequent parameters.
  const first = ranges.some(isFrequent) ? ranges.filter(isFrequent) : ranges;
  return { given, isSet, first, others: ranges.filter((one) => !first.includes(one)) };
}

export default function FilterPanel(props: FiltersProps) {
  const { address, offer, settings, lists } = props;
  const navigate = useNavigate();
  const panel = useOwnFocus();
  const { unfiltered, rows } = lists ?? NO_ROWS;
  const isUtc = settings.time === null;
  const { given, isSet, first, others } = listRanges(props, unfiltered);
  const draw = ({ range, quantity }: FilteredQuantity) => (
    <Range
      key={range.name}
      {...{ range, quantity, unfiltered, rows, given }}
      format={quantity !== TIME ? NUMBERS : isUtc ? UTC_TIMES : GPS_TIMES}
    >
      {isSet({ range, quantity }) && <MissingFilter {...props} range={range} />}
    </Range>
  );
  const chips = listChips({ address, offer, settings, runs: lists?.runs ?? [] });
  return (
    <div class="filter-panel" ref={panel} tabIndex={-1}>
      <PanelHead {...{ address, offer }} count={chips.length} />
      {offer.quantities.includes(MASS_RATIO) && (
        <fieldset class="chips">
          <legend>
            Type <span class="unit">by mass; chips combine</span>
          </legend>
          <TypeButtons {...props} />
        </fieldset>
      )}
      <DetectorFilter {...props} />
      <RunFilter {...props} />
      {first.map(draw)}
      {offer.filters.text && <NameFilter {...props} />}
      {others.length > 0 && (
        <Fold kind="more" title={countText(others.length, 'more parameter')} isInUse={others.some(isSet)}>
          {others.map(draw)}
          <Choice
            label="Times as"
            isLabelShown
            options={['utc', 'gps']}
            titleOf={(form) => form.toUpperCase()}
            value={isUtc ? 'utc' : 'gps'}
            onChoose={(form) => changeSettings(navigate, { time: form === 'utc' ? null : form })}
          />
        </Fold>
      )}
      <ShowButton lists={lists} />
    </div>
  );
}

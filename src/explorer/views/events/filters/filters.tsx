/** The filter panel: name, detectors, run, and a range for each quantity. Rarely used filters are folded. All filters are stored in the address. */

import { useEffect, useRef, useState } from 'preact/hooks';
import type { RunEntry } from '../../../../core/contract/wire.ts';
import { parametersOf } from '../../../address/address.ts';
import { changeParameters, changeSettings, useSteps } from '../../../address/navigate.ts';
import { type Quantity, TIME } from '../../../event-data/columns.ts';
import { countEvents, type EventRow } from '../../../event-data/rows.ts';
import { useNavigate } from '../../../host/context.ts';
import { isWithinAnother } from '../../../strain-data/observing.ts';
import { countText, numberText, readTime, utcText } from '../../../text/format.ts';
import { CheckBox, Choice } from '../../../widgets/controls.tsx';
import { Fold } from '../../../widgets/fold.tsx';
import type { EventLists } from '../lists.ts';
import type { RangeFilter } from '../offer.ts';
import { passesSettings, runGiven } from '../selection.ts';
import type { FiltersProps } from './filter-bar.tsx';
import { type EndFormat, Range } from './range-filter.tsx';

const NUMBERS: EndFormat = {
  placeholders: ['min', 'max'],
  short: numberText,
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

/** Delay between the last keystroke and the text taking effect, in ms. */
const TYPING_MS = 250;

function NameFilter({ address, offer }: FiltersProps) {
  const name = offer.filters.text?.name ?? '';
  const value = parametersOf(address.target).get(name) ?? '';
  const [text, setText] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const step = useSteps(useNavigate());
  useEffect(() => setText(value), [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const type = (event: Event) => {
    const typed = (event.currentTarget as HTMLInputElement).value;
    setText(typed);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => changeParameters(step, { [name]: typed || null }), TYPING_MS);
  };
  return (
    <label class="text-filter">
      <span class="label">Name contains</span>
      <input type="search" value={text} onInput={type} placeholder="GW1509" autocomplete="off" />
    </label>
  );
}

/** The detectors that the events have data from. These are view settings, because the API has no such filter. */
function DetectorFilter({ lists, settings }: FiltersProps) {
  const navigate = useNavigate();
  const rows = lists?.unfiltered ?? [];
  const chosen = settings.detectors ?? [];
  const toggle = (name: string) => {
    const next = chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name].sort();
    changeSettings(navigate, { detectors: next.join(',') });
  };
  const single = countEvents(rows.filter((row) => passesSettings(row, { detectors: null, only: 'one' })));
  return (
    <fieldset class="toggles">
      <legend>Detectors</legend>
      <Choice
        label="How many of the detectors"
        options={['at least', 'exactly']}
        value={settings.only === 'these' ? 'exactly' : 'at least'}
        onChoose={(how) => changeSettings(navigate, { only: how === 'exactly' ? 'these' : null })}
      />
      {[...new Set(rows.flatMap(({ entry }) => entry.detectors))].sort().map((name) => (
        <button key={name} type="button" aria-pressed={chosen.includes(name)} onClick={() => toggle(name)}>
          {name}
        </button>
      ))}
      <CheckBox
        title={`one only (${single})`}
        isChecked={settings.only === 'one'}
        onChange={(isChecked) => changeSettings(navigate, { only: isChecked ? 'one' : null })}
      />
    </fieldset>
  );
}

/** Runs that contain any of the rows, except runs within other runs. */
const runsOf = (runs: readonly RunEntry[], rows: readonly EventRow[]): readonly RunEntry[] =>
  runs.filter(
    (run) =>
      rows.some(({ entry: { gps } }) => gps >= run.gps_start && gps < run.gps_end) && !isWithinAnother(run, runs),
  );

/** Filters by run, using the run's start and end as a time range. */
function RunFilter({ offer, lists, address }: FiltersProps) {
  const navigate = useNavigate();
  const { runs, unfiltered } = lists ?? { runs: [], unfiltered: [] };
  const range = offer.filters.ranges.find(({ name }) => name === TIME.name);
  if (range === undefined) return null;
  const shown = runGiven(runs, range, parametersOf(address.target));
  const choose = (run: RunEntry) =>
    changeParameters(
      navigate,
      run === shown ? { [range.min.name]: null, [range.max.name]: null } : range.format(run.gps_start, run.gps_end),
    );
  return (
    <fieldset class="toggles">
      <legend>Run</legend>
      {runsOf(runs, unfiltered).map((run) => (
        <button key={run.name} type="button" aria-pressed={run === shown} onClick={() => choose(run)}>
          {run.name}
        </button>
      ))}
    </fieldset>
  );
}

interface FilteredQuantity {
  readonly range: RangeFilter;
  readonly quantity: Quantity;
}

/** Until the rows are loaded. */
const NO_ROWS: Pick<EventLists, 'unfiltered' | 'rows'> = { unfiltered: [], rows: [] };

export function FilterPanel(props: FiltersProps) {
  const { address, offer, settings, lists } = props;
  const navigate = useNavigate();
  const { filters, quantities } = offer;
  const { unfiltered, rows } = lists ?? NO_ROWS;
  const isUtc = settings.time === null;
  const given = parametersOf(address.target);
  const isSet = ({ range: { min, max } }: FilteredQuantity) => given.has(min.name) || given.has(max.name);
  // While the rows are loading, every filter keeps its place.
  const hasValues = ({ quantity }: FilteredQuantity) =>
    unfiltered.length === 0 || unfiltered.some((row) => quantity.read(row) !== undefined);
  const ranges = filters.ranges
    .flatMap((range): FilteredQuantity[] => {
      const quantity = quantities.find(({ name }) => name === range.name);
      return quantity === undefined ? [] : [{ range, quantity }];
    })
    .filter((one) => isSet(one) || hasValues(one));
  const draw = ({ range, quantity }: FilteredQuantity) => (
    <Range
      key={range.name}
      {...{ range, quantity, unfiltered, rows, given }}
      format={quantity !== TIME ? NUMBERS : isUtc ? UTC_TIMES : GPS_TIMES}
    />
  );
  const isFrequent = ({ range }: FilteredQuantity) => FREQUENT.includes(range.name);
  // Other catalogues may have none of the frequent parameters.
  const first = ranges.some(isFrequent) ? ranges.filter(isFrequent) : ranges;
  const others = ranges.filter((one) => !first.includes(one));
  return (
    <div class="filter-panel">
      {filters.text && <NameFilter {...props} />}
      <DetectorFilter {...props} />
      <RunFilter {...props} />
      {first.map(draw)}
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
    </div>
  );
}

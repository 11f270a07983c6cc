/** The filters that are not ranges: name, detectors, run. */

import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { RunEntry } from '../../../../core/contract/wire.ts';
import { parametersOf } from '../../../address/address.ts';
import { NAME_PART } from '../../../address/event-requests.ts';
import { changeParameters, changeSettings, useSteps } from '../../../address/navigate.ts';
import { useNavigate } from '../../../client/context.ts';
import { STRAIN_FROM } from '../../../event-data/row-settings.ts';
import { countEvents, type EventRow } from '../../../event-data/rows.ts';
import { contains, spanOf } from '../../../strain-data/interval.ts';
import { isWithinAnother } from '../../../strain-data/observing.ts';
import { CheckBox, Choice } from '../../../widgets/controls.tsx';
import { type EventsState, rowsFor } from '../lists.ts';
import { findRun, formatRange } from '../request.ts';

/** Delay between the last keystroke and the text taking effect, in ms. */
const TYPING_MS = 250;

export function NameFilter({ address }: EventsState) {
  const value = parametersOf(address.target).get(NAME_PART) ?? '';
  const [text, setText] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const step = useSteps(useNavigate());
  // A later effect would overwrite what the user types meanwhile.
  useLayoutEffect(() => setText(value), [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const type = (event: Event) => {
    const typed = (event.currentTarget as HTMLInputElement).value;
    setText(typed);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => changeParameters(step, { [NAME_PART]: typed || null }), TYPING_MS);
  };
  return (
    <label class="text-filter">
      <span class="label">Name contains</span>
      <input type="search" value={text} onInput={type} placeholder="GW1509" autocomplete="off" />
    </label>
  );
}

/** The detectors whose strain is published for the events. These are view settings, because the API has no such filter. */
export function DetectorFilter(state: EventsState) {
  const { settings, lists } = state;
  const navigate = useNavigate();
  const rows = lists.unfiltered;
  const chosen = settings.detectors ?? [];
  const toggle = (name: string) => {
    const next = chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name].sort();
    changeSettings(navigate, { detectors: next.join(',') });
  };
  const single = countEvents(rows.filter(({ entry }) => entry.detectors.length === 1));
  const others = countEvents(rowsFor(state, { ...settings, detectors: null, only: 'one' }));
  return (
    <fieldset class="toggles row">
      <legend>{STRAIN_FROM}</legend>
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
        title={lists.isLoaded ? `one only (${single})` : 'one only'}
        isChecked={settings.only === 'one'}
        onChange={(isChecked) => changeSettings(navigate, { only: isChecked ? 'one' : null })}
      />
      {others < single && <small>{others} of these with the other filters</small>}
      {settings.only && <small>Detectors without published strain may have detected an event, too</small>}
    </fieldset>
  );
}

/** Runs that contain any of the rows, except runs within other runs. */
const runsOf = (runs: readonly RunEntry[], rows: readonly EventRow[]): readonly RunEntry[] =>
  runs.filter((run) => rows.some(({ entry }) => contains(spanOf(run), entry.gps)) && !isWithinAnother(run, runs));

/** Filters by run, using the run's start and end as a time range. */
export function RunFilter({ offer, lists, address }: EventsState) {
  const navigate = useNavigate();
  const { runs, unfiltered } = lists;
  const range = offer.ranges.find(({ quantity }) => quantity.kind === 'time');
  if (range === undefined) return null;
  const shown = findRun(runs, range, address.target);
  const choose = (run: RunEntry) =>
    changeParameters(
      navigate,
      run === shown
        ? { [range.min.name]: null, [range.max.name]: null }
        : formatRange(range, [run.gps_start, run.gps_end]),
    );
  return (
    <fieldset class="toggles row">
      <legend>Run</legend>
      {runsOf(runs, unfiltered).map((run) => (
        <button key={run.name} type="button" aria-pressed={run === shown} onClick={() => choose(run)}>
          {run.name}
        </button>
      ))}
    </fieldset>
  );
}

/** Buttons that add the events without a filtered value to the selection: `+ 10 events without p_astro`. */

import type { ComponentChildren } from 'preact';
import { type Address, parametersOf, withSettings } from '../../../address/address.ts';
import { useNavigate } from '../../../client/context.ts';
import { NO_TYPE } from '../../../event-data/binaries.ts';
import { limitIn } from '../../../event-data/quantities.ts';
import { countEvents } from '../../../event-data/rows.ts';
import { countText } from '../../../text/format.ts';
import { Name } from '../../../widgets/name.tsx';
import { type EventsState, rowsFor } from '../lists.ts';
import type { RangeFilter } from '../offer.ts';
import { setJoined, withoutRanges } from '../request.ts';

interface JoinProps {
  /** The number of events that the button adds, or has added. */
  readonly count: number;
  readonly isJoined: boolean;
  /** What these events lack. */
  readonly children: ComponentChildren;
  readonly toggle: (now: Address) => Address;
}

/** Renders nothing without such events. */
function JoinButton({ count, isJoined, children, toggle }: JoinProps) {
  const navigate = useNavigate();
  if (count === 0 && !isJoined) return null;
  return (
    <button type="button" class="chip joins" aria-pressed={isJoined} onClick={() => navigate(toggle)}>
      <span>
        + {countText(count, 'event')} without {children}
      </span>
      {isJoined && <span aria-hidden="true">×</span>}
    </button>
  );
}

/** The number of events whose value is a limit that a range leaves out because of its number: `> 0.99`, if the range begins above 0.99. */
function countLimits(range: RangeFilter, state: EventsState): number {
  const { target } = state.lists;
  const [min, max] = [range.min, range.max].map(({ name }) => Number(parametersOf(target).get(name) ?? Number.NaN));
  const without = rowsFor(state, state.settings, withoutRanges(target, [range])).filter((row) => {
    const value = range.quantity.read(row) ?? Number.NaN;
    return { '>': value < (min as number), '<': value > (max as number), '': false }[limitIn(row, range.quantity)];
  });
  return countEvents(without);
}

/** Beside a range: offers the events that pass all other filters but have no value for it, and says how many limits it leaves out. */
export function MissingFilter({ range, ...state }: EventsState & { readonly range: RangeFilter }) {
  const { page, settings, lists } = state;
  if (page !== null || !lists.isLoaded) return null;
  const { name, short, read } = range.quantity;
  const joined = settings.missing ?? [];
  const isJoined = joined.includes(name);
  const withMissing = rowsFor(state, { ...settings, missing: [...joined, name] });
  const count = countEvents(withMissing.filter((row) => read(row) === undefined));
  const limits = countLimits(range, state);
  return (
    <>
      <JoinButton {...{ count, isJoined }} toggle={(now) => setJoined(now, name, !isJoined)}>
        <Name text={short} />
      </JoinButton>
      {limits > 0 && <small>Limits count as their number: {countText(limits, 'event')} left out</small>}
    </>
  );
}

/** Offers the events that pass all other filters but have no type, once types are chosen. */
export function MissingTypes(state: EventsState) {
  const { settings, lists } = state;
  const types = (settings.types ?? []).filter((type) => type !== NO_TYPE);
  if (types.length === 0) return null;
  // Keeps the place, so that the plot does not move down when the events are loaded.
  if (!lists.isLoaded) return <span class="chip joins is-hidden">+ events without masses</span>;
  const isJoined = settings.types?.includes(NO_TYPE) === true;
  const count = countEvents(rowsFor(state, { ...settings, types: [NO_TYPE] }));
  const next = isJoined ? types : [...types, NO_TYPE];
  return (
    <JoinButton {...{ count, isJoined }} toggle={(now) => withSettings(now, { types: next.join() })}>
      masses
    </JoinButton>
  );
}

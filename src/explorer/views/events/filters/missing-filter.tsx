/** Buttons that add the events without a filtered value to the selection: `+ 10 events without p_astro`. */

import { useNavigate } from '../../../client/context.ts';
import { countEvents } from '../../../event-data/rows.ts';
import { countText } from '../../../text/format.ts';
import { Name } from '../../../widgets/name.tsx';
import { type EventsState, rowsFor } from '../lists.ts';
import type { RangeFilter } from '../offer.ts';
import { setJoined } from '../request.ts';

/** Offers the events that pass all other filters but have no value for one of the requested ranges. Renders nothing without such events. */
export function MissingFilter({ range, ...state }: EventsState & { readonly range: RangeFilter }) {
  const { page, settings, lists } = state;
  const navigate = useNavigate();
  if (page !== null || lists.all.length === 0) return null;
  const { name, short, read } = range.quantity;
  const joined = settings.missing ?? [];
  const isJoined = joined.includes(name);
  const withMissing = rowsFor(state, { ...settings, missing: [...joined, name] });
  const count = countEvents(withMissing.filter((row) => read(row) === undefined));
  if (count === 0 && !isJoined) return null;
  return (
    <button
      type="button"
      class="chip joins"
      aria-pressed={isJoined}
      onClick={() => navigate((now) => setJoined(now, name, !isJoined))}
    >
      <span>
        + {countText(count, 'event')} without <Name text={short} />
      </span>
      {isJoined && <span aria-hidden="true">×</span>}
    </button>
  );
}

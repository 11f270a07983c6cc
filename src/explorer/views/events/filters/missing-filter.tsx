/** Buttons that add the events without a filtered value to the selection: `+ 10 events without p_astro`. */

import { withSettings } from '../../../address/address.ts';
import { countEvents } from '../../../event-data/rows.ts';
import { useCore, useNavigate } from '../../../host/context.ts';
import { countText } from '../../../text/format.ts';
import { Name } from '../../../widgets/name.tsx';
import type { RangeFilter } from '../offer.ts';
import { passesSettings, rangesJoined, selectRows, withoutRanges } from '../selection.ts';
import type { FiltersProps } from './filter-bar.tsx';

interface MissingFilterProps extends FiltersProps {
  /** A range that the request has. */
  readonly range: RangeFilter;
}

/** The events that pass all other filters, but lack the value. Nothing if there are none. */
export function MissingFilter({ address, offer, settings, lists, range }: MissingFilterProps) {
  const { release } = useCore();
  const navigate = useNavigate();
  const quantity = offer.quantities.find(({ name }) => name === range.name);
  if (offer.isPart || quantity === undefined || lists === null) return null;
  const isJoined = settings.missing?.includes(range.name) ?? false;
  const others = withoutRanges(address.target, [range, ...rangesJoined(address.target, offer.filters, settings)]);
  const found = new Set(selectRows(others, offer.listing, release, lists.all));
  const lacking = lists.unfiltered.filter(
    (row) => found.has(row) && quantity.read(row) === undefined && passesSettings(row, settings),
  );
  const count = countEvents(lacking);
  if (count === 0 && !isJoined) return null;
  const toggle = () =>
    navigate((now) => {
      const before = (now.view.missing ?? '').split(',').filter((name) => name !== '' && name !== range.name);
      return withSettings(now, { missing: [...before, ...(isJoined ? [] : [range.name])].join(',') });
    });
  return (
    <button type="button" class="chip joins" aria-pressed={isJoined} onClick={toggle}>
      <span>
        + {countText(count, 'event')} without <Name text={quantity.short} />
      </span>
      {isJoined && <span aria-hidden="true">×</span>}
    </button>
  );
}

/**
 * A small histogram of one quantity, with a range selected by dragging: all rows in grey behind the selection, and limits as hollow bars.
 */

import { useMemo } from 'preact/hooks';
import { changeParameters } from '../../address/navigate.ts';
import { type Bins, countByBin, domainOf, drawBins, makeBins } from '../../charts/histogram.ts';
import { paint } from '../../charts/marks.ts';
import { Brush } from '../../charts/plot.tsx';
import { usePointing } from '../../charts/pointing.ts';
import { spread } from '../../charts/scale.ts';
import { useNavigate } from '../../client/context.ts';
import { limitIn, listValues, type Quantity, roundRange } from '../../event-data/quantities.ts';
import type { EventRow } from '../../event-data/rows.ts';
import { memo } from '../../widgets/memo.tsx';
import type { RangeFilter } from './offer.ts';
import { formatRange } from './request.ts';

const WIDTH = 240;
const HEIGHT = 34;
const BOUNDS = { width: WIDTH, left: 0, right: WIDTH, top: 0, bottom: HEIGHT };

export interface HistogramProps {
  /** The filter that the user sets by dragging. */
  readonly range: RangeFilter;
  /** All rows in the catalogs, unfiltered. */
  readonly unfiltered: readonly EventRow[];
  readonly rows: readonly EventRow[];
  /** Formats the ends below the histogram. If missing, the ends are not shown. */
  readonly short?: (value: number) => string;
}

function Bars({
  bins,
  values,
  rows,
  quantity,
}: Pick<HistogramProps, 'rows'> & { quantity: Quantity; bins: Bins; values: readonly number[] }) {
  const across = spread(bins.kind, domainOf(bins), [0, WIDTH]);
  const all = countByBin(bins, values);
  const most = Math.max(...all);
  // A bar for a single event is at least a pixel high.
  const top = (count: number) => (count === 0 ? HEIGHT : Math.min(HEIGHT - 1.2, HEIGHT * (1 - count / most)));
  const countIn = (counted: readonly EventRow[]) => countByBin(bins, listValues(counted, quantity));
  const measured = countIn(rows.filter((row) => !limitIn(row, quantity)));
  // A bin with a limit is drawn hollow up to the top of its bar.
  const limits = countIn(rows).map((count, bin) => (count === measured[bin] ? 0 : count));
  const draw = (counts: readonly number[]) => drawBins(bins, counts, across.at, top);
  return (
    <>
      <path class="bars" style={paint('all')} d={draw(all)} />
      <path class="hollow" d={draw(limits)} />
      <path class="bars" style={paint('bar')} d={draw(measured)} />
      <path class="floor" d={`M0 ${HEIGHT - 0.5}H${WIDTH}`} />
    </>
  );
}

/** Skipped unless its rows change, because a view has a dozen of these. */
export const Histogram = memo(({ range, unfiltered, rows, short }: HistogramProps) => {
  const navigate = useNavigate();
  const { quantity } = range;
  const values = useMemo(() => listValues(unfiltered, quantity), [unfiltered, quantity]);
  const bins = useMemo(() => makeBins(values), [values]);
  const across = bins && spread(bins.kind, domainOf(bins), [0, WIDTH]);
  const { area, handlers } = usePointing({
    bounds: BOUNDS,
    marks: [],
    reach: 0,
    brush: ['x'],
    onOpen: () => {},
    onBrush({ x: [from, to] }) {
      if (across === null) return;
      const ends = roundRange(quantity, [across.invert(from), across.invert(to)]);
      changeParameters(navigate, formatRange(range, ends));
    },
  });
  // Until the values are loaded, an empty box reserves the space.
  if (bins === null) return unfiltered.length === 0 ? <div class="histogram" /> : null;
  return (
    <div class="histogram" {...handlers}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <Bars {...{ bins, values, rows, quantity }} />
        {area && <Brush area={area} />}
      </svg>
      {short && (
        <span class="ends row" aria-hidden="true">
          {domainOf(bins).map((end) => (
            <small key={end}>{short(end)}</small>
          ))}
        </span>
      )}
    </div>
  );
});

/** The table of a comparison: one row for each event in both catalogs, above an axis that all rows share. */

import { PercentAxis } from '../../charts/axes.tsx';
import { SAVED } from '../../charts/picture-parts.ts';
import { type Tick, thinTicks } from '../../charts/scale.ts';
import type { Quantity } from '../../event-data/columns.ts';
import { withFrame } from '../../text/parameter-names.ts';
import { textWidth } from '../../text/text-size.ts';
import { valueText } from '../../text/values.ts';
import { widthOf } from '../../widgets/aligned.tsx';
import { SvgName } from '../../widgets/name.tsx';
import { ChangeCells, NewKey, OldKey, PairDrawing, PairName, PairValue } from './compare-row.tsx';
import type { ComparedCatalogs } from './compared-catalogs.ts';
import { type Pair, scaleOf } from './pairs.ts';

/** Width of the axis in a narrow window, in pixels. */
const AXIS_PX = 380;

function AxisRow({ ticks, quantity }: { readonly ticks: readonly Tick[]; readonly quantity: Quantity }) {
  return (
    <tr class="axis-row">
      <td />
      <td class="drawn">
        <PercentAxis
          ticks={ticks}
          title={<SvgName text={quantity.short + (quantity.unit && `, ${withFrame(quantity.unit, quantity.frame)}`)} />}
        />
      </td>
      <td colSpan={4} />
    </tr>
  );
}

interface PairTableProps extends ComparedCatalogs {
  readonly quantity: Quantity;
  readonly pairs: readonly Pair[];
  readonly hasErrors: boolean;
}

export function PairTable({ pairs, quantity, next, old, hasErrors }: PairTableProps) {
  const scale = scaleOf(pairs, quantity);
  const ticks = thinTicks(scale.ticks, (text) => (100 * textWidth(text)) / AXIS_PX);
  const oldWidth = widthOf(pairs.map((pair) => valueText(pair.old)));
  const newWidth = widthOf(pairs.map((pair) => valueText(pair.next)));
  const most = Math.max(...pairs.map(({ change }) => Math.abs(change ?? 0)));
  const { unit } = quantity;
  return (
    <table class={hasErrors ? 'compare has-errors' : 'compare'} {...SAVED}>
      <thead>
        <tr>
          <th scope="col">Event</th>
          <th scope="col" class="key">
            <span>
              <OldKey />
              {old}, interval
            </span>
            <span class="new-key">
              <NewKey />
              {next}
            </span>
          </th>
          <th scope="col" class="number">
            {old} <span class="unit">{unit}</span>
          </th>
          <th scope="col" class="number">
            {next} <span class="unit">{unit}</span>
          </th>
          <th scope="col" class="number change">
            Change <span class="unit">%</span>
          </th>
          <td class="change-bar" />
        </tr>
      </thead>
      <tbody>
        {pairs.map((pair) => (
          <tr key={pair.name}>
            <PairName pair={pair} />
            <td class="drawn">
              <PairDrawing pair={pair} at={scale.at} ticks={ticks} />
            </td>
            <PairValue value={pair.old} width={oldWidth} />
            <PairValue value={pair.next} width={newWidth} />
            <ChangeCells change={pair.change} most={most} />
          </tr>
        ))}
        <AxisRow {...{ ticks, quantity }} />
      </tbody>
    </table>
  );
}

/** The mark of an event in a plot, with its tooltip. */

import type { Point } from '../../../charts/marks.ts';
import type { PlotMark } from '../../../charts/plot.tsx';
import { massRatioText, secondaryIsUnknown } from '../../../event-data/binaries.ts';
import { publishedValue, type Quantity } from '../../../event-data/quantities.ts';
import type { EventRow } from '../../../event-data/rows.ts';
import { TypeName } from '../../../event-data/type-mark.tsx';
import { utcText } from '../../../text/format.ts';
import { valueLine } from '../../../text/values.ts';

/** A fact for a tooltip: the name of a quantity and the row's value with its unit. Empty if the row has no value. */
function quantityFact(row: EventRow, quantity: Quantity): readonly (readonly [string, string])[] {
  const { short, unit } = quantity;
  if (quantity.kind === 'time') return [['Time', `${utcText(row.entry.gps)} UTC`]];
  if (quantity.kind === 'ratio') {
    const ratio = massRatioText(row.values);
    return ratio === undefined ? [] : [[quantity.title, ratio]];
  }
  const value = publishedValue(row, quantity);
  return value === undefined ? [] : [[short, `${valueLine(value)}${unit && ` ${unit}`}`]];
}

/** The facts for several quantities, in their order. */
export const factsOf = (row: EventRow, quantities: readonly Quantity[]) =>
  quantities.flatMap((one) => quantityFact(row, one));

/** The mark of an event, with the facts in its tooltip. */
export const eventMark = (row: EventRow, { x, y }: Point, facts: PlotMark['facts']): PlotMark => ({
  x,
  y,
  id: row.id,
  title: row.entry.name,
  opens: 'open event',
  note: row.type && (
    <>
      <TypeName type={row.type} /> <span class="unit">by mass</span>
    </>
  ),
  facts: () => [...facts(), ...(secondaryIsUnknown(row.values) ? [['Secondary', 'nature unknown'] as const] : [])],
});

/** The input of every plot in the events view, and shared helpers: titles, dates on axes, values in words. Pure. */

import type { RunEntry } from '../../../core/contract/wire.ts';
import type { Frame } from '../../charts/frame.tsx';
import { type Extent, roundOutwards, type Scale, type ScaleKind, type Tick } from '../../charts/scale.ts';
import { utcTicks } from '../../charts/utc-ticks.ts';
import { numberText, titleWithUnit, utcText, valueLine } from '../../parts/format.ts';
import type { Colour } from './groups.ts';
import { type Quantity, type Row, TIME } from './selection.ts';

export interface PlotInput {
  readonly frame: Frame;
  /** The selection, and all event versions. */
  readonly rows: readonly Row[];
  readonly all: readonly Row[];
  readonly runs: readonly RunEntry[];
  readonly x: Quantity;
  readonly y: Quantity;
  readonly xScale: ScaleKind;
  readonly yScale: ScaleKind;
  readonly isUtc: boolean;
  /** Whether the scatter plot has error bars, and what its colours say. */
  readonly hasErrors: boolean;
  readonly colour: Colour;
  readonly open: (id: string) => void;
  /** Narrows the selection to the values between two ends, which are rounded outwards. */
  readonly narrow: (ranges: readonly (readonly [Quantity, Extent])[]) => void;
}

/** The ends of a range, as spelled in the address: whole seconds, or three digits. Values inside the drawn range stay inside. */
export const roundedRange = (quantity: Quantity, [low, high]: Extent): Extent =>
  quantity === TIME ? [Math.floor(low), Math.ceil(high)] : roundOutwards([low, high]);

export const axisTitle = (quantity: Quantity, isUtc: boolean): string =>
  quantity === TIME ? (isUtc ? 'Time (UTC)' : 'Time (GPS) [s]') : titleWithUnit(quantity.title, quantity.unit);

/** About `most` ticks of an axis along `range`. Ticks for times are dates, because GPS seconds have too many digits to compare. */
export function axisTicks(
  scale: Scale,
  quantity: Quantity,
  isUtc: boolean,
  range: Extent,
  most: number,
): readonly Tick[] {
  if (quantity !== TIME || !isUtc) return scale.ticks;
  const [start, stop] = range.map((pixel) => scale.invert(pixel)) as [number, number];
  return utcTicks({ start, stop }, most).map(({ gps, label }) => ({ at: scale.at(gps) as number, text: label }));
}

/** A position on an axis in words, to three digits. */
export function positionText(value: number, quantity: Quantity, isUtc: boolean): string {
  if (quantity !== TIME) return numberText(Number(value.toPrecision(3)));
  return isUtc ? utcText(value) : String(Math.round(value));
}

/** A value in a sentence: `Redshift 0.09 +0.03 −0.03`; empty if the row lacks it. */
export function quantityLine(row: Row, { title, parameter, unit }: Quantity): string {
  if (parameter === undefined) return `${utcText(row.entry.gps)} UTC`;
  const value = row.values.get(parameter);
  return value === undefined ? '' : `${titleWithUnit(title, unit)} ${valueLine(value)}`;
}

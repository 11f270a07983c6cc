/** Axes whose quantities can be chosen. */

import { spacedDates, utcTicks } from '../../../charts/date-ticks.ts';
import type { Frame } from '../../../charts/frame.ts';
import type { Extent, ScaleKind } from '../../../charts/scale.ts';
import { createScale, type Tick, tickRoom, tickRoomUp } from '../../../charts/scale.ts';
import { type Quantity, TIME } from '../../../event-data/columns.ts';
import type { EventRow } from '../../../event-data/rows.ts';
import { numberText, utcText } from '../../../text/format.ts';
import { LINE_PX, textWidth } from '../../../text/text-size.ts';

export interface AxisInput {
  readonly frame: Frame;
  /** The quantity on each axis, for plots whose axes can be chosen. */
  readonly x: Quantity;
  readonly y: Quantity;
  readonly xScale: ScaleKind;
  readonly yScale: ScaleKind;
  /** True if times are in UTC; otherwise they are GPS seconds. */
  readonly isUtc: boolean;
}

/** True if an axis can show the row's value. */
export function canShow(row: EventRow, quantity: Quantity, kind: ScaleKind): boolean {
  const value = quantity.read(row);
  return value !== undefined && (kind === 'linear' || value > 0);
}

const axisTitle = (quantity: Quantity, isUtc: boolean): string =>
  quantity === TIME ? (isUtc ? 'Time, UTC' : 'Time, GPS seconds') : (quantity.axis ?? quantity.title);

/** Space for the arrows of limits, where an axis ends at the largest possible value, in pixels. */
const LIMIT_PX = 12;

/** The scale and ticks for a chosen axis. Ticks for times are dates, because GPS seconds have too many digits to compare. */
export function createAxis(input: AxisInput, axis: 'x' | 'y', domain: Extent) {
  const { frame, isUtc } = input;
  const [quantity, kind, range] =
    axis === 'x' ? [input.x, input.xScale, frame.across] : [input.y, input.yScale, frame.up];
  const most = axis === 'x' ? tickRoom(range) : tickRoomUp(range);
  const { possible } = quantity;
  const [from, to] = range;
  const inner: Extent = possible ? [from, to - Math.sign(to - from) * LIMIT_PX] : range;
  const scale = createScale(kind, domain, inner, most, possible);
  const lengthOf = axis === 'x' ? textWidth : () => LINE_PX;
  const dates = () => spacedDates(utcTicks(scale, range, most), scale, lengthOf);
  const ticks: readonly Tick[] = quantity === TIME && isUtc ? dates() : scale.ticks;
  return { quantity, scale, ticks, title: axisTitle(quantity, isUtc) };
}

/** A position on an axis in words, to three digits. */
export function positionText(value: number, quantity: Quantity, isUtc: boolean): string {
  if (quantity !== TIME) return numberText(Number(value.toPrecision(3)));
  return isUtc ? utcText(value) : String(Math.round(value));
}

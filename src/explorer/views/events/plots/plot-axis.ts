/** Axes whose quantities can be chosen. */

import { spacedDates, utcTicks } from '../../../charts/date-ticks.ts';
import type { Frame } from '../../../charts/frame.ts';
import {
  chooseKind,
  createScale,
  type Extent,
  type ScaleKind,
  type Tick,
  tickRoom,
  tickRoomUp,
} from '../../../charts/scale.ts';
import { MASSES } from '../../../event-data/binaries.ts';
import { isMass, listValues, type Quantity } from '../../../event-data/quantities.ts';
import type { EventRow } from '../../../event-data/rows.ts';
import { numberText, utcText } from '../../../text/format.ts';
import { NOT_LISTED } from '../../../text/not-listed.ts';
import { LINE_PX, textWidth } from '../../../text/text-size.ts';

/** A quantity on an axis, and the kind of its scale. */
export interface PlotAxis {
  readonly quantity: Quantity;
  readonly kind: ScaleKind;
}

/** True for mass 2 against mass 1, which can have lines of equal mass ratio. */
export const areMasses = (x: Quantity, y: Quantity): boolean => x.parameter === MASSES[0] && y.parameter === MASSES[1];

/**
 * An axis with its scale: as set in the address; otherwise, the scale for the values of the quantities that share it. An axis of times is
 * always linear.
 */
export const chooseAxis = (
  quantity: Quantity,
  setting: ScaleKind | null,
  rows: readonly EventRow[],
  sharing: readonly Quantity[] = [quantity],
): PlotAxis => ({
  quantity,
  kind: quantity.kind === 'time' ? 'linear' : (setting ?? chooseKind(sharing.flatMap((one) => listValues(rows, one)))),
});

/** Why a plot of detections leaves out a row; null if it does not. */
export const whyNoDetection = ({ isInjection }: EventRow): string | null =>
  isInjection ? 'injections are not detections' : null;

/** `masses`, `Redshift or FAR`. */
const nameAll = (axes: readonly PlotAxis[]): string =>
  axes.every(({ quantity }) => isMass(quantity)) ? 'masses' : axes.map(({ quantity }) => quantity.short).join(' or ');

/** Why axes cannot show a row; null if they can. */
export function whyNotOn(axes: readonly PlotAxis[], row: EventRow): string | null {
  const values = axes.map(({ quantity }) => quantity.read(row));
  if (values.includes(undefined)) return `${nameAll(axes)} ${NOT_LISTED}`;
  const isBeyond = axes.some(({ kind }, n) => kind === 'log' && (values[n] as number) <= 0);
  return isBeyond ? 'a value of 0 or less, which a logarithmic axis cannot show' : null;
}

const axisTitle = (quantity: Quantity, isUtc: boolean): string =>
  quantity.kind === 'time' ? (isUtc ? 'Time, UTC' : 'Time, GPS seconds') : (quantity.axis ?? quantity.title);

/** Space for the arrows of limits, where an axis ends at the largest possible value, in pixels. */
const LIMIT_PX = 12;

interface AxisPlace {
  readonly frame: Frame;
  readonly side: 'x' | 'y';
  readonly domain: Extent;
  /** True if times are in UTC; otherwise they are GPS seconds. */
  readonly isUtc: boolean;
}

/** The scale and ticks for a chosen axis. Ticks for times are dates, because GPS seconds have too many digits to compare. */
export function createAxis({ quantity, kind }: PlotAxis, { frame, side, domain, isUtc }: AxisPlace) {
  const range = side === 'x' ? frame.across : frame.up;
  const most = side === 'x' ? tickRoom(range) : tickRoomUp(range);
  const { possible } = quantity;
  const [from, to] = range;
  const inner: Extent = possible ? [from, to - Math.sign(to - from) * LIMIT_PX] : range;
  const scale = createScale(kind, domain, inner, most, possible);
  const lengthOf = side === 'x' ? textWidth : () => LINE_PX;
  const dates = () => spacedDates(utcTicks(scale, range, most), scale, lengthOf);
  const ticks: readonly Tick[] = quantity.kind === 'time' && isUtc ? dates() : scale.ticks;
  return { quantity, scale, ticks, title: axisTitle(quantity, isUtc) };
}

/** A position on an axis in words, to three digits. */
export function positionText(value: number, { kind }: Quantity, isUtc: boolean): string {
  if (kind !== 'time') return numberText(Number(value.toPrecision(3)));
  return isUtc ? utcText(value) : String(Math.round(value));
}

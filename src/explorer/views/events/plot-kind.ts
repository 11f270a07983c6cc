/** What a plot of event versions gets, and what it gives to be drawn; and helpers for it. Pure. */

import type { ComponentChildren } from 'preact';
import type { RunEntry } from '../../../core/contract/wire.ts';
import { type Frame, tickRoom, tickRoomUp } from '../../charts/axes.tsx';
import type { PlotMark } from '../../charts/plot.tsx';
import { createScale, type Extent, type Positions, type ScaleKind, type Tick, utcTicks } from '../../charts/scale.ts';
import { numberText, titleWithUnit, utcText, valueLine } from '../../parts/format.ts';
import { type EventRow, type Quantity, TIME } from './selection.ts';

export interface PlotInput {
  readonly frame: Frame;
  /** All event versions. */
  readonly all: readonly EventRow[];
  readonly runs: readonly RunEntry[];
  readonly x: Quantity;
  readonly y: Quantity;
  readonly xScale: ScaleKind;
  readonly yScale: ScaleKind;
  readonly isUtc: boolean;
  /** Whether the scatter plot has error bars, and what its colours say. */
  readonly hasErrors: boolean;
  readonly colour: ColourBy;
}

/** What the colour of a mark says: nothing, the run, or the catalog. */
export type ColourBy = 'one' | 'run' | 'catalog';

/** An axis along which an area is selected. */
export interface BrushedAxis {
  readonly quantity: Quantity;
  readonly scale: Pick<Positions, 'invert'>;
}

export interface LegendEntry {
  readonly title: string;
  /** Name of its colour. */
  readonly mark: string;
}

export interface PlotContent {
  /** Text alternative. */
  readonly label: string;
  /** Each stands for an event version, or for a bar. */
  readonly marks: readonly PlotMark[];
  /** The values in a bar, if marks stand for bars. */
  readonly valuesIn?: (bar: string) => Extent;
  readonly across: BrushedAxis;
  readonly up?: BrushedAxis;
  readonly legend: readonly LegendEntry[];
  readonly drawing: ComponentChildren;
}

export interface PlotKind {
  readonly title: string;
  /** The axes whose quantities are chosen. */
  readonly axes: '' | 'x' | 'xy';
  /** What a row lacks that cannot be drawn: `masses`. */
  nameMissing(input: PlotInput): string;
  canDraw(row: EventRow, input: PlotInput): boolean;
  /** Draws rows that can be drawn: at least one. */
  draw(input: PlotInput, rows: readonly EventRow[]): PlotContent;
}

/** True if an axis can show the row's value. */
export function canShow(row: EventRow, quantity: Quantity, kind: ScaleKind): boolean {
  const value = quantity.read(row);
  return value !== undefined && (kind === 'linear' || value > 0);
}

const axisTitle = (quantity: Quantity, isUtc: boolean): string =>
  quantity === TIME ? (isUtc ? 'Time (UTC)' : 'Time (GPS) [s]') : titleWithUnit(quantity.title, quantity.unit);

/** The scale and ticks of a chosen axis. Ticks for times are dates, because GPS seconds have too many digits to compare. */
export function createAxis(input: PlotInput, axis: 'x' | 'y', domain: Extent) {
  const [quantity, kind, range, most] =
    axis === 'x'
      ? [input.x, input.xScale, input.frame.across, tickRoom(input.frame.across)]
      : [input.y, input.yScale, input.frame.up, tickRoomUp(input.frame.up)];
  const scale = createScale(kind, domain, range, most);
  const ticks: readonly Tick[] = quantity === TIME && input.isUtc ? utcTicks(scale, range, most) : scale.ticks;
  return { quantity, scale, ticks, title: axisTitle(quantity, input.isUtc) };
}

/** A position on an axis in words, to three digits. */
export function positionText(value: number, quantity: Quantity, isUtc: boolean): string {
  if (quantity !== TIME) return numberText(Number(value.toPrecision(3)));
  return isUtc ? utcText(value) : String(Math.round(value));
}

/** A value in a sentence: `Redshift 0.09 +0.03 −0.03`; empty if the row lacks it. */
export function quantityLine(row: EventRow, { title, parameter, unit }: Quantity): string {
  if (parameter === undefined) return `${utcText(row.entry.gps)} UTC`;
  const value = row.values.get(parameter);
  return value === undefined ? '' : `${titleWithUnit(title, unit)} ${valueLine(value)}`;
}

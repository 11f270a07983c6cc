/** Input and output of an event plot, and helpers for plots. Pure. */

import type { ComponentChildren } from 'preact';
import type { RunEntry } from '../../../../core/contract/wire.ts';
import { tickRoom, tickRoomUp } from '../../../charts/axes.tsx';
import { utcTicks } from '../../../charts/date-ticks.ts';
import type { Frame, Margins } from '../../../charts/frame.ts';
import { SHAPES, type Shape } from '../../../charts/marks.ts';
import type { PlotMark } from '../../../charts/plot.tsx';
import { createScale, type Tick } from '../../../charts/scale.ts';
import type { Extent, Positions, ScaleKind } from '../../../charts/spread.ts';
import { longestRunAt } from '../../../charts/time-scale.ts';
import { colourOf } from '../../../parts/colours.ts';
import { numberText, utcText } from '../../../parts/format.ts';
import { valueLine } from '../../../parts/values.ts';
import { MASS_RATIO, publishedValue, type Quantity, TIME } from '../columns.ts';
import { countEvents, type EventRow, TYPES } from '../rows.ts';
import type { ColourBy } from '../settings.ts';
import { TYPE_SHAPES } from '../type-mark.tsx';

export interface PlotInput {
  readonly frame: Frame;
  /** The default catalog, which distributions are compared with: its name and rows. Null until it is loaded, or if that fails. */
  readonly reference: { readonly name: string; readonly rows: readonly EventRow[] } | null;
  readonly runs: readonly RunEntry[];
  /** All catalogs, in data order. */
  readonly catalogs: readonly string[];
  readonly x: Quantity;
  readonly y: Quantity;
  /** All quantities, used in tooltips. */
  readonly quantities: readonly Quantity[];
  readonly xScale: ScaleKind;
  readonly yScale: ScaleKind;
  readonly isUtc: boolean;
  /** Whether a scatter plot shows the error bars for all events. */
  readonly hasAllErrors: boolean;
  readonly colour: ColourBy;
  /** Whether long gaps between runs are cut out, and whether remnants have marks. */
  readonly isCutting: boolean;
  readonly hasRemnants: boolean;
}

/** An axis along which an area has been selected. */
export interface BrushedAxis {
  readonly quantity: Quantity;
  readonly scale: Pick<Positions, 'invert'>;
}

export interface LegendEntry {
  readonly title: string;
  /** Name of the colour, then the shape. If there is no shape, the entry represents an area. */
  readonly mark: string;
  readonly shape?: Shape;
  readonly count?: number;
}

export interface PlotContent {
  /** Text alternative. */
  readonly label: string;
  /** Each mark represents an event or a bar. */
  readonly marks: readonly PlotMark[];
  /** The range of values in a bar, if the marks are bars. */
  readonly valuesIn?: (bar: string) => Extent;
  readonly across: BrushedAxis;
  readonly up?: BrushedAxis;
  readonly legend: readonly LegendEntry[];
  /** How to read the plot, shown beside the legend. */
  readonly note?: string;
  /** Draws details of the mark under the pointer. */
  readonly detail?: (mark: PlotMark) => ComponentChildren;
  readonly drawing: ComponentChildren;
}

export interface PlotKind {
  readonly title: string;
  /** The axes whose quantities can be chosen. */
  readonly axes: '' | 'x' | 'xy';
  /** Where events without the needed values are: counted in a note, drawn in a strip below the plot, or drawn like the others. */
  readonly missing: 'note' | 'strip' | 'none';
  /** Space around the frame; `isNarrow` is true on a phone. */
  readonly margins?: (input: Pick<PlotInput, 'x' | 'y'>, isNarrow: boolean) => Margins;
  /** The quantities that an event must have to be drawn. */
  needs(input: Pick<PlotInput, 'x' | 'y'>): readonly Quantity[];
  canDraw(row: EventRow, input: PlotInput): boolean;
  /** The caption of a saved picture, which describes the drawing. */
  caption(input: PlotInput): string;
  /** Draws the rows: at least one, and only rows that can be drawn. */
  draw(input: PlotInput, rows: readonly EventRow[]): PlotContent;
}

/** Plots narrower than this many pixels omit the less important parts. */
export const NARROW_PX = 560;

/** True if an axis can show the row's value. */
export function canShow(row: EventRow, quantity: Quantity, kind: ScaleKind): boolean {
  const value = quantity.read(row);
  return value !== undefined && (kind === 'linear' || value > 0);
}

const axisTitle = (quantity: Quantity, isUtc: boolean): string =>
  quantity === TIME ? (isUtc ? 'Time, UTC' : 'Time, GPS seconds') : (quantity.axis ?? quantity.title);

/** The bounds of a quantity's possible values, if it has any. */
const possibleOf = ({ name }: Quantity): Extent | undefined =>
  name === 'p-astro' || name === MASS_RATIO.name ? [0, 1] : undefined;

/** Space for the arrows of limits, where an axis ends at the largest possible value, in pixels. */
const END_PX = 12;

/** The scale and ticks for a chosen axis. Ticks for times are dates, because GPS seconds have too many digits to compare. */
export function createAxis(input: PlotInput, axis: 'x' | 'y', domain: Extent) {
  const [quantity, kind, range, most] =
    axis === 'x'
      ? [input.x, input.xScale, input.frame.across, tickRoom(input.frame.across)]
      : [input.y, input.yScale, input.frame.up, tickRoomUp(input.frame.up)];
  const possible = possibleOf(quantity);
  const [from, to] = range;
  const inner: Extent = possible ? [from, to - Math.sign(to - from) * END_PX] : range;
  const scale = createScale(kind, domain, inner, most, possible);
  const ticks: readonly Tick[] = quantity === TIME && input.isUtc ? utcTicks(scale, range, most) : scale.ticks;
  return { quantity, scale, ticks, title: axisTitle(quantity, input.isUtc) };
}

/** A position on an axis in words, to three digits. */
export function positionText(value: number, quantity: Quantity, isUtc: boolean): string {
  if (quantity !== TIME) return numberText(Number(value.toPrecision(3)));
  return isUtc ? utcText(value) : String(Math.round(value));
}

/** A fact for a tooltip: the name of a quantity and the row's value with its unit. Empty if the row has no value. */
function quantityFact(row: EventRow, quantity: Quantity): readonly (readonly [string, string])[] {
  const { short, unit } = quantity;
  if (quantity === TIME) return [['Time', `${utcText(row.entry.gps)} UTC`]];
  if (quantity === MASS_RATIO) {
    const ratio = quantity.read(row);
    return ratio === undefined ? [] : [[quantity.title, ratio.toFixed(2)]];
  }
  const value = publishedValue(row, quantity);
  return value === undefined ? [] : [[short, `${valueLine(value)}${unit && ` ${unit}`}`]];
}

/** The facts for several quantities, by name, in the given order. */
export const factsOf = (row: EventRow, names: readonly string[], { quantities }: Pick<PlotInput, 'quantities'>) =>
  names.flatMap((name) => quantities.filter((one) => one.name === name)).flatMap((one) => quantityFact(row, one));

export interface Group extends LegendEntry {
  readonly shape: Shape;
  readonly rows: readonly EventRow[];
}

function keyOf(row: EventRow, colour: ColourBy, runs: readonly RunEntry[]): string {
  if (colour === 'type') return row.type ?? 'without masses';
  if (colour === 'catalog') return row.entry.catalog;
  return colour === 'run' ? (longestRunAt(runs, row.entry.gps)?.name ?? 'outside the runs') : 'events';
}

function lookOf(key: string, colour: ColourBy, order: number): Pick<Group, 'mark' | 'shape'> {
  if (colour === 'type') {
    const shape = key in TYPE_SHAPES ? TYPE_SHAPES[key as keyof typeof TYPE_SHAPES] : 'triangle';
    return { mark: key in TYPE_SHAPES ? key : 'bar', shape };
  }
  if (colour === 'one') return { mark: 'BBH', shape: 'circle' };
  // Neighbours in time also differ in shape, because their colours may be hard to tell apart.
  return { mark: colourOf(colour, key), shape: SHAPES[order % SHAPES.length] as Shape };
}

/** Groups rows by colour: types in their usual order, runs and catalogs by time. A name always has the same colour and shape. */
export function groupRows(rows: readonly EventRow[], { colour, runs, catalogs }: PlotInput): readonly Group[] {
  const inTime = rows.toSorted((a, b) => a.entry.gps - b.entry.gps);
  const groups = Map.groupBy(inTime, (row) => keyOf(row, colour, runs));
  // The shape depends on the name's position among all names of its kind, so that filters do not change it.
  const all = colour === 'run' ? runs.map(({ name }) => name) : catalogs;
  const order = colour === 'type' ? TYPES.filter((type) => groups.has(type)) : [];
  const keys = [...new Set<string>([...order, ...groups.keys()])];
  return keys.map((title) => {
    const inGroup = groups.get(title) ?? [];
    return {
      title,
      rows: inGroup,
      count: countEvents(inGroup),
      ...lookOf(title, colour, Math.max(all.indexOf(title), 0)),
    };
  });
}

/** Well-known events, which are labelled. Labels for all events would cover the plot. */
const KNOWN: readonly string[] = [
  ...['GW150914', 'GW170817', 'GW190425', 'GW190521', 'GW190814', 'GW191219_163120', 'GW200115_042309'],
  ...['GW200210_092254', 'GW230529_181500', 'GW231123_135430', 'GW250114_082203'],
];
export const isKnown = ({ entry }: EventRow): boolean => KNOWN.includes(entry.name);
/** `GW231123` for GW231123_135430. */
export const briefName = ({ entry }: EventRow): string => entry.name.split('_')[0] as string;

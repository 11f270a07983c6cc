/** Input and output of a plot of events. Pure. */

import type { ComponentChildren } from 'preact';
import type { EventSettings } from '../../../address/settings.ts';
import type { Margins } from '../../../charts/frame.ts';
import type { Shape } from '../../../charts/marks.ts';
import type { PlotMark } from '../../../charts/plot.tsx';
import type { Extent, Positions } from '../../../charts/scale.ts';
import type { Quantity } from '../../../event-data/columns.ts';
import type { EventRow } from '../../../event-data/rows.ts';
import type { GroupInput } from './groups.ts';
import type { AxisInput } from './plot-axis.ts';

export interface PlotInput extends AxisInput, GroupInput {
  readonly settings: Pick<EventSettings, 'colour' | 'errors'>;
  /** The default catalog: its name and rows. Null unless the plot compares with it, until it is loaded, and if that fails. */
  readonly reference: { readonly name: string; readonly rows: readonly EventRow[] } | null;
}

/** An axis along which an area has been selected. */
export interface BrushedAxis {
  readonly quantity: Quantity;
  readonly scale: Pick<Positions, 'invert'>;
}

export interface LegendEntry {
  readonly title: string;
  /** Name of the colour. */
  readonly mark: string;
  /** If there is no shape, the entry represents an area. */
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
  /** Whether the plot can show the errors of all events, not only those of the event under the pointer. */
  readonly hasErrors?: true;
  /** Whether the property that colours show can be chosen. */
  readonly hasColours?: true;
  /** Whether the plot compares the selection with the default catalog. */
  readonly hasReference?: true;
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

/** What a plot of events gets. */

import type { Address } from '../../../address/address.ts';
import type { EventSettings } from '../../../address/settings.ts';
import { createFrame, type Frame, type Margins } from '../../../charts/frame.ts';
import type { Extent } from '../../../charts/scale.ts';
import type { Quantity } from '../../../event-data/columns.ts';
import type { EventRow } from '../../../event-data/rows.ts';
import type { Pointed } from '../pointed.ts';
import type { GroupInput } from './groups.ts';
import type { AxisInput } from './plot-axis.ts';

export interface PlotProps extends Omit<AxisInput, 'frame'>, GroupInput {
  readonly settings: EventSettings;
  /** The selection. */
  readonly rows: readonly EventRow[];
  /** All rows in the catalogs, unfiltered. */
  readonly unfiltered: readonly EventRow[];
  /** Those of the rows that lack a filtered value. They are hollow. */
  readonly joined: ReadonlySet<EventRow>;
  /** In pixels. */
  readonly width: number;
  readonly pointed: Pointed;
  /** Whether the list has a filter for a quantity. */
  readonly canNarrow: (quantity: Quantity) => boolean;
  /** Narrows the selection to ranges of quantities that can be filtered. */
  readonly narrow: (ranges: readonly (readonly [Quantity, Extent])[]) => void;
  /** The address without filters; null if it has none. */
  readonly clearAll: ((now: Address) => Address) | null;
}

/** Plots narrower than this many pixels omit the less important parts. */
export const NARROW_PX = 560;
const NARROW_HEIGHT = 420;
const HEIGHT = 392;

/** The frame of a plot: on a phone, all plots have the same height. */
export const createPlotFrame = ({ width }: Pick<PlotProps, 'width'>, margins: Margins, height = HEIGHT): Frame =>
  createFrame(width, width < NARROW_PX ? NARROW_HEIGHT : height, margins);

/** What a plot of events gets. */

import { createFrame, type Frame } from '../../../charts/frame.ts';
import type { EventsState } from '../lists.ts';
import type { Pointed } from '../pointed.ts';
import type { PlotAxis } from './plot-axis.ts';

export interface EventPlotProps extends EventsState {
  readonly pointed: Pointed;
  /** In pixels. */
  readonly width: number;
  /** The axes that can be chosen. */
  readonly x: PlotAxis;
  readonly y: PlotAxis;
}

/** Plots narrower than this many pixels omit the less important parts. */
export const NARROW_PX = 560;
const NARROW_HEIGHT = 420;
const HEIGHT = 392;
/** Beside open filters, plots are lower, so that rows of the table stay in sight. */
const HEIGHT_BESIDE_FILTERS = 300;

/** The frame of a plot: on a phone and beside open filters, all plots have the same height. */
export function createPlotFrame(
  { width, settings }: Pick<EventPlotProps, 'width' | 'settings'>,
  margins: Parameters<typeof createFrame>[2],
  usual = HEIGHT,
): Frame {
  const wide = settings.filters === 'open' ? HEIGHT_BESIDE_FILTERS : usual;
  return createFrame(width, width < NARROW_PX ? NARROW_HEIGHT : wide, margins);
}

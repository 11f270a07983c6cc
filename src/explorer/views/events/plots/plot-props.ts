/** What a plot of events gets. */

import { createFrame, type Frame } from '../../../charts/frame.ts';
import type { EventLists } from '../lists.ts';
import type { Pointed } from '../pointed.ts';
import type { EventsState } from '../state.ts';
import type { PlotAxis } from './plot-axis.ts';

export interface EventPlotProps extends EventsState {
  readonly lists: EventLists;
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

/** The frame of a plot: on a phone, all plots have the same height. */
export const createPlotFrame = (width: number, margins: Parameters<typeof createFrame>[2], height = HEIGHT): Frame =>
  createFrame(width, width < NARROW_PX ? NARROW_HEIGHT : height, margins);

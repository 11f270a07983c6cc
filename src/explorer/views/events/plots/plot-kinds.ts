/** The plots, by their names in the address. */

import type { PlotName } from '../offer.ts';
import { CUMULATIVE } from './cumulative-plot.tsx';
import { DISTRIBUTION } from './distribution-plot.tsx';
import { MASSES_PLOT } from './masses-plot.tsx';
import type { PlotKind } from './plot-kind.ts';
import { SCATTER } from './scatter-plot.tsx';

export const KINDS: Readonly<Record<PlotName, PlotKind>> = {
  masses: MASSES_PLOT,
  scatter: SCATTER,
  detections: CUMULATIVE,
  distribution: DISTRIBUTION,
};

/** The plots, by their names in the address. */

import { CUMULATIVE } from './cumulative-plot.tsx';
import { DISTRIBUTION } from './distribution-plot.tsx';
import { MASSES, MASSES_PLOT } from './masses-plot.tsx';
import type { PlotKind } from './plot-kind.ts';
import type { PlotsProps } from './plots.tsx';
import { SCATTER } from './scatter-plot.tsx';
import { PLOTS, type PlotName } from './settings.ts';

export const KINDS: Readonly<Record<Exclude<PlotName, 'compare'>, PlotKind>> = {
  masses: MASSES_PLOT,
  scatter: SCATTER,
  detections: CUMULATIVE,
  distribution: DISTRIBUTION,
};
export const titleOf = (name: PlotName): string => (name === 'compare' ? 'Catalog against catalog' : KINDS[name].title);

/** The plots for which this catalogue has the parameters. */
export function knownKinds({ quantities, core, isPart }: PlotsProps): readonly PlotName[] {
  const hasMasses = MASSES.every((parameter) => quantities.some((quantity) => quantity.parameter === parameter));
  const isKnown: Readonly<Record<PlotName, boolean>> = {
    masses: hasMasses,
    // A scatter plot needs two parameters in addition to the time.
    scatter: quantities.length > 2,
    compare: !isPart && core.release.data.vocabulary.catalogs.length > 1 && quantities.length > 1,
    detections: true,
    distribution: true,
  };
  return PLOTS.filter((kind) => isKnown[kind]);
}

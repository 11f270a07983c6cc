/** The bins of the distribution as the address chooses them, and their description. */

import { DAY_S } from '../../../../core/base/gps-time.ts';
import { type Bins, edgesOf } from '../../../charts/histogram.ts';
import type { ScaleKind } from '../../../charts/scale.ts';
import type { EventSettings } from '../../../event-data/event-settings.ts';
import type { Quantity } from '../../../event-data/quantities.ts';
import { numberText } from '../../../text/format.ts';

type BinSetting = NonNullable<EventSettings['bins']>;

/** The choices for each scale: bins per decade, or bins on the axis. The second is the default. */
export const BIN_CHOICES: Readonly<Record<ScaleKind, readonly BinSetting[]>> = {
  log: ['6', '12', '24'],
  linear: ['10', '20', '40'],
};

/** The choice in the address, if the scale has it. */
export function chooseBins({ bins }: Pick<EventSettings, 'bins'>, kind: ScaleKind): BinSetting {
  const choices = BIN_CHOICES[kind];
  return choices.find((one) => one === bins) ?? (choices[1] as BinSetting);
}

export const densityOf = (settings: Pick<EventSettings, 'bins'>, kind: ScaleKind): number =>
  Number(chooseBins(settings, kind));

/** How wide a bin is: `1/12 of a decade, a factor of 1.21`, `0.06`, `116 days`. */
function widthText(bins: Bins, { kind, unit }: Quantity, settings: Pick<EventSettings, 'bins'>): string {
  const [low, high] = edgesOf(bins, 0);
  if (bins.kind === 'log') {
    const density = densityOf(settings, 'log');
    return `1/${density} of a decade, a factor of ${(10 ** (1 / density)).toFixed(2)}`;
  }
  if (kind === 'time') return `${numberText(Number(((high - low) / DAY_S).toPrecision(3)))} days`;
  return `${numberText(Number((high - low).toPrecision(6)))}${unit && ` ${unit}`}`;
}

/** How to read the plot. */
export function binsNote(
  bins: Bins,
  quantity: Quantity,
  settings: Pick<EventSettings, 'bins'>,
  has: { readonly outline: boolean; readonly limits: boolean },
): string {
  return [
    `Every bin is equally wide: ${widthText(bins, quantity, settings)}. Each stroke below is one event.`,
    ...(has.outline ? ['Line: each event spread over its published interval.'] : []),
    ...(has.limits ? ['Hollow: limits.'] : []),
  ].join(' ');
}

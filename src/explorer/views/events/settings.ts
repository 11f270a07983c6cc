/** The settings of the events view, and those of an address that it does not know. Pure. */

import type { Address } from '../../address/address.ts';
import { SCALE_KINDS } from '../../charts/scale.ts';
import type { ColourBy } from './plot-kind.ts';
import type { EventColumn } from './selection.ts';

export const COLOURS = ['one', 'run', 'catalog'] as const satisfies readonly ColourBy[];
export const PLOTS = ['masses', 'scatter', 'detections', 'distribution'] as const;
export type PlotName = (typeof PLOTS)[number];

type IsKnown = (value: string, columns: readonly string[]) => boolean;
const isOneOf =
  (values: readonly string[]): IsKnown =>
  (value) =>
    values.includes(value);
const isColumn: IsKnown = (value, columns) => columns.includes(value);

/** The allowed values of each setting. */
const SETTINGS: Readonly<Record<string, IsKnown>> = {
  plot: isOneOf(PLOTS),
  x: isColumn,
  y: isColumn,
  xscale: isOneOf(SCALE_KINDS),
  yscale: isOneOf(SCALE_KINDS),
  colour: isOneOf(COLOURS),
  errors: isOneOf(['off']),
  sort: (value, columns) => isColumn(value.replace(/^-/, ''), columns),
  columns: (value, columns) => value.split(',').every((one) => isColumn(one, columns)),
  time: isOneOf(['gps']),
};

/** Settings that have no effect, as they stand in the address: `sort=foo`. */
export function unknownSettings(view: Address['view'], columns: readonly EventColumn[]): readonly string[] {
  const names = columns.map(({ name }) => name);
  return Object.entries(view)
    .filter(([name, value]) => SETTINGS[name]?.(value, names) !== true)
    .map(([name, value]) => `${name}=${value}`);
}

/** The settings of the events view, and those of an address that it does not know. Pure. */

import type { Address } from '../../address/address.ts';
import { SCALE_KINDS } from '../../charts/scale.ts';
import { suggest } from '../../host/names.ts';
import type { ColourBy } from './plot-kind.ts';
import type { EventColumn } from './selection.ts';

export const COLOURS = ['one', 'run', 'catalog'] as const satisfies readonly ColourBy[];
export const PLOTS = ['masses', 'scatter', 'detections', 'distribution'] as const;
export type PlotName = (typeof PLOTS)[number];

/** Settings that have no effect, as they stand in the address, with what was probably meant: `sort=foo`, `plto=scatter (plot?)`. */
export function listUnknownEventSettings(
  view: Address['view'],
  columns: readonly EventColumn[],
  detectors: readonly string[],
): readonly string[] {
  const names = columns.map(({ name }) => name);
  const allowed: Readonly<Record<string, readonly string[]>> = {
    plot: PLOTS,
    x: names,
    y: names,
    xscale: SCALE_KINDS,
    yscale: SCALE_KINDS,
    colour: COLOURS,
    errors: ['off'],
    sort: names,
    columns: names,
    time: ['gps'],
    detectors,
  };
  return Object.entries(view).flatMap(([name, value]) => {
    const known = allowed[name] ?? Object.keys(allowed);
    const given = name in allowed ? (name === 'sort' ? value.replace(/^-/, '') : value).split(',') : [name];
    const wrong = given.find((one) => !known.includes(one));
    if (wrong === undefined) return [];
    const meant = suggest(wrong, known);
    return `${name}=${value}${meant === null ? '' : ` (did you mean ${meant}?)`}`;
  });
}

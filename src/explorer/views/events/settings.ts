/** The settings of the events view, and a check for unknown settings in an address. Pure. */

import type { Vocabulary } from '../../../core/contract/collection.ts';
import { findNearest } from '../../../core/inspect/did-you-mean.ts';
import type { Address } from '../../address/address.ts';
import { SCALE_KINDS } from '../../charts/spread.ts';
import type { EventColumn } from './columns.ts';

/** The properties that the colour of a mark can show. */
export const COLOURS = ['type', 'run', 'catalog', 'one'] as const;
export type ColourBy = (typeof COLOURS)[number];

export const PLOTS = ['masses', 'scatter', 'compare', 'detections', 'distribution'] as const;
export type PlotName = (typeof PLOTS)[number];

/** The orders in which the comparison of two catalogs can list events. */
export const ORDERS = ['value', 'change', 'time', 'name'] as const;

/**
 * Settings that have no effect, as written in the address, with the setting that was probably intended: `sort=foo`, `plto=scatter (plot?)`.
 */
export function listUnknownEventSettings(
  view: Address['view'],
  columns: readonly EventColumn[],
  { detectors, catalogs }: Pick<Vocabulary, 'detectors' | 'catalogs'>,
): readonly string[] {
  const names = columns.map(({ name }) => name);
  const allowed: Readonly<Record<string, readonly string[]>> = {
    plot: PLOTS,
    x: names,
    y: names,
    xscale: SCALE_KINDS,
    yscale: SCALE_KINDS,
    colour: COLOURS,
    errors: ['all', 'off'],
    gaps: ['shown'],
    remnant: ['shown'],
    filters: ['open'],
    rows: ['versions'],
    without: names,
    new: catalogs,
    old: catalogs,
    order: ORDERS,
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
    const meant = findNearest(wrong, known);
    return `${name}=${value}${meant === null ? '' : ` (did you mean ${meant}?)`}`;
  });
}

/** The settings of the events view, and a check for unknown settings in an address. Pure. */

import type { Vocabulary } from '../../../core/contract/collection.ts';
import { findNearest } from '../../../core/inspect/did-you-mean.ts';
import type { Address } from '../../address/address.ts';
import { SCALE_KINDS } from '../../charts/spread.ts';
import { type EventColumn, MASS_RATIO, type Quantity } from './columns.ts';

/** The properties that the colour of a mark can show. */
export const COLOURS = ['type', 'run', 'catalog', 'one'] as const;
export type ColourBy = (typeof COLOURS)[number];

const PLOTS = ['masses', 'scatter', 'compare', 'detections', 'distribution'] as const;
export type PlotName = (typeof PLOTS)[number];

/** The plots for which a catalogue has the parameters. On the page of a catalog or run, catalogs are not compared. */
export function listPlots(
  quantities: readonly Quantity[],
  { catalogs }: Pick<Vocabulary, 'catalogs'>,
  isPart: boolean,
): readonly PlotName[] {
  const isKnown: Readonly<Record<PlotName, boolean>> = {
    masses: quantities.includes(MASS_RATIO),
    // A scatter plot needs two parameters in addition to the time.
    scatter: quantities.length > 2,
    compare: !isPart && catalogs.length > 1 && quantities.length > 1,
    detections: true,
    distribution: true,
  };
  return PLOTS.filter((plot) => isKnown[plot]);
}

/** The orders in which the comparison of two catalogs can list events. */
export const ORDERS = ['value', 'change', 'time', 'name'] as const;

/** The settings whose values are lists, separated by commas. */
const LISTS: readonly string[] = ['columns', 'without', 'detectors'];

/** The values of a setting, without the sign of an order. */
function valuesIn(name: string, value: string): readonly string[] {
  if (LISTS.includes(name)) return value.split(',');
  return [name === 'sort' ? value.replace(/^-/, '') : value];
}

interface Known {
  readonly columns: readonly EventColumn[];
  readonly quantities: readonly Quantity[];
  readonly plots: readonly PlotName[];
}

/**
 * Settings with an unknown name or value, as written in the address, with what was probably intended: `sort=foo`,
 * `plto=scatter (did you mean plot?)`. A setting that only another plot uses is known, because it stays when the plot changes.
 */
export function listUnknownEventSettings(
  view: Address['view'],
  { columns, quantities, plots }: Known,
  { detectors, catalogs }: Pick<Vocabulary, 'detectors' | 'catalogs'>,
): readonly string[] {
  const names = columns.map(({ name }) => name);
  const axes = quantities.map(({ name }) => name);
  const allowed: Readonly<Record<string, readonly string[]>> = {
    plot: plots,
    x: axes,
    y: axes,
    xscale: SCALE_KINDS,
    yscale: SCALE_KINDS,
    colour: COLOURS,
    errors: ['all'],
    gaps: ['shown'],
    remnant: ['shown'],
    filters: ['open'],
    rows: ['versions'],
    without: axes,
    new: catalogs,
    old: catalogs,
    order: ORDERS,
    sort: names,
    columns: names,
    time: ['gps'],
    detectors,
  };
  return Object.entries(view).flatMap(([name, value]) => {
    // An address may contain the name of a member that every object has, such as `toString`.
    const values = Object.hasOwn(allowed, name) ? allowed[name] : undefined;
    const known = values ?? Object.keys(allowed);
    const given = values ? valuesIn(name, value) : [name];
    const wrong = given.find((one) => !known.includes(one));
    if (wrong === undefined) return [];
    const meant = findNearest(wrong, known);
    return `${name}=${value}${meant === null ? '' : ` (did you mean ${meant}?)`}`;
  });
}

/** Reads the settings of the events view from an address, and finds those that are unknown. Pure. */

import type { Vocabulary } from '../../../core/contract/collection.ts';
import { findNearest } from '../../../core/inspect/did-you-mean.ts';
import type { Address } from '../../address/address.ts';
import { SCALE_KINDS, type ScaleKind } from '../../charts/spread.ts';
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

/** The values that each setting can have. */
export interface AllowedSettings {
  readonly plot: readonly PlotName[];
  readonly x: readonly string[];
  readonly y: readonly string[];
  readonly xscale: readonly ScaleKind[];
  readonly yscale: readonly ScaleKind[];
  readonly colour: readonly ColourBy[];
  readonly errors: readonly 'all'[];
  readonly filters: readonly 'open'[];
  readonly rows: readonly 'versions'[];
  readonly new: readonly string[];
  readonly old: readonly string[];
  readonly order: readonly (typeof ORDERS)[number][];
  /** Columns; in an address, a leading `-` means descending order. */
  readonly sort: readonly string[];
  readonly columns: readonly string[];
  readonly time: readonly 'gps'[];
  readonly detectors: readonly string[];
}

/** The settings whose values are lists, separated by commas. */
const LISTS = ['columns', 'detectors'] as const;
type ListName = (typeof LISTS)[number];
const isList = (name: string): boolean => LISTS.some((one) => one === name);

/** The settings in an address; null if a setting is missing or unknown. Lists have only known values. */
export type EventSettings = {
  readonly [Name in keyof AllowedSettings]:
    | (Name extends ListName ? AllowedSettings[Name] : AllowedSettings[Name][number])
    | null;
};

interface Choices {
  readonly columns: readonly EventColumn[];
  readonly quantities: readonly Quantity[];
  readonly plots: readonly PlotName[];
}

export function allowedSettings(
  { columns, quantities, plots }: Choices,
  { detectors, catalogs }: Pick<Vocabulary, 'detectors' | 'catalogs'>,
): AllowedSettings {
  const names = columns.map(({ name }) => name);
  const axes = quantities.map(({ name }) => name);
  return {
    plot: plots,
    x: axes,
    y: axes,
    xscale: SCALE_KINDS,
    yscale: SCALE_KINDS,
    colour: COLOURS,
    errors: ['all'],
    filters: ['open'],
    rows: ['versions'],
    new: catalogs,
    old: catalogs,
    order: ORDERS,
    sort: names,
    columns: names,
    time: ['gps'],
    detectors,
  };
}

/** The values of a setting, without the sign of an order. */
function valuesIn(name: string, value: string): readonly string[] {
  if (isList(name)) return value.split(',');
  return [name === 'sort' ? value.replace(/^-/, '') : value];
}

/** Reads the settings in an address. */
export function readSettings(view: Address['view'], allowed: AllowedSettings): EventSettings {
  const read = Object.entries(allowed).map(([name, values]: [string, readonly string[]]) => {
    const value = view[name];
    if (value === undefined) return [name, null];
    const known = valuesIn(name, value).filter((one) => values.includes(one));
    if (isList(name)) return [name, known];
    return [name, known.length > 0 ? value : null];
  });
  return Object.fromEntries(read) as EventSettings;
}

/**
 * Settings with an unknown name or value, as written in the address, with what was probably intended: `sort=foo`,
 * `plto=scatter (did you mean plot?)`. A setting that only another plot uses is known, because it stays when the plot changes.
 */
export function listUnknownSettings(view: Address['view'], allowed: AllowedSettings): readonly string[] {
  const byName = new Map<string, readonly string[]>(Object.entries(allowed));
  return Object.entries(view).flatMap(([name, value]) => {
    const values = byName.get(name);
    const known = values ?? [...byName.keys()];
    const given = values ? valuesIn(name, value) : [name];
    const wrong = given.find((one) => !known.includes(one));
    if (wrong === undefined) return [];
    const meant = findNearest(wrong, known);
    return `${name}=${value}${meant === null ? '' : ` (did you mean ${meant}?)`}`;
  });
}

/** The settings of views with events in addresses, and the values that each may have. */

import type { Vocabulary } from '../../core/contract/collection.ts';
import { hyphenForm } from '../../core/contract/parameter-forms.ts';
import { type Given, type Settings, STRAIN_SETTINGS } from '../address/settings.ts';
import { NO_TYPE, TYPES } from './binaries.ts';
import { listColumns } from './columns.ts';
import { listQuantities } from './quantities.ts';

const parameters = (vocabulary: Vocabulary): readonly string[] =>
  vocabulary.parameters.map(({ name }) => hyphenForm(name));
const quantities = (vocabulary: Vocabulary): readonly string[] => listQuantities(vocabulary).map(({ name }) => name);
const columns = (vocabulary: Vocabulary): readonly string[] =>
  listColumns(listQuantities(vocabulary)).map(({ name }) => name);
const catalogs = (vocabulary: Vocabulary): readonly string[] => vocabulary.catalogs;

export const EVENT_SETTINGS = {
  plot: ['masses', 'scatter', 'detections', 'distribution'],
  x: quantities,
  y: quantities,
  xscale: ['linear', 'log'],
  yscale: ['linear', 'log'],
  /** The property that the colour of a mark shows. */
  colour: ['type', 'run', 'catalog', 'one'],
  errors: ['all'],
  /** Bins of the distribution: per decade, or on a linear axis. */
  bins: ['6', '12', '24', '10', '20', '40'],
  /** The outline of the distribution, which is drawn by default. */
  outline: ['off'],
  /** The width of a run in the masses over time; by default, by its number of events. */
  widths: ['time'],
  filters: ['open'],
  rows: ['versions'],
  /** A column; with a leading `-`, in descending order. */
  sort: columns,
  columns,
  time: STRAIN_SETTINGS.time,
  detectors: ({ detectors }: Vocabulary) => detectors,
  /** Exactly the chosen detectors, or any one detector; by default, at least the chosen detectors. */
  only: ['these', 'one'],
  types: [...TYPES, NO_TYPE],
  /** Quantities whose filters also let events pass that lack the value. */
  missing: parameters,
} as const satisfies Settings;

/** True if there is something to compare: two catalogs, and parameters of their events. */
export const canCompare = (vocabulary: Vocabulary): boolean =>
  vocabulary.catalogs.length > 1 && vocabulary.parameters.length > 0;

export const COMPARE_SETTINGS = {
  new: catalogs,
  old: catalogs,
  x: parameters,
  order: ['change', 'difference', 'far', 'value', 'old', 'time', 'name'],
  errors: ['all'],
} as const satisfies Settings;

export type EventSettings = Given<typeof EVENT_SETTINGS>;
export type CompareSettings = Given<typeof COMPARE_SETTINGS>;

/** The view settings in addresses: the values that each may have, which of them an address sets, and which settings are unknown. */

import { findNearest } from '../../core/base/did-you-mean.ts';
import { rangeNames } from '../../core/collections/event-versions.ts';
import type { Vocabulary } from '../../core/contract/collection.ts';
import { hyphenForm } from '../../core/contract/parameter-forms.ts';
import type { Address } from './address.ts';

/** The values of a setting: fixed names, names in the vocabulary, or any text (null). */
type Allowed = readonly string[] | ((vocabulary: Vocabulary) => readonly string[]) | null;
export type Settings = Readonly<Record<string, Allowed>>;

const parameters = (vocabulary: Vocabulary): readonly string[] =>
  vocabulary.parameters.map(({ name }) => hyphenForm(name));
/** The only quantity without a range filter. */
export const MASS_RATIO_NAME = 'mass-ratio';
const quantities = (vocabulary: Vocabulary): readonly string[] => [...rangeNames(vocabulary), MASS_RATIO_NAME];
/** The columns that are no quantities. */
export const TEXT_COLUMNS = ['name', 'version', 'type', 'detectors', 'catalog'] as const;
const columns = (vocabulary: Vocabulary): readonly string[] => [...TEXT_COLUMNS, ...quantities(vocabulary)];
const catalogs = (vocabulary: Vocabulary): readonly string[] => vocabulary.catalogs;

/** Types of binaries by mass: binary black hole, neutron star and black hole, binary neutron star. */
export const TYPES = ['BBH', 'NSBH', 'BNS'] as const;
export type BinaryType = (typeof TYPES)[number];
/** The type of events without both masses. */
export const NO_TYPE = 'none';

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
  /** By default, times are in UTC. */
  time: ['gps'],
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

export const STRAIN_SETTINGS = { time: EVENT_SETTINGS.time } as const satisfies Settings;

export const API_SETTINGS = { request: null } as const satisfies Settings;

/** The settings whose values are lists, separated by commas. */
const LISTS = ['columns', 'detectors', 'types', 'missing'] as const;
const isList = (name: string): boolean => LISTS.some((one) => one === name);

/** The settings in an address; null if a setting is missing or unknown. Lists have only known values. */
export type Given<Declared extends Settings> = {
  readonly [Name in keyof Declared]:
    | (Name extends (typeof LISTS)[number]
        ? readonly (Declared[Name] extends readonly (infer Value)[] ? Value : string)[]
        : Declared[Name] extends readonly (infer Value)[]
          ? Value
          : string)
    | null;
};

export type EventSettings = Given<typeof EVENT_SETTINGS>;
export type CompareSettings = Given<typeof COMPARE_SETTINGS>;

/** The values in the text of a setting, without the sign of an order. */
function valuesIn(name: string, text: string): readonly string[] {
  if (isList(name)) return text.split(',');
  return [name === 'sort' ? text.replace(/^-/, '') : text];
}

const allowedValues = (values: Allowed, vocabulary: Vocabulary): readonly string[] | null =>
  typeof values === 'function' ? values(vocabulary) : values;

/** Reads the declared settings in an address. */
export function readSettings<Declared extends Settings>(
  settings: Address['settings'],
  declared: Declared,
  vocabulary: Vocabulary,
): Given<Declared> {
  const read = Object.entries(declared).map(([name, values]) => {
    const text = settings[name];
    if (text === undefined) return [name, null];
    const allowed = allowedValues(values, vocabulary);
    const known = valuesIn(name, text).filter((one) => allowed === null || allowed.includes(one));
    if (isList(name)) return [name, known];
    return [name, known.length > 0 ? text : null];
  });
  return Object.fromEntries(read) as Given<Declared>;
}

/**
 * Settings with an unknown name or value, as written in the address, with what was probably intended: `sort=foo`,
 * `plto=scatter (did you mean plot?)`. A setting that only another plot uses is known, because it stays when the plot changes.
 */
export function listUnknownSettings(
  settings: Address['settings'],
  declared: Settings,
  vocabulary: Vocabulary,
): readonly string[] {
  return Object.entries(settings).flatMap(([name, text]) => {
    const isKnown = Object.hasOwn(declared, name);
    const known = isKnown ? allowedValues(declared[name] ?? null, vocabulary) : Object.keys(declared);
    const wrong = known && (isKnown ? valuesIn(name, text) : [name]).find((one) => !known.includes(one));
    if (wrong === undefined || wrong === null) return [];
    const meant = findNearest(wrong, known ?? []);
    return `${name}=${text}${meant === null ? '' : ` (did you mean ${meant}?)`}`;
  });
}

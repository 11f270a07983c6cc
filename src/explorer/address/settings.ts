/**
 * The view settings in addresses: which of them an address sets, and which are unknown. The settings of views with events are in
 * event-data/event-settings.ts.
 */

import { findNearest } from '../../core/base/did-you-mean.ts';
import type { Vocabulary } from '../../core/contract/collection.ts';
import type { Address } from './address.ts';

/** The values of a setting: fixed names, names in the vocabulary, or any text (null). */
type Allowed = readonly string[] | ((vocabulary: Vocabulary) => readonly string[]) | null;
export type Settings = Readonly<Record<string, Allowed>>;

/** By default, times are in UTC. */
export const STRAIN_SETTINGS = { time: ['gps'] } as const satisfies Settings;

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

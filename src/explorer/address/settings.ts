/**
 * The view settings in addresses: which of them an address sets, and which are unknown. The settings of views with events are in
 * event-data/event-settings.ts.
 */

import { findNearest } from '../../core/base/did-you-mean.ts';
import type { Vocabulary } from '../../core/contract/collection.ts';
import type { Address } from './address.ts';

/** The values of a setting: fixed names, names in the vocabulary, or any text (null). */
type Values = readonly string[] | ((vocabulary: Vocabulary) => readonly string[]) | null;
/** A setting has one value; several, separated by commas (`listOf`); or one that may have a leading `-` (`orderOf`). */
type Setting = Values | { readonly listOf: Values } | { readonly orderOf: Values };
export type Settings = Readonly<Record<string, Setting>>;

/** By default, times are in UTC. */
export const STRAIN_SETTINGS = { time: ['gps'] } as const satisfies Settings;

export const API_SETTINGS = { request: null } as const satisfies Settings;

type ValueOf<Allowed> = Allowed extends readonly (infer Value)[] ? Value : string;

/** The settings in an address; null if a setting is missing or unknown. Lists have only known values. */
export type Given<Declared extends Settings> = {
  readonly [Name in keyof Declared]:
    | (Declared[Name] extends { readonly listOf: infer Allowed }
        ? readonly ValueOf<Allowed>[]
        : ValueOf<Declared[Name]>)
    | null;
};

const isList = (setting: Setting) => setting !== null && 'listOf' in setting;

/** The values in the text of a setting, without the sign of an order, and the values that are allowed (null: any). */
function valuesIn(setting: Setting, text: string, vocabulary: Vocabulary) {
  const read = (given: readonly string[], values: Values) => ({
    given,
    allowed: typeof values === 'function' ? values(vocabulary) : values,
  });
  if (setting === null) return read([text], setting);
  if ('listOf' in setting) return read(text.split(','), setting.listOf);
  return 'orderOf' in setting ? read([text.replace(/^-/, '')], setting.orderOf) : read([text], setting);
}

/** Reads the declared settings in an address. */
export function readSettings<Declared extends Settings>(
  settings: Address['settings'],
  declared: Declared,
  vocabulary: Vocabulary,
): Given<Declared> {
  const read = Object.entries(declared).map(([name, setting]) => {
    const text = settings[name];
    if (text === undefined) return [name, null];
    const { given, allowed } = valuesIn(setting, text, vocabulary);
    const known = given.filter((one) => allowed === null || allowed.includes(one));
    return [name, isList(setting) ? known : known.length > 0 ? text : null];
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
    const { given, allowed } = Object.hasOwn(declared, name)
      ? valuesIn(declared[name] as Setting, text, vocabulary)
      : { given: [name], allowed: Object.keys(declared) };
    const wrong = given.find((one) => allowed?.includes(one) === false);
    if (wrong === undefined) return [];
    const meant = findNearest(wrong, allowed ?? []);
    return `${name}=${text}${meant === null ? '' : ` (did you mean ${meant}?)`}`;
  });
}

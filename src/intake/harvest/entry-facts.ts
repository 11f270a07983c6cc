/** Facts of an import from the content of a service. Members of an entry can have any type; the checks of the import report wrong ones. Pure. */
import type { Problem } from '../../report/problems.ts';
import type { Given, Rejected } from '../merge/plan.ts';
import type { Found } from './service.ts';
import { placeOf } from './service-problems.ts';

/** Collects facts of one kind, and entries that are left out. */
export interface Sink<Facts> {
  readonly given: Given<Facts>[];
  readonly rejected: Rejected[];
  /** About entries that are used although something is unusual. */
  readonly warnings: Problem[];
}

/** The service uses this in place of missing texts. */
const NOT_AVAILABLE = 'na';

export function givenBy<Facts>(found: Found, facts: Facts): Given<Facts> {
  return { place: placeOf(found), facts };
}

/** A value as text, empty if there is none; objects become JSON, which the checks of the import reject and show. */
export function stringOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value).trim();
}

/** The text of a value; undefined if it is empty. */
export const textOf = (value: unknown): string | undefined => stringOf(value) || undefined;

/** The text of a value; undefined if it is empty or the placeholder. */
export function availableText(value: unknown): string | undefined {
  const text = textOf(value);
  return text === NOT_AVAILABLE ? undefined : text;
}

/** A number; undefined if there is none, the text of other values. */
export function numberOf(value: unknown): number | string | undefined {
  // The sum has no negative zero, which a data file would show.
  return typeof value === 'number' && Number.isFinite(value) ? value + 0 : textOf(value);
}

/** The texts of a list; undefined if it is empty. */
export function listOf(value: unknown): string[] | undefined {
  const texts = (Array.isArray(value) ? value : [value]).map(stringOf).filter((text) => text !== '');
  return texts.length > 0 ? texts : undefined;
}

/** The strings in a list. */
export const namesIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

/** Facts of an import from the content of a service. Members of an entry can have any type; the checks of the import report wrong ones. Pure. */
import type { Mapping } from '../../catalogue/files/mapping.ts';
import type { RawValues } from '../../catalogue/files/raw.ts';
import type { Problem } from '../../report/problems.ts';
import { type Column, numberCell } from '../csv/columns.ts';
import type { ImportKindDefinition } from '../kinds/import-kind.ts';
import type { Given, Rejected } from '../merge/plan.ts';
import type { Found } from './service.ts';
import type { ServiceEntry } from './service-content.ts';
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
export const optionalText = (value: unknown): string | undefined => stringOf(value) || undefined;

/** The text of a value; undefined if it is empty or the placeholder. */
export function availableText(value: unknown): string | undefined {
  const text = optionalText(value);
  return text === NOT_AVAILABLE ? undefined : text;
}

/** A number; undefined if there is none, the text of other values. */
export function numberOf(value: unknown): number | string | undefined {
  // The sum has no negative zero, which a data file would show.
  return typeof value === 'number' && Number.isFinite(value) ? value + 0 : optionalText(value);
}

/** The texts of a list; undefined if it is empty. */
export function listOf(value: unknown): string[] | undefined {
  const texts = (Array.isArray(value) ? value : [value]).map(stringOf).filter((text) => text !== '');
  return texts.length > 0 ? texts : undefined;
}

/** The value of a member as that of a cell in the column of its name. */
function readMember(name: string, value: unknown, { read }: Column): unknown {
  if (Array.isArray(value)) return listOf(value);
  if (name === 'description') return availableText(value);
  return read === numberCell ? numberOf(value) : read(stringOf(value));
}

/**
 * The facts of an entry whose members are named like the columns of an import; `more` are values that the entry does not have, or in another
 * form.
 */
export function factsOfEntry<Facts, Values>(
  { columns, read }: Pick<ImportKindDefinition<Facts, Values>, 'columns' | 'read'>,
  entry: ServiceEntry,
  more: Mapping = {},
): Given<Facts> {
  const own = Object.entries(columns).map(([name, column]) => {
    return [column.member ?? name, readMember(name, entry.value[name], column)] as const;
  });
  const values = Object.entries({ ...Object.fromEntries(own), ...more }).filter(([, value]) => value !== undefined);
  // Wrong types are reported after the merge, as those of rows.
  const given = Object.fromEntries(values) as unknown as Values & { readonly parameters?: RawValues };
  return givenBy(entry, read?.(given).facts ?? (given as unknown as Facts));
}

/** The strings in a list. */
export const namesIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

/**
 * Creates items and problems from a service's content. Their place is the response's URL, with a JSON pointer as its fragment. An entry's
 * members can have any type; the check of the merged data reports wrong types.
 */

import type { Mapping } from '../../catalogue/files/mapping.ts';
import { responseSchemas } from '../../catalogue/response-schemas.ts';
import type { Catalogue } from '../../catalogue/types.ts';
import type { Place, Problem } from '../../report/problems.ts';
import type { CsvColumn } from '../csv/columns.ts';
import { type ReadRow, type RowForm, toItem } from '../kinds/import-kind.ts';
import type { SourceItem, SourceRecord } from '../merge/records.ts';
import type { ResponseValue } from './service.ts';
import type { ServiceEntry } from './service-content.ts';

/** The service sends this for missing text. */
const NOT_AVAILABLE = 'na';

/** An item with one record. */
export const itemOf = (found: ResponseValue, record: SourceRecord): SourceItem =>
  toItem(placeOf(found), { label: record.label, records: [record] });

/** A value as a string; empty if the value is missing. Objects become JSON, which the import's checks reject and show. */
export function stringOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value).trim();
}

/** A value as a string; undefined if the string is empty. */
export const optionalText = (value: unknown): string | undefined => stringOf(value) || undefined;

/** The name of a default parameter, which the service also writes with hyphens. Other parameters keep their names. */
export const defaultParameterName = (value: unknown): string => stringOf(value).replaceAll('-', '_');

/** A value as a string; undefined if the string is empty or the placeholder for missing text. */
export function availableText(value: unknown): string | undefined {
  const text = optionalText(value);
  return text === NOT_AVAILABLE ? undefined : text;
}

/** A number; undefined if the value is missing. Other values are returned as strings. */
export function numberOf(value: unknown): number | string | undefined {
  // Adding 0 turns -0 into 0, because a data file would show the sign.
  return typeof value === 'number' && Number.isFinite(value) ? value + 0 : optionalText(value);
}

/** The values in a list as strings, without empty strings; undefined if no strings remain. */
export function nonEmptyTexts(value: unknown): string[] | undefined {
  const texts = (Array.isArray(value) ? value : [value]).map(stringOf).filter((text) => text !== '');
  return texts.length > 0 ? texts : undefined;
}

/** A member's value, in the form in which an import reads a cell in the column with the same name. */
function readMember(name: string, value: unknown, { type, read }: CsvColumn): unknown {
  if (Array.isArray(value)) return nonEmptyTexts(value);
  if (name === 'description') return availableText(value);
  return type === 'text' ? read?.(stringOf(value)) : numberOf(value);
}

/** An entry, and the values that it lacks or has in a different form. */
export type EntryWithMore = readonly [entry: ServiceEntry, more?: Mapping];

/** Reads entries whose members are named like an import's columns. */
export function readEntries(form: RowForm, entries: readonly EntryWithMore[], catalogue: Catalogue): SourceItem[] {
  const values = entries.map(([entry, more = {}]) => {
    const own = Object.entries(form.columns).map(([name, column]) => {
      return [column.member ?? name, readMember(name, entry.value[name], column)] as const;
    });
    const all = Object.entries({ ...Object.fromEntries(own), ...more }).filter(([, value]) => value !== undefined);
    return Object.fromEntries(all);
  });
  const read = form.readAll(values, catalogue);
  return entries.map(([entry], n) => toItem(placeOf(entry), read[n] as ReadRow));
}

/** The strings in a list. */
export const namesIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

/** The place of a value, or of one of its members. */
export function placeOf({ url, pointer }: ResponseValue, member = ''): Place {
  const whole = `${pointer}${member === '' ? '' : `/${member}`}`;
  return { file: whole === '' ? url : `${url}#${whole}`, line: 1, column: 1 };
}

/** The fix for warnings that are only informative. */
export const NO_ACTION = 'no action needed';

/** A warning about content that is read although something is unusual. */
export function serviceWarning(found: ResponseValue, member: string, message: string, fix: string): Problem {
  return { ...placeOf(found, member), code: 'W211', message, fix };
}

/** An entry that is skipped because of a member. Its record is not missing from the service. */
export function skippedEntry(found: ResponseValue, member: string, record: SourceRecord, message: string): SourceItem {
  const place = placeOf(found, member);
  const problems: Problem[] = [{ ...place, code: 'D180', message, fix: 'none: links are always derived' }];
  return { place, label: record.label, records: [{ ...record, isOnlyNamed: true }], problems };
}

/** Members that the real service sends in addition to those in the contract. They are not needed, so they cause no warning. */
const WITHOUT_USE: ReadonlySet<string> = new Set([
  // In a parameter: the number of decimal places shown on a page.
  'decimal_places',
  // In a dataset. `npoints` divided by `duration` is its sample rate.
  'frame_type',
  'npoints',
  'duration',
  'npoints_QI',
  'data_quality_bits',
  'injection_bits',
]);

/** Names of all members in a collection's response schemas, at any depth. */
function membersOf(collection: string): Set<string> {
  const names = new Set(WITHOUT_USE);
  const schemas = [...responseSchemas()].filter(([name]) => name.startsWith(`${collection}-`));
  // `JSON.stringify` visits every member in the schemas.
  JSON.stringify(schemas, (key, value) => {
    if (key === 'properties') for (const name of Object.keys(value as object)) names.add(name);
    return value;
  });
  return names;
}

/** Finds members that the contract does not define. Reports each name once per collection. */
export class MemberCheck {
  /** The names that are known or already reported, by collection. */
  readonly #known = new Map<string, Set<string>>();

  check(collection: string, found: ResponseValue): Problem[] {
    const known = this.#known.get(collection) ?? membersOf(collection);
    this.#known.set(collection, known);
    const warnings: Problem[] = [];
    const look = (value: unknown, path: string): void => {
      if (typeof value !== 'object' || value === null) return;
      for (const [name, one] of Object.entries(value)) {
        const at = path === '' ? name : `${path}/${name}`;
        if (Array.isArray(value) || known.has(name)) {
          look(one, at);
          continue;
        }
        known.add(name);
        const message = `${collection.replaceAll('-', ' ')} have a member "${name}", which the data format does not support`;
        warnings.push(serviceWarning(found, at, message, NO_ACTION));
      }
    };
    look(found.value, '');
    return warnings;
  }
}

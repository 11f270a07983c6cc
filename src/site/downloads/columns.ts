/** The columns of CSV responses and of downloads, and their types, from the response schemas. */

import { type BodySchema, entrySchema, recordSchema } from '../../catalogue/response-schemas.ts';
import { type CollectionName, createCollections } from '../../core/collections/registry.ts';
import type { Compatibility } from '../../core/contract/compatibility.ts';
import { entryLineSets } from '../../core/contract/line-sets.ts';
import type { EventVersionEntry, ParameterObject } from '../../core/contract/wire.ts';
import { PARAMETER_LISTS } from '../../core/listing/csv.ts';

/**
 * `time`: UTC without a zone, as in responses. `list`: strings joined with `|`, as in CSV. `parameters`: a list of parameter objects, which
 * takes up four columns for each of the catalogue's parameters.
 */
export type ColumnType = 'text' | 'link' | 'integer' | 'number' | 'flag' | 'time' | 'list' | 'parameters';

/** Column types by member, in column order. */
export type DownloadColumns = Readonly<Record<string, ColumnType>>;

/** The form of all tables, whatever form the site's responses have. Downloads in JSON have the form of responses. */
export const DOWNLOAD_FORM: Compatibility = 'specification';

/** The pattern of times in the response schemas, and the start of the patterns of links below a base URL. */
const TIME_PATTERN = '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}$';
const LINK_PATTERN = '^https?://[^?# ]+/';

/** The type of a member's column; null for lists of other objects, which do not fit in a table. */
function columnType(name: string, { type, pattern, enum: values, const: value, items }: BodySchema): ColumnType | null {
  if (PARAMETER_LISTS.includes(name)) return 'parameters';
  if (items) return items.properties ? null : 'list';
  const example = value ?? values?.[0];
  const types = [type ?? (Number.isInteger(example) ? 'integer' : typeof example)].flat();
  if (types.includes('boolean')) return 'flag';
  if (types.includes('string')) {
    if (pattern === TIME_PATTERN) return 'time';
    return pattern?.startsWith(LINK_PATTERN) ? 'link' : 'text';
  }
  return types.includes('integer') ? 'integer' : 'number';
}

function typeColumns(members: BodySchema['properties'] = {}): DownloadColumns {
  const columns = Object.entries(members).map(([name, schema]) => [name, columnType(name, schema)] as const);
  return Object.fromEntries(columns.filter((column): column is [string, ColumnType] => column[1] !== null));
}

/** The columns of a collection's records: all members except links to listings, which entries do not have. */
export function recordColumns(collection: CollectionName): DownloadColumns {
  const entry = entrySchema(collection).properties ?? {};
  const columns = Object.entries(typeColumns(recordSchema(collection).properties));
  return Object.fromEntries(columns.filter(([name, type]) => type !== 'link' || name in entry));
}

/** The columns of a line set's entries. */
export const entryColumns = (set: string): DownloadColumns => typeColumns(entrySchema(set).properties);

/** The columns of segments, with flag and run. `import segments` expects these names. */
export const segmentColumns = (): DownloadColumns => ({ flag: 'text', run: 'text', ...entryColumns('segments') });

/** Entries that are plain strings have a single column. */
const TEXT_COLUMN = ['name'];

/** Entries lack `decimal_places` unless they are the service's, whose tables of event versions have no detectors. */
function hasColumn(member: string, members: readonly string[], compatibility: Compatibility): boolean {
  if (compatibility === 'specification') return member !== ('decimal_places' satisfies keyof ParameterObject);
  return member !== 'detectors' || !members.includes('shortName' satisfies keyof EventVersionEntry);
}

function entryMembers(set: string, compatibility: Compatibility): readonly string[] {
  const { properties } = entrySchema(set);
  if (!properties) return TEXT_COLUMN;
  const members = Object.keys(properties);
  return members.filter((member) => hasColumn(member, members, compatibility));
}

/** The members of the entries in each line set, in order: the CSV columns. */
export function csvColumns(compatibility: Compatibility): Readonly<Record<string, readonly string[]>> {
  const sets = createCollections().flatMap(entryLineSets);
  return Object.fromEntries(sets.map((set) => [set, entryMembers(set, compatibility)]));
}

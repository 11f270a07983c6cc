/** The columns of CSV responses and of downloads, and their types, from the response schemas. */

import { type BodySchema, entrySchema, recordSchema } from '../../catalogue/response-schemas.ts';
import { type CollectionName, createCollections } from '../../core/collections/registry.ts';
import type { Compatibility } from '../../core/contract/compatibility.ts';
import { entryLineSets } from '../../core/contract/line-sets.ts';
import type { ParameterObject } from '../../core/contract/wire.ts';
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

/** The type of a member's column; null for lists of other objects, which do not fit in a table. A schema says which strings are not text. */
function columnType(name: string, schema: BodySchema): ColumnType | null {
  const { type, enum: values, const: value, items, 'x-column': stated = 'text' } = schema;
  if (PARAMETER_LISTS.includes(name)) return 'parameters';
  if (items) return items.properties ? null : 'list';
  const example = value ?? values?.[0];
  const types = [type ?? (Number.isInteger(example) ? 'integer' : typeof example)].flat();
  if (types.includes('boolean')) return 'flag';
  if (types.includes('string')) return stated;
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
function hasColumn(member: string, collection: string, compatibility: Compatibility): boolean {
  if (compatibility === 'specification') return member !== ('decimal_places' satisfies keyof ParameterObject);
  return member !== 'detectors' || collection !== ('event-versions' satisfies CollectionName);
}

function entryMembers(set: string, collection: string, compatibility: Compatibility): readonly string[] {
  const { properties } = entrySchema(set);
  if (!properties) return TEXT_COLUMN;
  return Object.keys(properties).filter((member) => hasColumn(member, collection, compatibility));
}

/** The members of the entries in each line set, in order: the CSV columns. */
export function csvColumns(compatibility: Compatibility): Readonly<Record<string, readonly string[]>> {
  const columns = createCollections().flatMap((collection) =>
    entryLineSets(collection).map((set) => [set, entryMembers(set, collection.name, compatibility)] as const),
  );
  return Object.fromEntries(columns);
}

/** Writes JSON for wire types from rendered members: a missing or misspelt member does not compile. */

import { floatText } from '../../core/base/float-text.ts';
import type { CollectionName, ListingPath } from '../../core/collections/registry.ts';
import { ID_PLACEHOLDER } from '../../core/contract/collection.ts';
import { API_ROOT, recordPath } from '../../core/contract/paths.ts';
import { BASE_URL_MARKER, RECORD_ENDING_MARKER } from '../../core/listing/pack.ts';

/** The members of a wire type as JSON, in the order of the type; undefined members are left out. */
export type Members<Wire> = {
  readonly [name in keyof Wire]-?: undefined extends Wire[name] ? string | undefined : string;
};

/** `"name":value,...`. Uses join, because a string that is concatenated step by step is copied again when it is used. */
export function membersOf<Wire>(members: Members<Wire>): string {
  const texts: string[] = [];
  for (const name in members) {
    const value = members[name];
    if (value !== undefined) texts.push(`"${name}":${value}`);
  }
  return texts.join(',');
}

/** `{"name":value,...}`. */
export const objectOf = <Wire>(members: Members<Wire>): string => `{${membersOf<Wire>(members)}}`;

/** JSON of strings, finite numbers (in JavaScript's shortest form), booleans, null, and arrays and objects of these. */
export const plain = (value: unknown): string => JSON.stringify(value);

/** `[item,...]` from rendered items. */
export const arrayOf = (items: readonly string[]): string => `[${items.join(',')}]`;

/** A parameter's value, or an event's time; null if it is missing. */
export const float = (value: number | null | undefined): string => (value == null ? 'null' : floatText(value));

/** Placeholder for the query of a generated link until a pack's lines are written; see `compatibility.ts`. */
export const LINK_QUERY_MARKER = '\u0003';

/** A link below the base URL; `path` must not contain characters that JSON escapes. */
export const link = (path: string): string => `"${BASE_URL_MARKER}/${path}"`;

/** Paths of listings below one record. */
type NestedPlace = Exclude<Extract<ListingPath, `${string}/{}/${string}`>, `${string}{}${string}{}${string}`>;

/** The link to a listing below a record: `nestedLink('runs/{}/strain-files', 'O1')`. */
export const nestedLink = (place: NestedPlace, id: string): string =>
  link(`${API_ROOT}/${place.replace(ID_PLACEHOLDER, id)}${RECORD_ENDING_MARKER}${LINK_QUERY_MARKER}`);

/** The link to a record, as in `detail_url`. */
export const recordLink = (collection: CollectionName, id: string): string =>
  link(`${recordPath(collection, id)}${RECORD_ENDING_MARKER}${LINK_QUERY_MARKER}`);

/** Writes JSON objects whose members are in a given order and already rendered. Build time; pure. */

import { recordPath, withLinkFormat } from '../contract/paths.ts';
import type { ListingName } from '../contract/wire.ts';
import { BASE_URL_MARKER, RECORD_ENDING_MARKER } from '../listing/pack.ts';

/** Members as [name, rendered value]; a value that is undefined is left out. */
export type Members = readonly (readonly [name: string, value: string | undefined])[];

/** `{"name":value,...}`. */
export function objectOf(members: Members): string {
  let text = '';
  for (const [name, value] of members) {
    if (value !== undefined) text += `${text === '' ? '' : ','}"${name}":${value}`;
  }
  return `{${text}}`;
}

/** Adds members to a rendered object, behind those that it has. */
export function extend(object: string, members: Members): string {
  return `${object.slice(0, -1)},${objectOf(members).slice(1)}`;
}

/** Strings, numbers in JavaScript's shortest form, booleans, null, and arrays of them. */
export const plain = (value: unknown): string => JSON.stringify(value);

export const arrayOf = (items: readonly string[]): string => `[${items.join(',')}]`;

/** GPS seconds of an event: always one decimal, as the service writes it. */
export const oneDecimal = (value: number): string => value.toFixed(1);

/** A link below the base URL; `path` has no characters that JSON escapes. */
export const link = (path: string): string => `"${BASE_URL_MARKER}/${path}"`;

/** The link to a record, as `detail_url` has it. */
export const recordLink = (listing: ListingName, id: string): string =>
  link(withLinkFormat(`${recordPath(listing, id)}${RECORD_ENDING_MARKER}`));

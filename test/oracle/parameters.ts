/**
 * Reads the query string of a request by the contract's decision table, with one plain function per type of value.
 *
 * In: the text after the first `?`. Out: parameters by name, or the reason why a value is invalid. Nothing is clever here: each function
 * implements its row of the table.
 */

/** A given value: its decoded text, or null if its percent-encoding is malformed. */
export interface Given {
  readonly text: string | null;
}

/** Every pair of the query with a decodable name, in the order sent. */
export function pairsOf(query: string): { name: string; given: Given }[] {
  const pairs: { name: string; given: Given }[] = [];
  for (const pair of query.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decoded(equals === -1 ? pair : pair.slice(0, equals));
    const text = decoded(equals === -1 ? '' : pair.slice(equals + 1));
    if (name !== null) pairs.push({ name, given: { text } });
  }
  return pairs;
}

function decoded(raw: string): string | null {
  return percentDecoded(raw.split('+').join(' '));
}

/** Null if `%` lacks two hex digits or the bytes are not UTF-8. */
export function percentDecoded(raw: string): string | null {
  try {
    return decodeURIComponent(raw);
  } catch {
    return null;
  }
}

/** The meaning of a parameter's text: `value`, and its canonical spelling for links (null: left out). */
export type Parsed<T> = { ok: true; value: T; canonical: string | null } | { ok: false };

const INVALID = { ok: false } as const;

/** GPS seconds as an integer. `1126256640.000` is 1126256640; `-0` is 0. */
export function gpsSeconds(text: string): Parsed<number> {
  if (!/^-?[0-9]+(\.0+)?$/.test(text)) return INVALID;
  const exact = BigInt(text.split('.')[0] ?? '');
  const limit = BigInt(Number.MAX_SAFE_INTEGER);
  if (exact > limit || exact < -limit) return INVALID;
  return { ok: true, value: Number(exact), canonical: exact.toString() };
}

/** A bound of a range filter. */
export function finiteNumber(text: string): Parsed<number> {
  if (!/^[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?$/.test(text)) return INVALID;
  const number = Number(text);
  if (!Number.isFinite(number)) return INVALID;
  const value = number === 0 ? 0 : number;
  return { ok: true, value, canonical: String(value) };
}

export function flag(text: string): Parsed<boolean> {
  if (['', 'true', 'True', '1'].includes(text)) return { ok: true, value: true, canonical: 'true' };
  if (['false', 'False', '0'].includes(text)) return { ok: true, value: false, canonical: null };
  return INVALID;
}

export function oneOf(text: string, allowed: readonly string[]): Parsed<string> {
  return allowed.includes(text) ? { ok: true, value: text, canonical: text } : INVALID;
}

/** Comma-separated; canonical is sorted by code unit and without duplicates. */
export function listOf(text: string, allowed: readonly string[]): Parsed<string[]> {
  const elements = text.split(',');
  if (!elements.every((element) => allowed.includes(element))) return INVALID;
  const value = [...new Set(elements)].sort(byCodeUnit);
  return { ok: true, value, canonical: value.join(',') };
}

/** ASCII case is ignored; `hdf5` is `hdf`. `allowed` in lower case. */
export function fileFormat(text: string, allowed: readonly string[]): Parsed<string> {
  const lowerCase = asciiLowerCase(text);
  if (!allowed.includes(lowerCase)) return INVALID;
  const value = lowerCase === 'hdf5' ? 'hdf' : lowerCase;
  return { ok: true, value, canonical: value };
}

/** At most 100 characters; compared in ASCII lower case. */
export function searchText(text: string): Parsed<string> {
  if ([...text].length > 100) return INVALID;
  const value = asciiLowerCase(text);
  return { ok: true, value, canonical: value === '' ? null : value };
}

/** 1 to 1000; above 1000 it is 1000. */
export function pageSize(text: string): Parsed<number> {
  if (!/^[0-9]+$/.test(text) || Number(text) === 0) return INVALID;
  const value = Math.min(Number(text), 1000);
  return { ok: true, value, canonical: value === 20 ? null : String(value) };
}

/** 1 or more. Whether the page exists is not known here. */
export function pageNumber(text: string): Parsed<number> {
  if (!/^[0-9]+$/.test(text) || Number(text) === 0) return INVALID;
  return { ok: true, value: Number(text), canonical: String(Number(text)) };
}

export function asciiLowerCase(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

export function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * The parts of Python's behaviour that affect requests or results: how values are written in a URL, and the errors for unexpected
 * responses. A bigint stands for Python's int, a number for its float: `1187008881.0`, not `1187008881`.
 */

export type PyNumber = bigint | number;
export type PyValue = PyNumber | string | boolean;

/** Formats a value like `str()`. Floats are GPS seconds and tolerances here, which need no exponent. */
function pyText(value: PyValue): string {
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'number' && Number.isInteger(value)) return value.toFixed(1);
  return String(value);
}

/** A sum is an int only if both numbers are. */
export const add = (a: PyNumber, b: PyNumber): PyNumber =>
  typeof a === 'bigint' && typeof b === 'bigint' ? a + b : Number(a) + Number(b);

export const toInt = (value: PyNumber): bigint => BigInt(Math.trunc(Number(value)));

/** Encodes a value like `urlencode`: only letters, digits and `_.-~` are unchanged, a space becomes `+`. */
function quote(value: PyValue): string {
  const escaped = encodeURIComponent(pyText(value)).replace(/%20/g, '+');
  return escaped.replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** Query with the parameters that have a value, in the given order. Without parameters, no `?`. */
export function queryOf(parameters: Readonly<Record<string, PyValue | undefined>>): string {
  const pairs = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [`${quote(name)}=${quote(value)}`],
  );
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

/** Throws the error that a Python user would see. */
export function raise(name: 'HTTPError' | 'KeyError' | 'TypeError' | 'ValueError', message: string): never {
  throw Object.assign(new Error(message), { name });
}

export type Entry = Readonly<Record<string, unknown>>;

/** `entry[name]`: a KeyError if the member is missing. */
export function member(entry: Entry, name: string): unknown {
  return Object.hasOwn(entry, name) ? entry[name] : raise('KeyError', name);
}

export function numberIn(entry: Entry, name: string): number {
  const value = member(entry, name);
  return typeof value === 'number' ? value : raise('TypeError', `${name} is ${JSON.stringify(value)}, not a number`);
}

export function textIn(entry: Entry, name: string): string {
  const value = member(entry, name);
  return typeof value === 'string' ? value : raise('TypeError', `${name} is ${JSON.stringify(value)}, not a text`);
}

export function textsIn(entry: Entry, name: string): readonly string[] {
  const value = member(entry, name);
  if (Array.isArray(value) && value.every((text) => typeof text === 'string')) return value;
  return raise('TypeError', `${name} is ${JSON.stringify(value)}, not a list of texts`);
}

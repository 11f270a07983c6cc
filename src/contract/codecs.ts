/**
 * Codecs for parameter values: query string text <-> value. Strict in both directions: `parse` returns `undefined` unless the whole
 * text is valid, and parse(format(v)) = v, which gives every value one canonical spelling.
 *
 * In: the decoded text of one parameter. Out: its value. Pure. docs/contract.md lists the accepted spellings.
 */

import type { Description } from './wire.ts';

export type Kind = Description['parameters'][number]['type'];

export interface Codec<T> {
  readonly kind: Kind;
  /** Undefined if the text is invalid. */
  parse(text: string): T | undefined;
  /** The canonical spelling. */
  format(value: T): string;
  /** Describes valid texts in the message of a 400: "must be <expected>". */
  readonly expected: string;
  /** Every valid value, if the set is finite. */
  readonly allowed?: readonly string[];
}

/** Turns -0, which has no spelling of its own, into 0. */
const withoutNegativeZero = (value: number): number => (value === 0 ? 0 : value);

/** Whole GPS seconds; decimals must be zero. `"1126259462.0"` -> 1126259462. */
export const gpsSecond: Codec<number> = {
  kind: 'GPS second',
  expected: 'a whole number of GPS seconds, within 2^53 - 1',
  parse(text) {
    if (!/^-?\d+(\.0+)?$/.test(text)) return undefined;
    const value = Number(text);
    return Number.isSafeInteger(value) ? withoutNegativeZero(value) : undefined;
  },
  format: String,
};

/** A finite decimal number. `"+1.50e1"` -> 15. */
export const decimal: Codec<number> = {
  kind: 'number',
  expected: 'a finite decimal number',
  parse(text) {
    if (!/^[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?$/.test(text)) return undefined;
    const value = Number(text);
    return Number.isFinite(value) ? withoutNegativeZero(value) : undefined;
  },
  format: String,
};

const asciiDigits = /^[0-9]+$/;

/** 1 to `max`; larger numbers become `max`, 0 is invalid. `pageSize(1000).parse("5000")` -> 1000. */
export function pageSizeUpTo(max: number): Codec<number> {
  return {
    kind: 'integer',
    expected: `a whole number from 1 to ${max}`,
    parse(text) {
      if (!asciiDigits.test(text)) return undefined;
      const value = Math.min(Number(text), max);
      return value >= 1 ? value : undefined;
    },
    format: String,
  };
}

/** A 1-based page number. Numbers too large to be exact become Infinity, which is always out of range. */
export const pageNumber: Codec<number> = {
  kind: 'integer',
  expected: 'a page number from 1 to num_pages',
  parse(text) {
    if (!asciiDigits.test(text)) return undefined;
    const value = Number(text);
    if (value < 1) return undefined;
    return Number.isSafeInteger(value) ? value : Number.POSITIVE_INFINITY;
  },
  format: String,
};

/** One of `values`, spelled exactly the same. */
export function oneOf(values: readonly string[]): Codec<string> {
  return {
    kind: 'enum',
    expected: `one of ${values.join(', ')}`,
    allowed: values,
    parse: (text) => (values.includes(text) ? text : undefined),
    format: (value) => value,
  };
}

/** One of the names, ignoring ASCII case; several names can share a value. The canonical spelling is that of the value. */
export function aliasOf(names: Readonly<Record<string, string>>): Codec<string> {
  const values = new Map(Object.entries(names));
  return {
    kind: 'enum',
    expected: `one of ${[...values.keys()].join(', ')}`,
    allowed: [...values.keys()],
    parse: (text) => values.get(asciiLowerCase(text)),
    format: (value) => value,
  };
}

/** Comma-separated members of `values`. The parsed list is sorted by code unit and has no duplicates. */
export function listOf(values: readonly string[]): Codec<readonly string[]> {
  const known = new Set(values);
  return {
    kind: 'list',
    expected: 'a comma-separated list of allowed values',
    allowed: values,
    parse(text) {
      const names = text.split(',');
      return names.every((name) => known.has(name)) ? [...new Set(names)].sort() : undefined;
    },
    format: (value) => value.join(','),
  };
}

/** The texts for true and false; the empty one is a parameter without a value. */
export const TRUE_SPELLINGS: readonly string[] = ['', 'true', 'True', '1'];
export const FALSE_SPELLINGS: readonly string[] = ['false', 'False', '0'];

export const flag: Codec<boolean> = {
  kind: 'flag',
  expected: 'true or false',
  allowed: ['true', 'false'],
  parse(text) {
    if (TRUE_SPELLINGS.includes(text)) return true;
    return FALSE_SPELLINGS.includes(text) ? false : undefined;
  },
  format: String,
};

/** Lower-cases the 26 ASCII letters only: independent of the locale, and the length never changes. */
export function asciiLowerCase(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** At most `max` characters (Unicode code points); ASCII case is ignored. */
export function caselessText(max: number): Codec<string> {
  return {
    kind: 'text',
    expected: `at most ${max} characters`,
    parse: (text) => (text.length <= 2 * max && [...text].length <= max ? asciiLowerCase(text) : undefined),
    format: (value) => value,
  };
}

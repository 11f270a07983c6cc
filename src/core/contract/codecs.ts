/**
 * Codecs that convert parameter values from and to their spellings in query strings. They are strict in both directions: `parse` returns
 * `undefined` unless the whole string is valid, and parse(format(v)) = v, which gives every value one canonical spelling.
 *
 * The strings are already decoded. docs/contract.md lists the accepted spellings.
 */

import type { Description } from './wire.ts';

/** The kind of value, as in the OPTIONS body. */
export type Kind = Description['parameters'][number]['type'];

/** Parses and formats a parameter's values. */
export interface Codec<T> {
  readonly kind: Kind;
  /** Returns undefined if the text is invalid. */
  parse(text: string): T | undefined;
  /** The canonical spelling. */
  format(value: T): string;
  /** Describes valid text in a 400's message: "must be <expected>". */
  readonly expected: string;
  /** Every valid value, if the set is finite. */
  readonly allowed?: readonly string[];
  /** Maximum length of a value's spelling, in characters. */
  readonly maxLength?: number;
}

/** Codec for numbers that match `form` and pass `isValid`. `limited` replaces values that are out of range. */
function numberIn(
  form: RegExp,
  isValid: (value: number) => boolean,
  { kind, expected }: Pick<Codec<number>, 'kind' | 'expected'>,
  limited: (value: number) => number = (value) => value,
): Codec<number> {
  return {
    kind,
    expected,
    parse(text) {
      const value = form.test(text) ? Number(text) : Number.NaN;
      // Adding 0 turns -0, which has no canonical spelling, into 0.
      return isValid(value) ? limited(value) + 0 : undefined;
    },
    format: String,
  };
}

/** Whole GPS seconds; decimals must be zero. `"1126259462.0"` -> 1126259462. */
export const gpsSecond = numberIn(/^-?\d+(\.0+)?$/, Number.isSafeInteger, {
  kind: 'GPS second',
  expected: 'whole GPS seconds, within 2^53 - 1',
});

/** A finite decimal number. `"+1.50e1"` -> 15. */
export const decimal = numberIn(/^[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?$/, Number.isFinite, {
  kind: 'number',
  expected: 'a finite decimal number',
});

const countingNumber = (expected: string, limited: (value: number) => number): Codec<number> =>
  numberIn(/^\d+$/, (value) => value >= 1, { kind: 'integer', expected }, limited);

/** 1 to `max`; larger numbers become `max`, 0 is invalid. `pageSizeUpTo(1000).parse("5000")` -> 1000. */
export const pageSizeUpTo = (max: number): Codec<number> =>
  countingNumber(`a whole number from 1 to ${max}`, (value) => Math.min(value, max));

/** A 1-based page number. Numbers too large to be exact become the largest exact number, which is out of range too. */
export const pageNumber = countingNumber('a page number from 1 to num_pages', (value) =>
  Math.min(value, Number.MAX_SAFE_INTEGER),
);

function enumOf(values: readonly string[], parse: Codec<string>['parse']): Codec<string> {
  return { kind: 'enum', expected: `one of ${values.join(', ')}`, allowed: values, parse, format: String };
}

/** One of `values`, spelled exactly. */
export function oneOf(values: readonly string[]): Codec<string> {
  return enumOf(values, (text) => (values.includes(text) ? text : undefined));
}

/** One of the names, ignoring ASCII case; several names can share a value. The value is the canonical spelling. */
export function aliasOf(names: Readonly<Record<string, string>>): Codec<string> {
  const values = new Map(Object.entries(names));
  return enumOf([...values.keys()], (text) => values.get(asciiLowerCase(text)));
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

/** The words for true and false. */
export const TRUE_WORDS: readonly string[] = ['true', 'True', '1'];
export const FALSE_WORDS: readonly string[] = ['false', 'False', '0'];

/** True or false; a parameter without a value is true. */
export const flag: Codec<boolean> = {
  kind: 'flag',
  expected: 'true or false',
  allowed: ['true', 'false'],
  parse(text) {
    if (text === '' || TRUE_WORDS.includes(text)) return true;
    return FALSE_WORDS.includes(text) ? false : undefined;
  },
  format: String,
};

/** Lower-cases only the 26 ASCII letters: the result does not depend on the locale, and the length never changes. */
export function asciiLowerCase(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** Codec for text of at most `max` characters (Unicode code points). ASCII case is ignored; the canonical spelling is lower case. */
export function caselessText(max: number): Codec<string> {
  return {
    kind: 'text',
    expected: `at most ${max} characters`,
    maxLength: max,
    parse: (text) => (text.length <= 2 * max && [...text].length <= max ? asciiLowerCase(text) : undefined),
    format: String,
  };
}

/**
 * Codecs of parameter values: text of a query <-> value. Strict both ways: what `parse` does not accept whole is
 * `undefined`, never a guess, and parse(format(v)) = v, so that a value has one canonical spelling.
 *
 * In: the decoded text of one parameter. Out: its value. Pure. The spellings are decisions of the contract (docs/contract.md).
 */

export type Kind = 'GPS second' | 'integer' | 'enum' | 'list' | 'flag' | 'number' | 'text';

export interface Codec<T> {
  readonly kind: Kind;
  /** Undefined where the text is not a spelling of a value. */
  parse(text: string): T | undefined;
  /** The canonical spelling. */
  format(value: T): string;
  /** What a valid text is, for the sentence of a 400: "must be <expected>". */
  readonly expected: string;
  /** Every valid value, where the set is finite. */
  readonly allowed?: readonly string[];
}

/** Normalises -0, which has no spelling of its own. */
const withoutNegativeZero = (value: number): number => (value === 0 ? 0 : value);

/** Whole GPS seconds; decimals are accepted only if they are zeros. `"1126259462.0"` -> 1126259462. */
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

/** 1 to `max`; a larger number is `max`, 0 is not valid. `pageSize(1000).parse("5000")` -> 1000. */
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

/** A 1-based page number. A number too large to be exact is Infinity: out of any range, as it should be. */
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

/** One of `values`, in just that spelling. */
export function oneOf(values: readonly string[]): Codec<string> {
  return {
    kind: 'enum',
    expected: `one of ${values.join(', ')}`,
    allowed: values,
    parse: (text) => (values.includes(text) ? text : undefined),
    format: (value) => value,
  };
}

/** One of the names, ASCII case ignored; several names can have one value. The canonical spelling is the value's. */
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

/** Comma-separated members of `values`; the value is sorted by code unit and without repeats. */
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

/** The texts that mean true and false; an empty one is a parameter given without a value. */
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

/** Lower case for the 26 ASCII letters and nothing else: no locale, and no letter changes its length. */
export function asciiLowerCase(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** At most `max` characters (Unicode code points); ASCII case does not matter. */
export function caselessText(max: number): Codec<string> {
  return {
    kind: 'text',
    expected: `at most ${max} characters`,
    parse: (text) => (text.length <= 2 * max && [...text].length <= max ? asciiLowerCase(text) : undefined),
    format: (value) => value,
  };
}

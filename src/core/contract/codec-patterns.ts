/**
 * What codecs accept, as regular expressions, for hosts that match strings and run no code. Kept apart from the codecs because those
 * are bundled with request handlers. Build time; pure.
 */

import { type Codec, FALSE_SPELLINGS, TRUE_SPELLINGS } from './codecs.ts';

/** Accepted spellings of a value: every string that the whole pattern matches. */
export interface Spellings {
  readonly pattern: string;
  /** The canonical spelling; `$1` stands for the pattern's group. */
  readonly canonical: string;
}

/** Escapes a string for use in a regular expression. */
export const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const oneOf = (texts: readonly string[]): string => texts.map(escapePattern).join('|');

/** Maximum digits of a whole number; no page or page size needs more. */
const MAX_DIGITS = 9;

/**
 * The spellings that a codec accepts. Whole numbers are limited to MAX_DIGITS digits after leading zeros. Throws RangeError for
 * codecs that rewrite rules never match. `spellingsOf(flag)[1]` is `{ pattern: '(?:false|False|0)', canonical: 'false' }`.
 */
export function spellingsOf({ kind, allowed = [] }: Pick<Codec<unknown>, 'kind' | 'allowed'>): readonly Spellings[] {
  if (kind === 'flag') {
    return [
      { pattern: `(?:${oneOf(TRUE_SPELLINGS)})`, canonical: String(true) },
      { pattern: `(?:${oneOf(FALSE_SPELLINGS)})`, canonical: String(false) },
    ];
  }
  if (kind === 'integer') return [{ pattern: `0*([1-9][0-9]{0,${MAX_DIGITS - 1}})`, canonical: '$1' }];
  if (kind === 'enum') return [{ pattern: `(${oneOf(allowed)})`, canonical: '$1' }];
  throw new RangeError(`values of the kind "${kind}" have no patterns`);
}

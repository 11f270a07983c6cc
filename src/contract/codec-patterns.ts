/**
 * What codecs accept, as regular expressions, for hosts that match texts and run no code. Kept apart from the codecs, which request
 * handlers carry with them. Build time; pure.
 */

import { type Codec, FALSE_SPELLINGS, TRUE_SPELLINGS } from './codecs.ts';

/** Spellings of values: every text that the pattern matches whole is one. */
export interface Spellings {
  readonly pattern: string;
  /** The canonical spelling; `$1` is what the pattern's group matches. */
  readonly canonical: string;
}

/** A text that means itself in a regular expression. */
export const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const oneOf = (texts: readonly string[]): string => texts.map(escapePattern).join('|');

/** Digits of a whole number at most; there are neither pages nor page sizes beyond. */
const MAX_DIGITS = 9;

/**
 * Spellings that a codec accepts. Of whole numbers those that are written in few digits, leading zeros aside; throws RangeError for
 * a kind that no rule has to read. `spellingsOf(flag)[1]` is `{ pattern: '(?:false|False|0)', canonical: 'false' }`.
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

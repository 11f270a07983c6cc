/** Patterns agree with the codecs: they match the texts that a codec parses, and give the spelling that it formats. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spellingsOf } from '../../../src/core/contract/codec-patterns.ts';
import { type Codec, decimal, flag, oneOf, pageNumber, pageSizeUpTo } from '../../../src/core/contract/codecs.ts';
import { propertyRuns } from '../../support/property-runs.ts';

/** The canonical spelling according to the patterns, or undefined. */
function read<T>(codec: Codec<T>, text: string): string | undefined {
  for (const { pattern, canonical } of spellingsOf(codec)) {
    const found = new RegExp(`^(?:${pattern})$`).exec(text);
    if (found) return canonical.replace('$1', found[1] ?? '');
  }
  return undefined;
}

function parsed<T>(codec: Codec<T>, text: string): string | undefined {
  const value = codec.parse(text);
  return value === undefined ? undefined : codec.format(value);
}

const characters = fc.constantFrom(
  ...['0', '1', '9', '.', '-', '+', 'e', ' ', 'a', '|', 't', 'true', 'True', 'false', 'api', 'a.b'],
);
const texts = fc.array(characters, { maxLength: 9 }).map((pieces) => pieces.join(''));

describe('spellingsOf', () => {
  it.each<[string, Codec<never>]>([
    ['a flag', flag as Codec<never>],
    ['page numbers', pageNumber as Codec<never>],
    ['page sizes', pageSizeUpTo(999_999_999) as Codec<never>],
    ['an enumeration', oneOf(['api', 'a.b', 'a|b']) as Codec<never>],
  ])('%s: agrees with the codec', (_, codec) => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(read(codec, text)).toBe(parsed(codec, text));
      }),
      { numRuns: propertyRuns(3000) },
    );
  });

  it('whole numbers have at most nine digits, not counting leading zeros', () => {
    expect(read(pageNumber, '000123456789')).toBe('123456789');
    expect(read(pageNumber, '1234567890')).toBeUndefined();
  });

  it('has no patterns for values that are never in paths', () => {
    expect(() => spellingsOf(decimal)).toThrow(new RangeError('values of the kind "number" have no patterns'));
  });
});

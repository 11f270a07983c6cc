/** Spellings of a parameter in a query string: the same value in many encodings, and strings that cannot be decoded. */
import type { Random } from './random.ts';

/** Characters that need no escape in a query. */
const PLAIN = /[A-Za-z0-9\-_.~!*'():@/?,;$]/;

const bytesOf = new TextEncoder();

/** `text` in one of its encodings: mostly the plain one, sometimes letters escaped, spaces as `+`, hex in lower case. */
export function encoded(random: Random, text: string): string {
  const odd = random.chance(0.15);
  let result = '';
  for (const character of text) {
    if (character === ' ' && random.chance(0.5)) result += '+';
    else if (character === ',' && random.chance(0.5)) result += '%2C';
    else if (PLAIN.test(character) && !(odd && random.chance(0.3))) result += character;
    else result += escaped(character, random.chance(0.3));
  }
  return result;
}

function escaped(character: string, lowerCase: boolean): string {
  let result = '';
  for (const byte of bytesOf.encode(character)) {
    const hex = byte.toString(16).padStart(2, '0');
    result += `%${lowerCase ? hex : hex.toUpperCase()}`;
  }
  return result;
}

/** Raw strings that are invalid percent-encoding or UTF-8 in any interpretation. */
const MALFORMED = [
  '%',
  '%2',
  '%zz',
  '%%',
  '4%',
  '%u0041',
  '%FF',
  '%C0%AF',
  '%ED%A0%80',
  '%E2%82',
  '%F5%80%80%80',
  '%80',
  'true%',
  '%2G',
];

export function malformed(random: Random): string {
  return random.pick(MALFORMED);
}

export function pair(random: Random, name: string, value: string): string {
  if (value === '' && random.chance(0.5)) return encoded(random, name);
  return `${encoded(random, name)}=${encoded(random, value)}`;
}

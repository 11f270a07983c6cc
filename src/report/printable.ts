/**
 * Escapes text from data, servers or file names for reports: terminal control characters, line ends and invisible characters are written as
 * escapes, so untrusted text cannot change how a report looks. Tabs are harmless and are kept.
 */

/** Control characters, line and paragraph separators, and invisible characters such as bidirectional overrides. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;
const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\t' };

function escapeCharacter(character: string): string {
  const known = SHORT[character];
  if (known !== undefined) return known;
  const hex = (character.codePointAt(0) as number).toString(16);
  if (hex.length <= 2) return `\\x${hex.padStart(2, '0')}`;
  return hex.length <= 4 ? `\\u${hex.padStart(4, '0')}` : `\\u{${hex}}`;
}

/** Escapes text for one line of a report: a line feed becomes a backslash and an `n`, an escape character becomes `\x1b`. */
export function printable(text: string): string {
  return text.replace(HIDDEN, escapeCharacter);
}

/** Formats a value as JSON, and also escapes any of the characters above that JSON leaves unescaped. Ends with a line feed. */
export function printableJson(value: unknown): string {
  const text = JSON.stringify(value, null, 2).replace(HIDDEN, (character) => {
    if (character === '\n') return character;
    const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
    return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
  });
  return `${text}\n`;
}

/**
 * Limits YAML and JSON files by what takes much more memory than its text: parsed, a value of two characters takes half a kilobyte, and a
 * blank in JSON 60 bytes. In: the text. Out: a finding, or null. Pure.
 */
import { showCount } from '../../report/count.ts';
import type { Finding } from '../../report/problems.ts';
import { MAX_TEXT_LENGTH } from './yaml-findings.ts';

/** Enough for 250,000 event versions. */
const MAX_VALUES = 2_000_000;

const [LINE_FEED, BLANK, COMMA, BRACKET, BRACE] = [0x0a, 0x20, 0x2c, 0x5b, 0x7b] as const;

/** A finding if the text has too many line feeds, commas and opening brackets (all values but the first follow one of these), or blanks. */
export function findYamlExcess(text: string): Finding | null {
  if (text.length <= MAX_VALUES) return null;
  let values = 1;
  let blanks = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === LINE_FEED || code === COMMA || code === BRACKET || code === BRACE) values++;
    blanks = code <= BLANK ? blanks + 1 : 0;
    if (values > MAX_VALUES) return excess(`${MAX_VALUES / 1e6} million values`, 'split it');
    if (blanks > MAX_TEXT_LENGTH) return excess(`${showCount(MAX_TEXT_LENGTH)} blanks in a row`, 'remove them');
  }
  return null;
}

const excess = (what: string, fix: string): Finding => ({
  code: 'D102',
  message: `the file has more than ${what}`,
  fix,
});

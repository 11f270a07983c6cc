/**
 * Findings in a YAML document that `yaml` does not report, or only in quadratic time. In: a document. Out: findings with their offsets in
 * the text. Linear time. Pure.
 *
 * Aliases are refused: no data file needs them, and resolving them takes quadratic time. So are YAML and JSON files with very many values or
 * blanks, which take much more memory than their text: a value of two characters half a kilobyte, a blank in JSON 60 bytes.
 */
import { type Document, isScalar, type Range, visit } from 'yaml';
import { countOf, showCount } from '../../report/count.ts';
import { type Finding, MAX_PROBLEMS, MORE_PROBLEMS } from '../../report/problems.ts';

/** Maximum characters of a text. Matching a much longer one with a pattern can exhaust the stack, and messages repeat texts. */
export const MAX_TEXT_LENGTH = 100_000;

/** Code of the findings that leave the meaning of a document clear. */
const AMBIGUOUS_NUMBER = 'D117';

export interface DocumentFinding {
  readonly offset: number;
  readonly finding: Finding;
}

/** True if the value of the document can still be used. */
export const isHarmless = ({ finding }: DocumentFinding): boolean => finding.code === AMBIGUOUS_NUMBER;

export function findInDocument(document: Document): DocumentFinding[] {
  const found: DocumentFinding[] = [];
  const add = (range: Range | null | undefined, finding: Finding): void => {
    const offset = range?.[0] ?? 0;
    if (found.length < MAX_PROBLEMS) found.push({ offset, finding });
    else if (found.length === MAX_PROBLEMS) found.push({ offset, finding: MORE_PROBLEMS });
  };
  visit(document, {
    Map(_, { items }) {
      const seen = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        if (seen.has(key.value)) {
          add(key.range, { code: 'D109', message: `key "${key.value}" is given twice`, fix: 'keep one of the two' });
        }
        seen.add(key.value);
      }
    },
    Alias(_, { range }) {
      const message = 'not valid YAML here: aliases are not used';
      add(range, { code: 'D107', message, fix: 'write the value out' });
    },
    Scalar(_, { value, source = '', range }) {
      const length = typeof value === 'string' ? value.length : source.length;
      if (length > MAX_TEXT_LENGTH) {
        const message = `a text of ${countOf(length, 'character')} is too long`;
        add(range, { code: 'D115', message, fix: `use at most ${showCount(MAX_TEXT_LENGTH)}` });
      } else if (typeof value === 'number' && /^[-+]?0[\dxo]/i.test(source)) {
        const message = `the number ${source} can be read in more than one way`;
        const fix = `write ${value} if you mean this number, or put it in quotes if it is text`;
        add(range, { code: AMBIGUOUS_NUMBER, message, fix });
      }
    },
  });
  return found;
}

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

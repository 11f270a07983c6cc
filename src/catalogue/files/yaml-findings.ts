/**
 * Findings in a YAML document that `yaml` does not report, or only in quadratic time. In: a document. Out: findings with their offsets in
 * the text. Linear time. Pure.
 *
 * Aliases are refused: no data file needs them, and resolving them takes quadratic time.
 */
import { type Document, isScalar, type Range, visit } from 'yaml';
import { countOf, showCount } from '../../report/count.ts';
import { type Finding, MAX_PROBLEMS, MORE_PROBLEMS } from '../../report/problems.ts';
import type { SyntaxFinding } from './yaml-syntax.ts';

/** Maximum characters of a text. Matching a much longer one with a pattern can exhaust the stack, and messages repeat texts. */
export const MAX_TEXT_LENGTH = 100_000;

export function findInDocument(document: Document): SyntaxFinding[] {
  const found: SyntaxFinding[] = [];
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
        return;
      }
      if (typeof value !== 'number' || !/^[-+]?0[\dxo]/i.test(source)) return;
      const message = `the number ${source} can be read in more than one way`;
      const fix = `write ${value} if you mean this number, or put it in quotes if it is text`;
      add(range, { code: 'D117', message, fix });
    },
  });
  return found;
}

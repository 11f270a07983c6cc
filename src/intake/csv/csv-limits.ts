/**
 * Limits of CSV files. Files of a few hundred kilobytes can contain 256 MiB when decompressed, and rows and cells take many times their
 * text in memory. In: the text. Out: what is too large, with its line, or null. Pure.
 */
import type { Finding } from '../../report/problems.ts';

/** Ten times the strain files of the shipped catalogue have 750,000. */
const MAX_LINES = 1_000_000;
const MAX_CELLS = 10_000;
/** Characters of a row. */
const MAX_LENGTH = 1 << 20;

const [QUOTE, COMMA, LINE_FEED, CARRIAGE_RETURN] = [0x22, 0x2c, 0x0a, 0x0d] as const;

/** The first line that exceeds a limit; of a row that is too large, its first line. */
export function findExcess(text: string): { readonly line: number; readonly finding: Finding } | null {
  let [line, firstLine, start, cells] = [1, 1, 0, 1];
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) isQuoted = !isQuoted;
    else if (code === COMMA && !isQuoted) cells++;
    else if (code === LINE_FEED || (code === CARRIAGE_RETURN && text.charCodeAt(at + 1) !== LINE_FEED)) {
      line++;
      if (line > MAX_LINES) return excess(line, `more than ${MAX_LINES / 1e6} million lines`, 'split the file');
      if (!isQuoted) [firstLine, start, cells] = [line, at + 1, 1];
    }
    if (cells > MAX_CELLS)
      return excess(firstLine, `a row of more than ${MAX_CELLS} cells`, 'check the quotes and commas');
    if (at - start > MAX_LENGTH)
      return excess(firstLine, 'a row of more than a million characters', 'check the quotes');
  }
  return null;
}

const excess = (line: number, message: string, fix: string) => ({
  line,
  finding: { code: 'D170' as const, message, fix },
});

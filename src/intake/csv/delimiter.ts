/**
 * Finds the separator of the cells of a CSV text, and how its numbers are written. Spreadsheets save semicolons and decimal commas in
 * countries with a decimal comma, such as most of Europe. Pure.
 */
import type { Finding } from '../../report/problems.ts';

/** The delimiters with their names. */
export const DELIMITERS = { ',': 'comma', ';': 'semicolon', '\t': 'tab' } as const;
export type Delimiter = keyof typeof DELIMITERS;

const SIGNS = Object.keys(DELIMITERS) as Delimiter[];

/** Number of lines in which the header may be, because there may be a title above it. */
const FIRST_LINES = 5;
/** Maximum length of these lines, in characters. */
const FIRST_LENGTH = 100_000;

/**
 * The delimiter of a file: the one by which a line of the first five names most columns. A finding if the header has two delimiters and
 * each could separate its cells. `countColumns` says how many cells name a column.
 */
export function findDelimiter(text: string, countColumns: (cells: readonly string[]) => number): Delimiter | Finding {
  const lines = text
    .trimStart()
    .slice(0, FIRST_LENGTH)
    .split(/[\r\n]+/, FIRST_LINES);
  const cellsOf = (line: string, sign: Delimiter) => line.split(sign).map((cell) => cell.replaceAll('"', '').trim());
  const counts = SIGNS.map((sign) => Math.max(...lines.map((line) => countColumns(cellsOf(line, sign)))));
  const most = Math.max(...counts);
  const best = SIGNS.filter((_, n) => counts[n] === most);
  if (most > 1 && best.length === 1) return best[0] as Delimiter;
  const [header = ''] = lines;
  const [found = ',', other] = SIGNS.filter((sign) => header.includes(sign));
  if (other === undefined) return found;
  const message = `the header has ${DELIMITERS[found]}s and ${DELIMITERS[other]}s, and either could separate the cells`;
  return { code: 'D170', message, fix: 'choose one, such as --delimiter ";"' };
}

const DECIMAL_COMMA = /^([-+\u2212]?\d*),(\d+(?:[eE][-+\u2212]?\d+)?)$/;
/** A number with decimals, or one with points between the thousands. */
const MAYBE_THOUSANDS = /^[-+\u2212]?[1-9]\d{0,2}(?:\.\d{3})+$/;

/** The text of a number with a point in place of a decimal comma; any other text unchanged. */
export const withDecimalPoint = (text: string): string => text.replace(DECIMAL_COMMA, '$1.$2');

/** A finding about cells that are numbers with decimals or with thousands, because others have decimal commas. */
export function findDoubt(cells: readonly string[]): Finding | null {
  const doubtful = cells.find((cell) => MAYBE_THOUSANDS.test(cell));
  const comma = doubtful && cells.find((cell) => DECIMAL_COMMA.test(cell));
  if (!comma) return null;
  const message = `"${doubtful}" has decimals or thousands: other numbers have decimal commas, such as "${comma}"`;
  const fix = 'write thousands without points; or use --delimiter ";", which accepts both as decimal separators';
  return { code: 'D170', message, fix };
}

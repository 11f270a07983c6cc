/**
 * What separates the cells of a CSV file, and how its numbers are written. Spreadsheets save semicolons and decimal commas wherever people
 * write those, which is half of Europe. In: text. Pure.
 */
import type { Finding } from '../../report/problems.ts';

/** The delimiters with their names. */
export const DELIMITERS = { ',': 'comma', ';': 'semicolon', '\t': 'tab' } as const;
export type Delimiter = keyof typeof DELIMITERS;

/** The delimiter of a file, or a finding if its header has two. */
export function findDelimiter(text: string): Delimiter | Finding {
  const [header = ''] = text.trimStart().split(/[\r\n]/, 1);
  const [found = ',', other] = (Object.keys(DELIMITERS) as Delimiter[]).filter((sign) => header.includes(sign));
  if (other === undefined) return found;
  const message = `the header has ${DELIMITERS[found]}s and ${DELIMITERS[other]}s, and either could separate the cells`;
  return { code: 'D170', message, fix: 'say which does, such as --delimiter ";"' };
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
  const fix = 'write thousands without points; or use --delimiter ";", with which points and commas are both decimal';
  return { code: 'D170', message, fix };
}

/**
 * Finds out which delimiter a CSV file uses. In countries that use a decimal comma, such as most of Europe, spreadsheets save files with
 * semicolons.
 */
import type { TextPlaces } from '../../catalogue/files/data-file.ts';
import { type Finding, failed, type Reading, toProblem } from '../../report/problems.ts';

/** The delimiters with their names. */
export const DELIMITERS = { ',': 'comma', ';': 'semicolon', '\t': 'tab' } as const;
export type Delimiter = keyof typeof DELIMITERS;

const SIGNS = Object.keys(DELIMITERS) as Delimiter[];

/** Number of lines or rows to search for the header, because there may be a title above it. */
export const HEADER_ROWS = 5;
/** Maximum length of these lines together, in characters. */
const FIRST_LENGTH = 100_000;

/**
 * Finds a file's delimiter: the delimiter that splits one of the first five lines into the largest number of known column names. A problem
 * if the header has two delimiters and either could separate its cells. `countColumns` counts the cells in a line that name a column;
 * `given` is the delimiter that the user states.
 */
export function findDelimiter(
  text: string,
  places: TextPlaces,
  countColumns: (cells: readonly string[]) => number,
  given: Delimiter | undefined,
): Reading<Delimiter> {
  if (given) return { value: given, problems: [] };
  const blank = text.length - text.trimStart().length;
  const lines = [...text.slice(blank, blank + FIRST_LENGTH).matchAll(/[^\r\n]+/g)].slice(0, HEADER_ROWS);
  const cellsOf = (line: string, sign: Delimiter) => line.split(sign).map((cell) => cell.replaceAll('"', '').trim());
  const counts = lines.map(([line]) => SIGNS.map((sign) => countColumns(cellsOf(line, sign))));
  const most = Math.max(...counts.flat());
  const best = SIGNS.filter((_, n) => counts.some((ofLine) => ofLine[n] === most));
  if (most > 1 && best.length === 1) return { value: best[0] as Delimiter, problems: [] };
  const header = lines[counts.findIndex((ofLine) => ofLine.includes(most))];
  const [found = ',', other] = SIGNS.filter((sign) => header?.[0].includes(sign));
  if (other === undefined) return { value: found, problems: [] };
  const message = `the header has ${DELIMITERS[found]}s and ${DELIMITERS[other]}s, and either could separate the cells`;
  const finding: Finding = { code: 'D170', message, fix: 'choose one, such as --delimiter ";"' };
  return failed([toProblem(finding, places.at(blank + (header?.index ?? 0)))]);
}

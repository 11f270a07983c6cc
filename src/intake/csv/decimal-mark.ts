/**
 * Finds out how the numbers in a table are written. One table has one decimal mark. It is decided by numbers that leave no choice, such as
 * `35,6`, `0.250` or `1.234,5`; `1.234` may be a decimal number or have a thousands separator. A number that contradicts the decision is
 * refused, because its value would be a guess.
 */
import type { TextPlaces } from '../../catalogue/files/data-file.ts';
import { type Finding, failed, type Problem, type Reading, toProblem } from '../../report/problems.ts';
import type { Delimiter } from './delimiter.ts';
import { numericPositions, type SpreadsheetTable, type TableRow } from './spreadsheet.ts';

export type DecimalMark = '.' | ',';

/** The marks by the names that `--decimal` takes. */
export const DECIMAL_MARKS = { point: '.', comma: ',' } as const satisfies Record<string, DecimalMark>;
const NAMES = { '.': 'point', ',': 'comma' } as const;
const OTHER = { '.': ',', ',': '.' } as const;

/** A cell that consists of numbers, signs, brackets and separators. */
const NUMERIC_CELL = /^[-+\u2212\u00b1<>\u2264\u2265=$^_{}()[\];/\s\d.,eE]+$/;
const NUMBERS = /(?:\d+(?:[.,]\d+)*|[.,]\d+)(?:[eE][-+\u2212]?\d+)?/g;
/** `1.234` */
const ONE_GROUP = /^[1-9]\d{0,2}[.,]\d{3}$/;
/** `1.234.567`, `1.234,5`, `1.234.567,5` */
const GROUPS = /^[1-9]\d{0,2}(?:(?:\.\d{3}){2,}|(?:,\d{3}){2,}|(?:\.\d{3})+,\d+|(?:,\d{3})+\.\d+)(?:[eE].*)?$/;

/** A number with a mark. */
interface MarkedNumber {
  readonly text: string;
  /** Its decimal mark; null if its only mark may also separate thousands. */
  readonly decimal: DecimalMark | null;
}

function markedNumbers(cell: string): MarkedNumber[] {
  if (!/[.,]/.test(cell) || !NUMERIC_CELL.test(cell)) return [];
  return (cell.match(NUMBERS) ?? []).flatMap((text): MarkedNumber[] => {
    const marks = text.match(/[.,]/g) as DecimalMark[] | null;
    const last = marks?.at(-1);
    if (!marks || !last) return [];
    if (marks.length === 1) return [{ text, decimal: ONE_GROUP.test(text) ? null : last }];
    // Anything else, such as a date, is not a number.
    if (!GROUPS.test(text)) return [];
    return [{ text, decimal: marks[0] === last ? OTHER[last] : last }];
  });
}

/** Replaces decimal commas in a cell's numbers with points. Other text is unchanged. */
export const withPoints = (cell: string, mark: DecimalMark): string =>
  mark === ',' && NUMERIC_CELL.test(cell)
    ? cell.replace(NUMBERS, (number) => (/^\d*,\d+(?:[eE].*)?$/.test(number) ? number.replace(',', '.') : number))
    : cell;

/** A number or a value with errors as it must be written in a table with this decimal mark. */
export const inMark = (text: string, mark: DecimalMark): string => (mark === ',' ? text.replaceAll('.', ',') : text);

/** Finds the decimal mark of a table's numbers. `given` is the mark that the user states. */
export function findDecimalMark(
  table: SpreadsheetTable,
  places: TextPlaces,
  delimiter: Delimiter,
  given?: DecimalMark,
): Reading<DecimalMark> {
  const { rows } = table;
  const positions = [...numericPositions(table).values()];
  const decisive = given === undefined ? firstNumber(rows, positions, ({ decimal }) => decimal !== null) : undefined;
  const mark = given ?? decisive?.number.decimal ?? null;
  if (mark === null) {
    // Commas separate the cells, so a number without quotes has no decimal comma.
    const doubtful = firstNumber(rows, positions, ({ text }) => delimiter !== ',' || text.includes(','));
    if (!doubtful) return { value: '.', problems: [] };
    return failed([toProblem(doubtFinding(doubtful.number.text), places.ofLine(doubtful.line))]);
  }
  const reason = decisive
    ? `"${decisive.number.text}" in line ${decisive.line} has a decimal ${NAMES[mark]}`
    : `--decimal is ${NAMES[mark]}`;
  const isOther = ({ text, decimal }: MarkedNumber): boolean =>
    decimal === null ? text.includes(OTHER[mark]) : decimal !== mark;
  const contradictions = rows.flatMap((row): Problem[] => {
    const found = firstNumber([row], positions, isOther);
    return found ? [toProblem(contradiction(found.number, mark, reason), places.ofLine(found.line))] : [];
  });
  return contradictions.length > 0 ? failed(contradictions) : { value: mark, problems: [] };
}

function firstNumber(
  rows: readonly TableRow[],
  positions: readonly number[],
  isWanted: (number: MarkedNumber) => boolean,
) {
  for (const { cells, line } of rows) {
    for (const position of positions) {
      const number = markedNumbers(cells[position] ?? '').find(isWanted);
      if (number) return { number, line };
    }
  }
  return undefined;
}

const doubtFinding = (text: string): Finding => ({
  code: 'D170',
  message: `"${text}" has decimals or a thousands separator, and no number in the file shows which`,
  fix: 'use --decimal point or --decimal comma, which says how decimals are written',
});

function contradiction({ text, decimal }: MarkedNumber, mark: DecimalMark, reason: string): Finding {
  const number = text.replaceAll(decimal === null ? OTHER[mark] : OTHER[decimal], '');
  const decimals = inMark((decimal === null ? text : number).replace(',', '.'), mark);
  const sure = decimal !== null && text.includes(decimal) ? `a decimal ${NAMES[decimal]}` : 'thousands separators';
  const what = decimal === null ? 'a thousands separator or another decimal mark' : sure;
  const fix = decimal === null ? `write ${number}, or ${decimals} if these are decimals` : `write ${decimals}`;
  return { code: 'D170', message: `"${text}" has ${what}, but ${reason}`, fix, topic: `decimal mark, ${what}` };
}

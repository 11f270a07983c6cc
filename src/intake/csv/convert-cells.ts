/**
 * Converts the cells of a table to those that an import reads.
 *
 * - A value with its errors (`51.5 +5.1/-4.1`, `51.5 ± 4`), or a limit (`<1e-5`), is split into the columns of the parameter.
 * - A UTC time in a column of GPS seconds is converted. It must include seconds, which spreadsheets often leave out.
 * - An event's time is rounded to one decimal place, as in the data.
 */
import { gpsInText, roundTime } from '../../catalogue/files/number-text.ts';
import { countOf } from '../../report/count.ts';
import { ENDINGS, numberCell } from './columns.ts';
import type { SpreadsheetTable } from './spreadsheet.ts';

/** Number of conversions in a table's rows. */
export interface Conversions {
  times: number;
  rounded: number;
  values: number;
}

/** Sentences about converted cells, for the report. */
export const describeConversions = ({ times, rounded, values }: Conversions): string[] => [
  ...(times > 0 ? [`${countOf(times, 'time')} in UTC converted to GPS seconds`] : []),
  ...(rounded > 0 ? [`${countOf(rounded, 'GPS time')} rounded to one decimal place`] : []),
  ...(values > 0 ? [`${countOf(values, 'cell')} with errors or a limit split into columns`] : []),
];

/** The columns of a table whose cells may be converted, with their types. */
export const convertedColumns = ({ form: { columns }, positions }: SpreadsheetTable) =>
  [...positions.keys()].flatMap((name) => {
    const type = columns[name]?.type;
    return type === 'time' || type === 'event-time' || type === 'value' ? [[name, type] as const] : [];
  });

/** The new text of the converted cells, by column. Other cells keep their text. `cell` returns text with decimal points. */
export function convertCells(
  cell: (column: string) => string,
  columns: ReturnType<typeof convertedColumns>,
  counts: Conversions,
): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const [column, type] of columns) {
    if (type === 'value') {
      const parts = splitValue(cell(column));
      // Errors in two places might differ, so the cell is not converted, and is reported.
      if (!parts || [...parts.keys()].some((ending) => ending !== ENDINGS.best && cell(`${column}${ending}`) !== ''))
        continue;
      for (const [ending, text] of parts) texts.set(`${column}${ending}`, text);
      counts.values++;
      continue;
    }
    const text = cell(column);
    const gps = gpsInText(text);
    const number = type === 'event-time' ? numberCell(text) : undefined;
    if (gps !== undefined) {
      texts.set(column, String(gps));
      counts.times++;
    } else if (typeof number === 'number' && roundTime(number) !== number) {
      texts.set(column, String(roundTime(number)));
      counts.rounded++;
    }
  }
  return texts;
}

const SIZE = String.raw`(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][-+\u2212]?\d+)?`;
const SIGNED = String.raw`[-+\u2212]?\s*${SIZE}`;
const LIMIT = new RegExp(String.raw`^([<>\u2264\u2265])=?\s*(${SIGNED})$`);
const SYMMETRIC = new RegExp(String.raw`^(${SIGNED})\s*(?:\u00b1|\+\s*/?\s*[-\u2212])\s*(${SIZE})$`);
const TWO_ERRORS = new RegExp(
  String.raw`^(${SIGNED})\s*\(?\s*([-+\u2212])\s*(${SIZE})[\s/,;]*([-+\u2212])\s*(${SIZE})\s*\)?$`,
);

const LONGEST_VALUE = 100;

/** The parts of a value, by column ending; undefined if the text is not a value with several parts. */
function splitValue(source: string): ReadonlyMap<string, string> | undefined {
  if (source.length > LONGEST_VALUE) return undefined;
  // `$35.6^{+4.7}_{-3.1}$`
  const text = source.replace(/^\$(.*)\$$/, '$1').replace(/(?:[\^_]\{([^{}]*)\})/g, ' $1');
  const [, sign = '', limit] = LIMIT.exec(text) ?? [];
  if (limit !== undefined)
    return new Map([
      [ENDINGS.best, limit],
      [ENDINGS.limit, '<\u2264'.includes(sign) ? 'upper' : 'lower'],
    ]);
  const [, best = '', size] = SYMMETRIC.exec(text) ?? [];
  if (size !== undefined) return cellsOf(best, size, size);
  const [, value = '', sign1, size1 = '', sign2, size2 = ''] = TWO_ERRORS.exec(text) ?? [];
  if (sign1 === undefined || (sign1 === '+') === (sign2 === '+')) return undefined;
  return sign1 === '+' ? cellsOf(value, size1, size2) : cellsOf(value, size2, size1);
}

const cellsOf = (best: string, upper: string, lower: string): ReadonlyMap<string, string> =>
  new Map([
    [ENDINGS.best, best],
    [ENDINGS.upper_error, upper],
    [ENDINGS.lower_error, `-${lower}`],
  ]);

/**
 * Reads parameter values from a CSV row. The columns for each parameter are `<name>`, `<name>_lower` (0 or less), `<name>_upper` (0 or
 * more) and `<name>_limit` (upper, lower or empty), in the parameter's unit. `none` removes an error or a limit.
 */

import type { ParameterDefinition } from '../../catalogue/types.ts';
import type { Finding } from '../../report/problems.ts';
import { intervalFinding } from '../values/intervals.ts';
import { type PartialValue, withLimit } from '../values/limits.ts';
import { unitFinding } from '../values/units.ts';
import { choiceFinding, ENDINGS, numberCell } from './columns.ts';
import { type DecimalMark, inMark } from './decimal-mark.ts';
import { numberFinding } from './number-findings.ts';
import type { CsvFile, CsvRow } from './read-csv.ts';

/** Whether a value is an upper limit, and whether it is a lower limit. */
const LIMITS: ReadonlyMap<string, readonly [boolean | undefined, boolean | undefined]> = new Map([
  ['upper', [true, undefined]],
  ['lower', [undefined, true]],
  ['none', [false, false]],
  ['', [undefined, undefined]],
]);

/**
 * Creates a function that reads the values of `parameters`, which have columns, in a row of a table. Its `values` are undefined if the row
 * has none.
 */
export function parameterReader(
  { rows, mark }: Pick<CsvFile, 'rows' | 'mark'>,
  parameters: readonly ParameterDefinition[],
) {
  // If a parameter's errors are the ends of an interval in some row, they are in all rows.
  const intervals = new Set(
    parameters.filter(({ name }) => rows.some((row) => intervalFinding(name, numbersOf(row, name)) !== null)),
  );
  return (row: CsvRow) => {
    const findings: Finding[] = [];
    const values = parameters.flatMap((parameter) => {
      const { name } = parameter;
      const { value, wrong } = readValue(row, parameter, mark);
      const interval = intervalFinding(name, value, {
        show: (number) => inMark(number, mark),
        isKnown: intervals.has(parameter),
      });
      if (interval) wrong.push(interval);
      findings.push(...wrong);
      // If a cell is wrong, the value is left out: any further problems with it would just follow from that cell.
      return wrong.length === 0 && Object.keys(value).length > 0 ? [[name, value] as const] : [];
    });
    // Members may be missing if the data already have them; this is checked after the merge.
    return { values: values.length === 0 ? undefined : Object.fromEntries(values), findings };
  };
}

/** The numeric members of a value. */
const NUMBERS = ['best', 'upper_error', 'lower_error'] as const;

/** The content of the cells of a value; text that is not a number is unchanged. */
const numbersOf = (row: CsvRow, name: string): Readonly<Record<string, unknown>> =>
  Object.fromEntries(NUMBERS.map((member) => [member, numberCell(row.cell(name + ENDINGS[member]))]));

function readValue(row: CsvRow, { name, unit }: ParameterDefinition, mark: DecimalMark) {
  const limit = name + ENDINGS.limit;
  const ofUnit = name + ENDINGS.unit;
  const given = row.cell(ofUnit);
  const wrongCells = [
    choiceFinding(limit, row.cell(limit), [...LIMITS.keys()]),
    given === '' ? null : unitFinding(ofUnit, unit, given),
  ];
  const wrong = wrongCells.filter((finding) => finding !== null);
  const value: PartialValue = {};
  for (const member of NUMBERS) {
    const column = name + ENDINGS[member];
    const numeral = row.cell(column);
    const number = member !== 'best' && numeral === 'none' ? null : numberCell(numeral);
    if (typeof number === 'string') {
      wrong.push(numberFinding({ column, text: row.original(column), numeral, mark, limit, unit }));
    } else if (number === null && member !== 'best') value[member] = null;
    else if (typeof number === 'number') value[member] = number;
  }
  const [isUpper, isLower] = LIMITS.get(row.cell(limit)) ?? [];
  return { value: withLimit(value, isUpper, isLower), wrong };
}

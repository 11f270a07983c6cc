/**
 * Reads parameter values from a CSV row. The columns for each parameter are `<name>`, `<name>_lower` (0 or less), `<name>_upper` (0 or
 * more) and `<name>_limit` (upper, lower or empty), in the parameter's unit. `none` removes an error or a limit.
 */

import type { Mapping } from '../../catalogue/files/mapping.ts';
import type { ParameterDefinition, ParameterValue } from '../../catalogue/types.ts';
import type { Finding } from '../../report/problems.ts';
import { choiceFinding, numberCell } from '../csv/columns.ts';
import type { DecimalMark } from '../csv/decimal-mark.ts';
import type { CsvFile, CsvRow } from '../csv/read-csv.ts';
import { recordOf } from '../merge/records.ts';
import { unitFinding } from '../units.ts';
import { intervalFinding, numberFinding } from './number-findings.ts';

/** The given parts of a value; null removes a member. */
export type PartialValue = { -readonly [Member in keyof ParameterValue]?: ParameterValue[Member] | null };

/**
 * Adds to the numbers of a value whether it is a limit; undefined if a source does not say. A flag removes the other flag and the errors,
 * unless a source gives these too.
 */
export function withLimit<Numbers extends Mapping>(
  numbers: Numbers,
  isUpper: boolean | undefined,
  isLower: boolean | undefined,
): Numbers & PartialValue {
  const flagOf = (own: boolean | undefined, other: boolean | undefined): true | null | undefined =>
    own ? true : own === false || other ? null : undefined;
  const flags = recordOf({ is_upper_limit: flagOf(isUpper, isLower), is_lower_limit: flagOf(isLower, isUpper) });
  const errors = isUpper || isLower ? { upper_error: null, lower_error: null } : {};
  return { ...errors, ...numbers, ...flags };
}

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
      const interval = intervalFinding(name, value, { mark, isKnown: intervals.has(parameter) });
      if (interval) wrong.push(interval);
      findings.push(...wrong);
      // If a cell is wrong, the value is left out: any further problems with it would just follow from that cell.
      return wrong.length === 0 && Object.keys(value).length > 0 ? [[name, value] as const] : [];
    });
    // Members may be missing if the data already have them; this is checked after the merge.
    return { values: values.length === 0 ? undefined : Object.fromEntries(values), findings };
  };
}

/** The columns of the numeric members of a value. */
const columnsOf = (name: string) =>
  Object.entries({ best: name, upper_error: `${name}_upper`, lower_error: `${name}_lower` } as const) as [
    'best' | 'upper_error' | 'lower_error',
    string,
  ][];

/** The content of the cells of a value; text that is not a number is unchanged. */
const numbersOf = (row: CsvRow, name: string): Readonly<Record<string, unknown>> =>
  Object.fromEntries(columnsOf(name).map(([member, column]) => [member, numberCell(row.cell(column))]));

function readValue(row: CsvRow, { name, unit }: ParameterDefinition, mark: DecimalMark) {
  const limit = `${name}_limit`;
  const given = row.cell(`${name}_unit`);
  const wrongCells = [
    choiceFinding(limit, row.cell(limit), [...LIMITS.keys()]),
    given === '' ? null : unitFinding(`${name}_unit`, unit, given),
  ];
  const wrong = wrongCells.filter((finding) => finding !== null);
  const value: PartialValue = {};
  for (const [member, column] of columnsOf(name)) {
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

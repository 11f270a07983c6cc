/**
 * Reads parameter values from a CSV row. The columns for each parameter are `<name>`, `<name>_lower` (0 or less), `<name>_upper` (0 or
 * more) and `<name>_limit` (upper, lower or empty), in the parameter's unit. `none` removes an error or a limit. Pure.
 */

import type { RawValue, RawValues } from '../../catalogue/files/raw.ts';
import { PARAMETER_COLUMNS } from '../../core/contract/parameters.ts';
import type { Finding } from '../../report/problems.ts';
import { choiceFinding, numberCell } from '../csv/csv-columns.ts';
import type { CsvRow } from '../csv/read-csv.ts';

/** The columns for values of parameters, with their errors and limits: `far`, `far_lower`, `far_upper`, `far_limit`. */
export function parameterColumns(parameters: readonly string[]): string[] {
  return parameters.flatMap((name) => PARAMETER_COLUMNS.map((ending) => name + ending));
}

/** The given parts of a value; null removes a member. */
export type PartialValue = { -readonly [Member in keyof RawValue]?: RawValue[Member] | null };

const LIMIT_FLAGS: ReadonlyMap<string, PartialValue> = new Map<string, PartialValue>([
  ['upper', { is_upper_limit: true }],
  ['lower', { is_lower_limit: true }],
  ['none', { is_upper_limit: null, is_lower_limit: null }],
]);

/** The values in a row; undefined if the row has none. */
export function readParameters(
  row: CsvRow,
  names: readonly string[],
): { parameters: RawValues | undefined; findings: Finding[] } {
  const findings: Finding[] = [];
  const values = names.flatMap((name) => {
    const value = readValue(row, name, findings);
    return Object.keys(value).length > 0 ? [[name, value] as const] : [];
  });
  // Members may be missing if the data already have them; this is checked after the merge.
  const parameters = Object.fromEntries(values) as unknown as RawValues;
  return { parameters: values.length === 0 ? undefined : parameters, findings };
}

function readValue(row: CsvRow, name: string, findings: Finding[]): PartialValue {
  const limit = `${name}_limit`;
  const wrongLimit = choiceFinding(limit, row.cell(limit), [...LIMIT_FLAGS.keys(), '']);
  const wrong: Finding[] = wrongLimit ? [wrongLimit] : [];
  const value: PartialValue = {};
  const columns = { best: name, upper_error: `${name}_upper`, lower_error: `${name}_lower` } as const;
  for (const [member, column] of Object.entries(columns) as [keyof typeof columns, string][]) {
    const text = row.numeral(column);
    const number = member !== 'best' && text === 'none' ? null : numberCell(text);
    if (typeof number === 'string') wrong.push(numberFinding(column, text, limit));
    else if (number === null && member !== 'best') value[member] = null;
    else if (typeof number === 'number') value[member] = number;
  }
  for (const finding of wrong) findings.push(finding);
  // If a cell is wrong, the value is left out: any further problems with it would just follow from that cell.
  return wrong.length > 0 ? {} : { ...value, ...LIMIT_FLAGS.get(row.cell(limit)) };
}

/** A number followed by a unit. */
const WITH_UNIT = /^[-+\u2212]?[\d.,]+(?:[eE][-+]?\d+)?\s*([A-Za-z\u2609%][\w^/\u2609-]*)$/;

/**
 * A finding for a cell that is not a number; `limit` is the column that marks limits. Cells with the same fault share a topic and a fix.
 */
function numberFinding(column: string, text: string, limit: string): Finding {
  const [, unit] = WITH_UNIT.exec(text) ?? [];
  const fix = unit === undefined ? numberFix(text, limit) : UNIT_FIX;
  const message =
    unit === undefined
      ? `${column} is "${text}", but a number is expected`
      : `${column} is "${text}", a number with the unit "${unit}"`;
  return { code: 'D112', message, fix, topic: `${column} ${unit ?? ''}` };
}

const UNIT_FIX = 'remove the unit; values must be in the unit of the parameter in default-parameters.yaml';

function numberFix(text: string, limit: string): string {
  if (/^[<>]/.test(text)) return `write the number here, and "${text.startsWith('<') ? 'upper' : 'lower'}" in ${limit}`;
  if (/\d,\d/.test(text)) return 'write the decimals after a point, such as 0.5';
  if (/^(nan|n\/?a|null|none|-+|\?)$/i.test(text)) return 'leave the cell empty if there is no value';
  if (/\d\s*\(?\s*[-+\u2212\u00b1]/.test(text)) return 'write the errors into the columns _upper and _lower';
  return 'write a number, such as 35.6 or 1e-7, without its unit';
}

/** The values in the order of `names`; other values come last. */
export function inOrderOf(values: RawValues, names: readonly string[]): RawValues {
  const all = new Set([...names.filter((name) => Object.hasOwn(values, name)), ...Object.keys(values)]);
  return Object.fromEntries([...all].map((name) => [name, values[name] as RawValue]));
}

/** Splits merged values into values that can be checked, and a finding for each value without `best`. */
export function splitValues(values: RawValues | undefined): { valid: RawValues | undefined; findings: Finding[] } {
  const lacking = Object.entries(values ?? {}).filter(([, { best }]) => best === undefined);
  if (lacking.length === 0) return { valid: values, findings: [] };
  const names = lacking.map(([name]) => name);
  const valid = Object.entries(values ?? {}).filter(([name]) => !names.includes(name));
  const findings = names.map((name): Finding => {
    return { code: 'D111', message: `${name} has errors or a limit, but no value`, fix: `give ${name}` };
  });
  return { valid: Object.fromEntries(valid), findings };
}

/**
 * Reads the values of parameters from a CSV row. For each parameter `<name>`, `<name>_lower` (0 or less), `<name>_upper` (0 or more) and
 * `<name>_limit` (upper, lower or empty), in the parameter's unit; `none` removes an error or a limit. Pure.
 */

import type { RawValue, RawValues } from '../../catalogue/files/raw.ts';
import type { Finding } from '../../report/problems.ts';
import { choiceFinding, numberCell, numberFinding } from '../csv/cells.ts';
import type { CsvRow } from '../csv/read-csv.ts';

export function parameterColumns(parameters: readonly string[]): string[] {
  return parameters.flatMap((name) => [name, `${name}_lower`, `${name}_upper`, `${name}_limit`]);
}

/** Additional columns of portals for each parameter; in the data, units are in `default-parameters.yaml`. */
export function parameterAliases(parameters: readonly string[]): (readonly [string, null])[] {
  return parameters.map((name) => [`${name}_unit`, null]);
}

/** The fix for an unknown column if columns are parameters. */
export const PARAMETER_COLUMN_FIX = 'remove it, or add the parameter to default-parameters.yaml';

/** The given parts of a value; null removes a member. */
type ValueFacts = { -readonly [Member in keyof RawValue]?: RawValue[Member] | null };

const LIMIT_FLAGS: ReadonlyMap<string, ValueFacts> = new Map<string, ValueFacts>([
  ['upper', { is_upper_limit: true }],
  ['lower', { is_lower_limit: true }],
  ['none', { is_upper_limit: null, is_lower_limit: null }],
]);

/** The values in a row; undefined if it has none. */
export function readParameters(
  row: CsvRow,
  names: readonly string[],
): { parameters: RawValues | undefined; findings: Finding[] } {
  const findings: Finding[] = [];
  const values = names.flatMap((name) => {
    const value = readValue(row, name, findings);
    return Object.keys(value).length > 0 ? [[name, value] as const] : [];
  });
  // Members may be missing because the data have them; this is checked after the merge.
  const parameters = Object.fromEntries(values) as unknown as RawValues;
  return { parameters: values.length === 0 ? undefined : parameters, findings };
}

function readValue(row: CsvRow, name: string, findings: Finding[]): ValueFacts {
  const limit = `${name}_limit`;
  const wrongLimit = choiceFinding(row, limit, [...LIMIT_FLAGS.keys(), '']);
  const wrong: Finding[] = wrongLimit ? [wrongLimit] : [];
  const value: ValueFacts = {};
  const columns = { best: name, upper_error: `${name}_upper`, lower_error: `${name}_lower` } as const;
  for (const [member, column] of Object.entries(columns) as [keyof typeof columns, string][]) {
    const text = row.cell(column);
    const number = member !== 'best' && text === 'none' ? null : numberCell(text);
    if (typeof number === 'string') wrong.push(numberFinding(column, text, limit));
    else if (number === null && member !== 'best') value[member] = null;
    else if (typeof number === 'number') value[member] = number;
  }
  for (const finding of wrong) findings.push(finding);
  // Further problems of a value with a wrong cell would only be consequences.
  return wrong.length > 0 ? {} : { ...value, ...LIMIT_FLAGS.get(row.cell(limit)) };
}

/** The values in the order of the catalogue's parameters; others come last. */
export function inOrder(values: RawValues, names: readonly string[]): RawValues {
  const known = names.filter((name) => Object.hasOwn(values, name));
  const others = Object.keys(values).filter((name) => !names.includes(name));
  return Object.fromEntries([...known, ...others].map((name) => [name, values[name] as RawValue]));
}

/** Splits merged values into those that can be checked, and a finding for each one without `best`. */
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

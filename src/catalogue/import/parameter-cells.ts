/**
 * Reads the values of parameters from a CSV row. For each parameter `<name>`, `<name>_lower` (0 or less), `<name>_upper` (0 or more) and
 * `<name>_limit` (upper, lower or empty), in the parameter's unit; `none` takes an error or a limit away. Pure.
 */
import type { Finding } from '../files/problems.ts';
import type { RawValue, RawValues } from '../files/raw.ts';
import { choiceFinding, numberCell, numberFinding } from './cells.ts';
import type { CsvRow } from './csv.ts';

export function parameterColumns(parameters: readonly string[]): string[] {
  return parameters.flatMap((name) => [name, `${name}_lower`, `${name}_upper`, `${name}_limit`]);
}

/** Names of columns that portals have for each parameter; the data have the unit in `default-parameters.yaml`. */
export function parameterAliases(parameters: readonly string[]): (readonly [string, null])[] {
  return parameters.map((name) => [`${name}_unit`, null]);
}

/** What a unknown column can be, where columns are parameters. */
export const PARAMETER_COLUMN_FIX = 'remove it, or add the parameter to default-parameters.yaml';

/** A value as far as a row gives it; null takes a member away. */
type ValueFacts = { -readonly [Member in keyof RawValue]?: RawValue[Member] | null };

const LIMIT_FLAGS: ReadonlyMap<string, ValueFacts> = new Map<string, ValueFacts>([
  ['upper', { is_upper_limit: true }],
  ['lower', { is_lower_limit: true }],
  ['none', { is_upper_limit: null, is_lower_limit: null }],
]);

/** The values of a row, undefined where it has none. */
export function readParameters(
  row: CsvRow,
  names: readonly string[],
): { parameters: RawValues | undefined; findings: Finding[] } {
  const findings: Finding[] = [];
  const values = names.flatMap((name) => {
    const value = readValue(row, name, findings);
    return Object.keys(value).length > 0 ? [[name, value] as const] : [];
  });
  // What is missing, because the data have it, is looked for after the merge.
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
  // A value with a wrong cell is not looked at further: what would be said of it follows from the cell.
  return wrong.length > 0 ? {} : { ...value, ...LIMIT_FLAGS.get(row.cell(limit)) };
}

/** Splits the values after a merge: those that can be checked, and a finding for each without `best`. */
export function splitValues(values: RawValues | undefined): { sound: RawValues | undefined; findings: Finding[] } {
  const lacking = Object.entries(values ?? {}).filter(([, { best }]) => best === undefined);
  if (lacking.length === 0) return { sound: values, findings: [] };
  const names = lacking.map(([name]) => name);
  const sound = Object.entries(values ?? {}).filter(([name]) => !names.includes(name));
  const findings = names.map((name): Finding => {
    return { code: 'D111', message: `${name} has errors or a limit, but no value`, fix: `give ${name}` };
  });
  return { sound: Object.fromEntries(sound), findings };
}

/**
 * Reads the values of parameters from a CSV row. For each parameter `<name>`, `<name>_lower` (0 or less), `<name>_upper` (0 or more) and
 * `<name>_limit` (upper, lower or empty), in the parameter's unit. Pure.
 */
import type { Finding } from '../files/problems.ts';
import type { RawValue, RawValues } from '../files/raw.ts';
import { type CsvRow, choiceFinding, numberCell } from './csv.ts';

export function parameterColumns(parameters: readonly string[]): string[] {
  return parameters.flatMap((name) => [name, `${name}_lower`, `${name}_upper`, `${name}_limit`]);
}

const LIMIT_FLAGS: ReadonlyMap<string, Partial<RawValue>> = new Map([
  ['upper', { is_upper_limit: true }],
  ['lower', { is_lower_limit: true }],
]);

/** The values of a row, undefined where it has none. Texts that are no numbers stay texts; the schema names them. */
export function readParameters(
  row: CsvRow,
  names: readonly string[],
): { parameters: RawValues | undefined; findings: Finding[] } {
  const findings: Finding[] = [];
  const values = names.flatMap((name) => {
    const value = readValue(row, name, findings);
    return value ? [[name, value] as const] : [];
  });
  return { parameters: values.length === 0 ? undefined : Object.fromEntries(values), findings };
}

function readValue(row: CsvRow, name: string, findings: Finding[]): RawValue | null {
  const best = numberCell(row.cell(name));
  const upper = numberCell(row.cell(`${name}_upper`));
  const lower = numberCell(row.cell(`${name}_lower`));
  const limit = row.cell(`${name}_limit`);
  const wrongLimit = choiceFinding(row, `${name}_limit`, ['upper', 'lower', '']);
  if (wrongLimit) findings.push(wrongLimit);
  if (best === undefined) {
    if (upper === undefined && lower === undefined && limit === '') return null;
    findings.push({ code: 'D111', message: `${name} has errors or a limit, but no value`, fix: `give ${name}` });
    return null;
  }
  return {
    best,
    ...(upper === undefined ? {} : { upper_error: upper }),
    ...(lower === undefined ? {} : { lower_error: lower }),
    ...LIMIT_FLAGS.get(limit),
  } as RawValue;
}

/**
 * Finds columns in a table's header. Names in a header may differ in case, have hyphens or dots instead of underscores, or come from the
 * service's portal.
 */
import { findMisspelt } from '../../catalogue/files/suggest-fix.ts';
import { firstOf } from '../../report/count.ts';
import type { Finding } from '../../report/problems.ts';
import { requiredColumns, type TableForm } from './columns.ts';

/** The forms of a kind's tables. A form after the first is used if the header has all its required columns. */
export type TableForms<Form extends TableForm = TableForm> = readonly [Form, ...Form[]];

/** `catalog.shortName` as `catalog_shortname`. */
export const plainName = (name: string): string => name.toLowerCase().replace(/[-. ]+/g, '_');

/** Returns a function that finds the column for a name in a header. */
function columnFinder({ columns, aliases = {} }: TableForm): (name: string) => string | undefined {
  const names = Object.keys(columns);
  const byName = new Map([
    ...Object.entries(aliases),
    ...names.map((name) => [plainName(name), name] as const),
    ...names.map((name) => [name, name] as const),
  ]);
  return (name) => byName.get(name) ?? byName.get(plainName(name));
}

/** Finds the form that a header matches, and the positions of the form's columns. */
export function resolveHeader<Form extends TableForm>(header: readonly string[], forms: TableForms<Form>) {
  const form = forms.findLast((one) => hasRequired(header, one)) ?? forms[0];
  const find = columnFinder(form);
  const positions = new Map<string, number>();
  const findings: Finding[] = [];
  const unknown: string[] = [];
  for (const [position, name] of header.entries()) {
    const column = find(name);
    if (column === undefined) {
      if (!form.ignored?.test(plainName(name))) unknown.push(name);
      continue;
    }
    const first = positions.get(column);
    if (first === undefined) positions.set(column, position);
    else findings.push(repeatedFinding(header[first] ?? '', name));
  }
  const missing = requiredColumns(form).filter((name) => !positions.has(name));
  for (const name of missing) {
    findings.push({ code: 'D171', message: `column "${name}" is missing`, fix: 'add it' });
  }
  return { form, positions, findings: [...findings, ...unknownFindings(unknown, form, positions)] };
}

function hasRequired(header: readonly string[], form: TableForm): boolean {
  const columns = new Set(header.map(columnFinder(form)));
  return requiredColumns(form).every((name) => columns.has(name));
}

const UNKNOWN_FIX = 'remove or rename it; --map "name in the file=column" names a column';
const PARAMETER_FIX =
  'remove it, name its column with --map, or add the parameter to default-parameters.yaml, with unit and description';

/** The known columns that a message lists. */
const MAX_KNOWN = 10;
/** The unknown columns that messages name. */
const MAX_UNKNOWN = 100;

/** A finding for each column that is probably misspelt, and one finding for all other unknown columns. */
function unknownFindings(
  all: readonly string[],
  { columns, parameters }: TableForm,
  present: ReadonlyMap<string, number>,
): Finding[] {
  const known = Object.keys(columns);
  const absent = known.filter((name) => !present.has(name));
  const { shown: names, more: rest } = firstOf(all, MAX_UNKNOWN);
  const findings: Finding[] = [];
  const others: string[] = [];
  for (const name of names) {
    const [meant] = findMisspelt(name, absent);
    const fix = `did you mean "${meant}"? If so, rename it, or use --map "${name}=${meant}"`;
    if (meant === undefined) others.push(`"${name}"`);
    else findings.push({ code: 'D171', message: `unknown column "${name}"`, fix });
  }
  others.push(...rest);
  if (others.length === 0) return findings;
  const { shown, more } = firstOf(known, MAX_KNOWN);
  const fix = `${parameters ? PARAMETER_FIX : UNKNOWN_FIX} (allowed: ${[...shown, ...more].join(', ')})`;
  const message = `unknown column${others.length === 1 ? '' : 's'} ${others.join(', ')}`;
  return [...findings, { code: 'D171', message, fix }];
}

function repeatedFinding(first: string, name: string): Finding {
  const message = first === name ? `column "${name}" is given twice` : `columns "${first}" and "${name}" are the same`;
  return { code: 'D171', message, fix: 'keep one of the two' };
}

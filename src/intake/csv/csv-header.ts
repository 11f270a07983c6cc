/**
 * Finds the columns of an import in the header of a CSV file. In: the header, and the columns of the kind of import. Out: positions by
 * column, and findings. Pure.
 *
 * Names may differ in case, have hyphens or dots in place of underscores, or be those of the service's portal.
 */
import { suggestFix } from '../../report/did-you-mean.ts';
import type { Finding } from '../../report/problems.ts';

/** The columns of a kind of import. */
export interface CsvColumns {
  readonly required: readonly string[];
  readonly optional: readonly string[];
  /** Other names, in lower case with underscores, and their columns; null for columns to ignore. */
  readonly aliases?: Readonly<Record<string, string | null>>;
  /** The columns to use instead if the header has all of their required ones. */
  readonly instead?: CsvColumns;
  /** The fix for an unknown column that is not similar to any other. */
  readonly unknownFix?: string;
}

/** `catalog.shortName` as `catalog_shortname`. */
const plainName = (name: string): string => name.toLowerCase().replace(/[-. ]+/g, '_');

export function resolveHeader(
  header: readonly string[],
  { required, optional, aliases = {}, instead, unknownFix = 'remove or rename it' }: CsvColumns,
): { positions: Map<string, number>; findings: Finding[] } {
  const names = header.map(plainName);
  if (instead?.required.every((name) => names.includes(plainName(name)))) return resolveHeader(header, instead);
  const known = [...required, ...optional];
  const byName = new Map([...Object.entries(aliases), ...known.map((name) => [plainName(name), name] as const)]);
  const positions = new Map<string, number>();
  const findings: Finding[] = [];
  for (const [position, name] of header.entries()) {
    const column = known.includes(name) ? name : byName.get(plainName(name));
    if (column === null) continue;
    if (column === undefined) {
      const fix = suggestFix(name, known, unknownFix);
      findings.push({ code: 'D171', message: `unknown column "${name}"`, fix });
      continue;
    }
    const first = positions.get(column);
    if (first === undefined) positions.set(column, position);
    else findings.push(repeatedFinding(header[first] ?? '', name));
  }
  const missing = required.filter((name) => !positions.has(name));
  for (const name of missing) {
    findings.push({ code: 'D171', message: `column "${name}" is missing`, fix: 'add it' });
  }
  return { positions, findings };
}

function repeatedFinding(first: string, name: string): Finding {
  const message = first === name ? `column "${name}" is given twice` : `columns "${first}" and "${name}" are the same`;
  return { code: 'D171', message, fix: 'keep one of the two' };
}

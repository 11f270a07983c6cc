/**
 * The columns of CSV files: how to read their cells, the member of a row's values for each, and their places in a header. Pure.
 *
 * Names in a header may differ in case, have hyphens or dots in place of underscores, or come from the service's portal.
 */

import { suggestFix } from '../../catalogue/suggest-fix.ts';
import type { Finding } from '../../report/problems.ts';

export interface CsvColumn {
  /** The value of a cell; undefined if the cell is empty. */
  readonly read: (text: string) => unknown;
  readonly isRequired?: boolean;
  /** The member of the values; without it, the name of the column. */
  readonly member?: string;
  /** The texts of a cell, if there are only a few; the last one may be empty. */
  readonly choices?: readonly string[];
  /** A finding about the text of a cell that cannot be read. */
  readonly check?: (text: string) => Finding | null;
}

/** Columns by name. */
export type ColumnTable = Readonly<Record<string, CsvColumn>>;

/** Without leading zeros, which some programs read as octal numbers. */
const NUMBER_FORM = /^[-+]?((0|[1-9]\d*)(\.\d*)?|\.\d+)([eE][-+]?\d+)?$/;

/** The number in a cell; undefined if it is empty, the text itself if it is not a number. The typographic minus sign is accepted. */
export function numberCell(text: string): number | string | undefined {
  if (text === '') return undefined;
  const plain = text.replace(/^\u2212/, '-').replace(/([eE])\u2212/, '$1-');
  // Plus 0, because -0 is 0: otherwise, two files with the same value could differ.
  return NUMBER_FORM.test(plain) && Number.isFinite(Number(plain)) ? Number(plain) + 0 : text;
}

/** The elements of a list; undefined if the cell is empty. */
const listCell = (separator: RegExp) => (text: string) =>
  text === '' ? undefined : text.split(separator).filter((one) => one !== '');

export const TEXT: CsvColumn = { read: (text) => text || undefined };
export const NUMBER: CsvColumn = { read: numberCell };
/** `['A', 'B']` for `A|B`. */
export const LIST = { read: listCell(/\|/) } satisfies CsvColumn;
/** `['H1', 'L1']` for codes with any usual separator. */
export const DETECTORS = { read: listCell(/[|,;+/\s]+/) } satisfies CsvColumn;
/** A remark, or a fact that follows from other columns; it is not stored. */
export const IGNORED: CsvColumn = { read: () => undefined };
/** Empty cells stay empty texts, which the schema reports. */
export const REQUIRED_TEXT: CsvColumn = { read: (text) => text, isRequired: true };
export const REQUIRED_NUMBER: CsvColumn = { read: numberCell, isRequired: true };
/** The number of an event version: 1 for `v1`, which names of versions end with. */
export const REQUIRED_VERSION: CsvColumn = {
  read: (text) => numberCell(text.replace(/^v(?=\d)/i, '')),
  isRequired: true,
};

/** A column whose cells have one of a few texts, with their values, or nothing. */
export const choice = (values: Readonly<Record<string, unknown>>): CsvColumn => ({
  read: (text) => (Object.hasOwn(values, text) ? values[text] : undefined),
  choices: [...Object.keys(values), ''],
});

/** A column that gives a member of another name. */
export const named = (member: string, column: CsvColumn): CsvColumn => ({ ...column, member });

/** A finding if a cell has none of the allowed texts. */
export function choiceFinding(column: string, text: string, allowed: readonly string[] | undefined): Finding | null {
  if (allowed === undefined || allowed.includes(text)) return null;
  const words = allowed.map((word) => (word === '' ? 'an empty cell' : word));
  const fix = `use ${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
  return { code: 'D113', message: `${column} cannot be "${text}"`, fix };
}

/** The columns of a kind of import. */
export interface CsvColumns {
  readonly required: readonly string[];
  readonly optional: readonly string[];
  /** Other names, in lower case with underscores, and their columns; null for columns to ignore. */
  readonly aliases?: Readonly<Record<string, string | null>>;
  /** The columns to use instead if the header has all of their required ones. */
  readonly instead?: CsvColumns;
  /** Names of further columns to ignore. */
  readonly ignored?: RegExp;
  /** The fix for an unknown column that is not similar to any other. */
  readonly unknownFix?: string;
  /** Unknown columns are ignored. */
  readonly isOpen?: boolean;
}

/** `catalog.shortName` as `catalog_shortname`. */
const plainName = (name: string): string => name.toLowerCase().replace(/[-. ]+/g, '_');

const UNKNOWN_FIX = 'remove or rename it; --map "name in the file=column" names a column';

/** Finds the columns of a header. Also returns the columns that were used, which may come from `instead`. */
export function resolveHeader(
  header: readonly string[],
  columns: CsvColumns,
): { positions: Map<string, number>; findings: Finding[]; columns: CsvColumns } {
  const { required, optional, aliases = {}, instead, ignored, unknownFix = UNKNOWN_FIX, isOpen } = columns;
  const names = header.map((name) => instead?.aliases?.[plainName(name)] ?? plainName(name));
  if (instead?.required.every((name) => names.includes(name) || names.includes(plainName(name))))
    return resolveHeader(header, instead);
  const known = [...required, ...optional];
  const byName = new Map([...Object.entries(aliases), ...known.map((name) => [plainName(name), name] as const)]);
  const positions = new Map<string, number>();
  const findings: Finding[] = [];
  for (const [position, name] of header.entries()) {
    const column = known.includes(name) ? name : byName.get(plainName(name));
    if (column === null || (column === undefined && (isOpen || ignored?.test(name)))) continue;
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
  return { positions, findings, columns };
}

function repeatedFinding(first: string, name: string): Finding {
  const message = first === name ? `column "${name}" is given twice` : `columns "${first}" and "${name}" are the same`;
  return { code: 'D171', message, fix: 'keep one of the two' };
}

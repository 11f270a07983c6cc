/**
 * Columns in CSV files: how to read their cells, which member of a row's values each column fills, and where they are in a header.
 *
 * Names in a header may differ in case, have hyphens or dots instead of underscores, or come from the service's portal.
 */

import { findMisspelt } from '../../catalogue/suggest-fix.ts';
import { firstOf } from '../../report/count.ts';
import type { Finding } from '../../report/problems.ts';
import { isRepresentable, lostDigitsFinding } from '../number-text.ts';

export interface CsvColumn {
  /** The cell's value; undefined if the cell is empty. */
  readonly read: (text: string) => unknown;
  readonly isRequired?: boolean;
  /** The member that holds the value; by default, the column's name. */
  readonly member?: string;
  /** The strings that a cell may contain, if there are only a few. The last string may be empty. */
  readonly choices?: readonly string[];
  /** A finding if the cell's text cannot be read. */
  readonly check?: (text: string) => Finding | null;
}

/** Columns by name. */
export type ColumnTable = Readonly<Record<string, CsvColumn>>;

/** Allows no leading zeros, because some programs read such numbers as octal. */
const NUMBER_FORM = /^[-+]?((0|[1-9]\d*)(\.\d*)?|\.\d+)([eE][-+]?\d+)?$/;

/**
 * The number in a cell; undefined if the cell is empty, or the text itself if it is not a number, or one that is stored as 0 or infinity. A
 * typographic minus sign is accepted.
 */
export function numberCell(text: string): number | string | undefined {
  if (text === '') return undefined;
  const plain = text.replace(/^\u2212/, '-').replace(/([eE])\u2212/, '$1-');
  // Adding 0 turns -0 into 0; otherwise, two files with the same value could differ.
  return NUMBER_FORM.test(plain) && isRepresentable(plain) ? Number(plain) + 0 : text;
}

/** The elements of a list; undefined if the cell is empty. */
const listCell = (separator: RegExp) => (text: string) =>
  text === '' ? undefined : text.split(separator).filter((one) => one !== '');

export const TEXT: CsvColumn = { read: (text) => text || undefined };
export const NUMBER: CsvColumn = { read: numberCell };
/** `['A', 'B']` for `A|B`. */
export const LIST = { read: listCell(/\|/) } satisfies CsvColumn;

/** The codes in `H1L1`, `HL` or `['H1', 'L1']`, which need separators; undefined for anything else. */
function gluedCodes(text: string): string[] | undefined {
  if (/^[[('"].*[A-Z]\d/.test(text) || /^([A-Z]\d){2,}$/.test(text)) return text.match(/[A-Z]\d/g) ?? undefined;
  return /^[HLVGK]{1,5}$/.test(text) ? [...text].map((letter) => `${letter}1`) : undefined;
}

/** `['H1', 'L1']` for codes with any of the usual separators. */
export const DETECTORS = {
  read: (text) => gluedCodes(text) ?? listCell(/[|,;+/\s]+/)(text),
  check(text) {
    const codes = gluedCodes(text);
    if (codes === undefined) return null;
    const fix = `write codes with bars between them: ${codes.join('|')}`;
    return { code: 'D113', message: `"${text}" is not a list of detectors`, fix };
  },
} satisfies CsvColumn;
/** A column that is not stored: a remark, or a fact that follows from other columns. */
export const IGNORED: CsvColumn = { read: () => undefined };
/** Empty cells become empty strings, which the schema reports. */
export const REQUIRED_TEXT: CsvColumn = { read: (text) => text, isRequired: true };
export const REQUIRED_NUMBER: CsvColumn = { read: numberCell, isRequired: true };
/** An event version's number. `v1`, the ending of a version's name, is read as 1. */
export const REQUIRED_VERSION: CsvColumn = {
  read: (text) => numberCell(text.replace(/^v(?=\d)/i, '')),
  isRequired: true,
};
/** GPS seconds. */
export const TIME: CsvColumn = { read: numberCell, check: lostDigitsFinding };
export const REQUIRED_TIME: CsvColumn = { ...TIME, isRequired: true };

/** A column whose cells are empty or contain one of a few strings; `values` maps each string to its value. */
export const choice = (values: Readonly<Record<string, unknown>>): CsvColumn => ({
  read: (text) => (Object.hasOwn(values, text) ? values[text] : undefined),
  choices: [...Object.keys(values), ''],
});

/** A column that fills a member with a different name. */
export const named = (member: string, column: CsvColumn): CsvColumn => ({ ...column, member });

/** A finding if a cell's text is not allowed. */
export function choiceFinding(column: string, text: string, allowed: readonly string[] | undefined): Finding | null {
  if (allowed === undefined || allowed.includes(text)) return null;
  const words = allowed.map((word) => (word === '' ? 'an empty cell' : word));
  const fix = `use ${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
  return { code: 'D113', message: `${column} cannot be "${text}"`, fix };
}

/** The columns for one kind of import. */
export interface CsvColumns {
  readonly required: readonly string[];
  readonly optional: readonly string[];
  /** Other names, in lower case with underscores, and the columns that they stand for; null for columns to ignore. */
  readonly aliases?: Readonly<Record<string, string | null>>;
  /** Alternative columns, used instead if the header has all their required columns. */
  readonly instead?: CsvColumns;
  /** Names of other columns to ignore. */
  readonly ignored?: RegExp;
  /** The fix for an unknown column whose name is not similar to any known name. */
  readonly unknownFix?: string;
  /** If true, unknown columns are ignored. */
  readonly isOpen?: boolean;
}

/** `catalog.shortName` as `catalog_shortname`. */
const plainName = (name: string): string => name.toLowerCase().replace(/[-. ]+/g, '_');

const UNKNOWN_FIX = 'remove or rename it; --map "name in the file=column" names a column';

/** The known columns that a message lists. */
const MAX_KNOWN = 10;

/** Finds the columns in a header. Also returns the column definitions that were used, which may come from `instead`. */
export function resolveHeader(
  header: readonly string[],
  columns: CsvColumns,
): { positions: Map<string, number>; findings: Finding[]; columns: CsvColumns } {
  const { required, optional, aliases = {}, instead, ignored, isOpen } = columns;
  const names = header.map((name) => instead?.aliases?.[plainName(name)] ?? plainName(name));
  if (instead?.required.every((name) => names.includes(name) || names.includes(plainName(name))))
    return resolveHeader(header, instead);
  const known = [...required, ...optional];
  const byName = new Map([...Object.entries(aliases), ...known.map((name) => [plainName(name), name] as const)]);
  const positions = new Map<string, number>();
  const findings: Finding[] = [];
  const unknown: string[] = [];
  for (const [position, name] of header.entries()) {
    const column = known.includes(name) ? name : byName.get(plainName(name));
    if (column === null || (column === undefined && (isOpen || ignored?.test(name)))) continue;
    if (column === undefined) {
      unknown.push(name);
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
  return { positions, findings: [...findings, ...unknownFindings(unknown, columns, positions)], columns };
}

/** A finding for each column that is probably misspelt, and one finding for all other unknown columns. */
function unknownFindings(
  names: readonly string[],
  { required, optional, unknownFix }: CsvColumns,
  present: ReadonlyMap<string, number>,
): Finding[] {
  const known = [...required, ...optional];
  const absent = known.filter((name) => !present.has(name));
  const findings = names.flatMap((name): Finding[] => {
    const [meant] = findMisspelt(name, absent);
    if (meant === undefined) return [];
    const fix = `did you mean "${meant}"? If so, rename it, or use --map "${name}=${meant}"`;
    return [{ code: 'D171', message: `unknown column "${name}"`, fix }];
  });
  const others = names.filter((name) => findMisspelt(name, absent).length === 0).map((name) => `"${name}"`);
  if (others.length === 0) return findings;
  const { shown, more } = firstOf(known, MAX_KNOWN);
  const fix = `${unknownFix ?? UNKNOWN_FIX} (allowed: ${[...shown, ...more].join(', ')})`;
  const message = `unknown column${others.length === 1 ? '' : 's'} ${others.join(', ')}`;
  return [...findings, { code: 'D171', message, fix }];
}

function repeatedFinding(first: string, name: string): Finding {
  const message = first === name ? `column "${name}" is given twice` : `columns "${first}" and "${name}" are the same`;
  return { code: 'D171', message, fix: 'keep one of the two' };
}

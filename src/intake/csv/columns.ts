/** Columns of tables: what their cells hold, how a cell becomes a value, and which columns a form of tables has. */
import { UNIT_ENDING } from '../../catalogue/check-names.ts';
import { isNumberText, lostDigitsFinding } from '../../catalogue/files/number-text.ts';
import { PARAMETER_COLUMNS } from '../../core/contract/parameter-forms.ts';
import type { Finding } from '../../report/problems.ts';

export interface CsvColumn {
  /**
   * What the cells of the column hold:
   *
   * - `number`: a number; all numbers of a table, also in columns of the next three types, have the same decimal mark
   * - `time`: GPS seconds; a time in UTC is converted
   * - `event-time`: a time, rounded to one decimal place, as in the data
   * - `value`: a parameter's best value, possibly with its errors, or as a limit
   * - `text`: anything else, such as names, lists of names, and words
   */
  readonly type: 'number' | 'time' | 'event-time' | 'value' | 'text';
  readonly isRequired?: boolean;
  /** The cell's value; undefined if the cell is empty. The columns of a parameter have no `read`, because they are read together. */
  readonly read?: (text: string) => unknown;
  /** The member that holds the value; by default, the column's name. */
  readonly member?: string;
  /** The strings that a cell may contain, if there are only a few. The last string may be empty. */
  readonly choices?: readonly string[];
  /** A finding if the cell's text cannot be read. */
  readonly check?: (text: string) => Finding | null;
}

/** Columns by name. */
export type ColumnTable = Readonly<Record<string, CsvColumn>>;

/** A form of tables. */
export interface TableForm {
  readonly columns: ColumnTable;
  /** Other names of columns, in lower case with underscores. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** Names of further columns in such tables, in lower case with underscores. These columns are ignored. */
  readonly ignored?: RegExp;
  /** The parameters that also have columns: those of event versions, or those of parameter sets. */
  readonly parameters?: 'default' | 'all';
}

/**
 * The number in a cell; undefined if the cell is empty, or the text itself if it is not a number, or one that is stored as 0 or infinity. A
 * typographic minus sign is accepted.
 */
export function numberCell(text: string): number | string | undefined {
  if (text === '') return undefined;
  const plain = text.replace(/^\u2212/, '-').replace(/([eE])\u2212/, '$1-');
  // Adding 0 turns -0 into 0; otherwise, two files with the same value could differ.
  return isNumberText(plain) ? Number(plain) + 0 : text;
}

/** The elements of a list; undefined if the cell is empty. */
const listCell = (separator: RegExp) => (text: string) =>
  text === '' ? undefined : text.split(separator).filter((one) => one !== '');

export const TEXT: CsvColumn = { type: 'text', read: (text) => text || undefined };
export const NUMBER: CsvColumn = { type: 'number', read: numberCell };
/** `['A', 'B']` for `A|B`. */
export const LIST = { type: 'text', read: listCell(/\|/) } satisfies CsvColumn;

/** The codes in `H1L1`, `HL` or `['H1', 'L1']`, which need separators; undefined for anything else. */
function gluedCodes(text: string): string[] | undefined {
  if (/^[[('"].*[A-Z]\d/.test(text) || /^([A-Z]\d){2,}$/.test(text)) return text.match(/[A-Z]\d/g) ?? undefined;
  return /^[HLVGK]{1,5}$/.test(text) ? [...text].map((letter) => `${letter}1`) : undefined;
}

/** `['H1', 'L1']` for codes with any of the usual separators. */
export const DETECTORS = {
  type: 'text',
  read: (text) => gluedCodes(text) ?? listCell(/[|,;+/\s]+/)(text),
  check(text) {
    const codes = gluedCodes(text);
    if (codes === undefined) return null;
    const fix = `write codes with bars between them: ${codes.join('|')}`;
    return { code: 'D113', message: `"${text}" is not a list of detectors`, fix };
  },
} satisfies CsvColumn;
/** Empty cells become empty strings, which the schema reports. */
export const REQUIRED_TEXT: CsvColumn = { type: 'text', read: (text) => text, isRequired: true };
export const REQUIRED_NUMBER: CsvColumn = { ...NUMBER, isRequired: true };
/** An event version's number. `v1`, the ending of a version's name, is read as 1. */
export const REQUIRED_VERSION: CsvColumn = {
  type: 'number',
  read: (text) => numberCell(text.replace(/^v(?=\d)/i, '')),
  isRequired: true,
};
/** GPS seconds. */
export const TIME: CsvColumn = { type: 'time', read: numberCell, check: lostDigitsFinding };
export const REQUIRED_TIME: CsvColumn = { ...TIME, isRequired: true };
export const EVENT_TIME: CsvColumn = { ...TIME, type: 'event-time' };

/** A column whose cells are empty or contain one of a few strings; `values` maps each string to its value. */
export const choice = (values: Readonly<Record<string, unknown>>): CsvColumn => ({
  type: 'text',
  read: (text) => (Object.hasOwn(values, text) ? values[text] : undefined),
  choices: [...Object.keys(values), ''],
});

/** A column that fills a member with a different name. */
export const named = (member: string, column: CsvColumn): CsvColumn => ({ ...column, member });

const [best, lower_error, upper_error, limit] = PARAMETER_COLUMNS;

/** The endings of a parameter's columns, by member. Only imported tables have a column for the unit. */
export const ENDINGS = { best, lower_error, upper_error, limit, unit: UNIT_ENDING } as const;

/** The columns of a parameter, which `parameter-cells.ts` reads. */
export const parameterColumns = (name: string): ColumnTable => ({
  [name + ENDINGS.best]: { type: 'value' },
  [name + ENDINGS.lower_error]: { type: 'number' },
  [name + ENDINGS.upper_error]: { type: 'number' },
  [name + ENDINGS.limit]: { type: 'text' },
  [name + ENDINGS.unit]: { type: 'text' },
});

/** The names of the columns that tables of a form must have. */
export const requiredColumns = ({ columns }: TableForm): string[] =>
  Object.keys(columns).filter((name) => columns[name]?.isRequired);

/** A finding if a cell's text is not allowed. */
export function choiceFinding(column: string, text: string, allowed: readonly string[] | undefined): Finding | null {
  if (allowed === undefined || allowed.includes(text)) return null;
  const words = allowed.map((word) => (word === '' ? 'an empty cell' : word));
  const fix = `use ${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
  return { code: 'D113', message: `${column} cannot be "${text}"`, fix };
}

/**
 * Finds the table in a file that people wrote in a spreadsheet: the header, which may be below a title, and the rows below it. Empty rows,
 * and empty cells at the end of a row, are ignored. A line that holds units is refused.
 */
import type { TextPlaces } from '../../catalogue/files/data-file.ts';
import { type Finding, failed, type Reading, toProblem } from '../../report/problems.ts';
import { holdsUnits } from '../values/units.ts';
import { numberCell, type TableForm } from './columns.ts';
import { HEADER_ROWS } from './delimiter.ts';
import { resolveHeader, type TableForms } from './header.ts';

export interface TableRow {
  readonly cells: readonly string[];
  /** The line on which the row begins. */
  readonly line: number;
  /** The line on which the row ends; a cell in quotes may have several lines. */
  readonly lastLine: number;
}

export interface SpreadsheetTable<Form extends TableForm = TableForm> {
  /** The form that the header matches. */
  readonly form: Form;
  /** The header, with the names under which the columns are read. */
  readonly header: readonly string[];
  /** Column positions by name. */
  readonly positions: ReadonlyMap<string, number>;
  /** The file's unchanged header. */
  readonly source: TableRow;
  /** The rows above the header. */
  readonly above: readonly TableRow[];
  /** Whether a first column without a name, which only counts the rows, was left out. */
  readonly hasIndex: boolean;
  readonly rows: readonly TableRow[];
}

/** The column added when skipped rows are saved. It may still be there when the corrected rows are imported. */
export const REASON = 'reason';

const isFilled = (cell: string): boolean => cell !== '';

/** Removes trailing empty cells, but keeps at least the first `least` cells. */
function withoutEnd(cells: readonly string[], least: number): readonly string[] {
  const length = cells.findLastIndex(isFilled) + 1;
  return cells.length > least ? cells.slice(0, Math.max(length, least)) : cells;
}

/** The names in a header, with `renames` applied. */
const renamed = (cells: readonly string[], renames: ReadonlyMap<string, string>): readonly string[] =>
  cells.map((cell) => renames.get(cell) ?? cell);

/** The number of cells in a row that name a column. */
export const countColumns = (
  cells: readonly string[],
  forms: TableForms,
  renames: ReadonlyMap<string, string>,
): number => resolveHeader(renamed(cells, renames), forms).positions.size;

/** Finds the table in a file's rows. `renames` maps names in the header to column names. */
export function findTable<Form extends TableForm>(
  all: readonly TableRow[],
  places: TextPlaces,
  forms: TableForms<Form>,
  renames: ReadonlyMap<string, string>,
): Reading<SpreadsheetTable<Form>> {
  const filled = all.filter(({ cells }) => cells.some(isFilled));
  const counts = filled.slice(0, HEADER_ROWS).map(({ cells }) => countColumns(cells, forms, renames));
  const first = counts.indexOf(Math.max(...counts));
  const found = filled[first];
  if (!found) {
    const empty = { code: 'D105', message: 'the file is empty', fix: 'give a header and rows' } as const;
    return failed([toProblem(empty, places.ofLine(1))]);
  }
  const head = { ...found, cells: withoutEnd(found.cells, 0) };
  const below = filled.slice(first + 1);
  // pandas writes an index into a column without a name.
  const hasIndex =
    /^(?:|Unnamed: 0)$/.test(head.cells[0] ?? '') && below.every(({ cells: [index = ''] }) => /^\d*$/.test(index));
  // A column with this name elsewhere, or one that --map names, is the user's own.
  const reason = head.cells.at(-1) === REASON && !renames.has(REASON) ? head.cells.length - 1 : -1;
  const withoutOwn = (row: TableRow): TableRow =>
    reason === -1 && !hasIndex
      ? row
      : { ...row, cells: row.cells.filter((_, n) => n !== reason && !(hasIndex && n === 0)) };
  const source = { ...head, cells: withoutEnd(withoutOwn(head).cells, 0) };
  const header = renamed(source.cells, renames);
  const rows = below.map((row) => {
    const own = withoutOwn(row);
    return { ...own, cells: withoutEnd(own.cells, header.length) };
  });
  const absent = [...renames.keys()].filter((name) => !source.cells.includes(name)).map(absentFinding);
  const { form, positions, findings } = resolveHeader(header, forms);
  const wrong = [...absent, ...findings].map((finding) => toProblem(finding, places.ofLine(source.line)));
  if (wrong.length > 0) return failed(wrong);
  const table = { form, header, positions, source, rows, above: filled.slice(0, first), hasIndex };
  const units = findUnits(table);
  return units ? failed([toProblem(unitsFinding(units), places.ofLine(units.line))]) : { value: table, problems: [] };
}

const absentFinding = (name: string): Finding => ({
  code: 'D171',
  message: `--map names the column "${name}", which the header does not have`,
  fix: 'write it as in the header',
});

/** The positions of the columns with numbers, by name. */
export const numericPositions = ({ form: { columns }, positions }: SpreadsheetTable): ReadonlyMap<string, number> =>
  new Map([...positions].filter(([name]) => columns[name]?.type !== 'text'));

/** A finding for a row that has no identifying cells and no numbers: a second header row. */
export function findSecondHeader(
  cell: (column: string) => string,
  required: readonly string[],
  columns: readonly string[],
): Finding | null {
  if (required.some((name) => cell(name) !== '')) return null;
  const texts = columns.map(cell).filter(isFilled);
  if (texts.length === 0 || texts.some((text) => typeof numberCell(text) === 'number')) return null;
  const message = `it has no ${required.join(' and no ')}, and "${texts[0]}" is not a number`;
  return { code: 'D172', message, fix: 'remove this row if it belongs to the header; otherwise, complete it' };
}

/** The first line that holds units, above or below the header. The values may be in other units than the data's. */
const findUnits = ({ above, rows }: Pick<SpreadsheetTable, 'above' | 'rows'>): TableRow | undefined =>
  above.find(({ cells }) => holdsUnits(cells, true)) ?? rows.find(({ cells }) => holdsUnits(cells));

const unitsFinding = ({ cells }: TableRow): Finding => ({
  code: 'D170',
  message: `this line holds units: ${cells.filter(isFilled).join(', ')}`,
  fix: 'convert values to the units of default-parameters.yaml if they have others, and then remove this line',
});

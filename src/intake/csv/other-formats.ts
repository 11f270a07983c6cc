/** Recognizes files that are not CSV with a header: JSON, ECSV, cells separated by blanks, or no header at all. */
import type { Finding } from '../../report/problems.ts';
import { type Delimiter, HEADER_ROWS } from './delimiter.ts';
import type { TableRow } from './spreadsheet.ts';

/** A finding with its line if the file has another format. `rows` are the rows that were read, if any. */
export function otherFormat(
  {
    text,
    rows,
    delimiter,
  }: { readonly text: string; readonly rows: readonly TableRow[]; readonly delimiter: Delimiter },
  required: readonly string[],
  countColumns: (cells: readonly string[]) => number,
): (Finding & { readonly line: number }) | null {
  const found = (message: string, fix: string, line = 1) => ({ code: 'D170', message, fix, line }) as const;
  if (/^\s*# *%ECSV/.test(text)) {
    const fix = 'convert values to the units of default-parameters.yaml, and save the table as CSV without comments';
    return found('this is ECSV, whose units are in comments', fix);
  }
  const first = rows.filter(({ cells }) => cells.some((cell) => cell !== '')).slice(0, HEADER_ROWS);
  const counts = first.map(({ cells }) => countColumns(cells));
  const marked = first.find(({ cells }) => /^#(?! *units?\b)/i.test(cells[0] ?? ''));
  const names = marked?.cells.map((cell) => cell.replace(/^#\s*/, '')) ?? [];
  const isTable = first.length > 1 && !first.slice(1).every(isSeparatedByBlanks);
  if (marked && isTable && countColumns(names) > Math.max(...counts)) {
    return found('the header begins with "#"', 'remove the # from this line', marked.line);
  }
  if (counts.some((count) => count >= Math.max(1, required.length))) return null;
  if (/^\s*[[{]\s*(?:["{[\]}]|-?\d+\s*,)/.test(text)) {
    const fix = 'save the rows as CSV with a header; for a community catalog, use "import catalog"';
    return found('this is JSON, but a CSV file is expected', fix);
  }
  const [head, ...below] = first;
  if (!head) return null;
  const blank = below[0] ?? head;
  if ((below.length > 0 ? below : first).every(isSeparatedByBlanks)) {
    return found('cells are separated by blanks', 'separate them by commas, semicolons or tabs', blank.line);
  }
  if (Math.max(...counts) === 0 && head.cells.some((cell) => /^[-+]?\d*[.,]?\d+(?:e[-+]?\d+)?$/i.test(cell))) {
    const fix = `add a header above it, with the names of the columns: ${required.join(delimiter)}`;
    return found(`line ${head.line} looks like data, and the file has no header`, fix, head.line);
  }
  return null;
}

const isSeparatedByBlanks = ({ cells }: TableRow): boolean =>
  cells.length === 1 && (cells[0]?.split(/\s+/).length ?? 0) > 2;

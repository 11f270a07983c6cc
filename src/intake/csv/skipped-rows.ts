/** Writes the skipped rows from a CSV file as a file in the same form, with an additional column for the reason. */
import type { SourceItem } from '../merge/records.ts';
import { REASON } from './spreadsheet.ts';

/** Spreadsheets read a file with this mark as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/** The skipped rows in file order; null if no row was skipped. */
export function formatSkipped(skipped: readonly SourceItem[]): string | null {
  const rows = skipped
    .flatMap(({ row, problems }) => (row ? [{ ...row, problems }] : []))
    .sort((a, b) => a.line - b.line);
  const [first] = rows;
  if (!first) return null;
  const { header, delimiter } = first.table;
  const lines = rows.map(({ cells, problems }) => {
    const reasons = new Set(problems.map(({ message, fix }) => `${message}. Fix: ${fix}.`));
    // Rows with too few cells are padded, so that the reason is in the last column.
    const padding = Array.from({ length: Math.max(0, header.length - cells.length) }, () => '');
    return [...cells, ...padding, [...reasons].join(' ')];
  });
  return BYTE_ORDER_MARK + [[...header, REASON], ...lines].map((cells) => formatLine(cells, delimiter)).join('');
}

const formatLine = (cells: readonly string[], delimiter: string): string =>
  `${cells.map((cell) => (/["\r\n]/.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(delimiter)}\r\n`;

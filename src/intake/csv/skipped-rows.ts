/** Writes the skipped rows from a CSV file as a file in the same form, with an additional column for the reason. */
import { groupBy } from '../../core/base/group-by.ts';
import type { SourceItem } from '../merge/records.ts';
import type { CsvSource } from './read-csv.ts';
import { REASON } from './spreadsheet.ts';

/** Spreadsheets read a file with this mark as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/** The skipped rows in file order, or null. */
export function formatSkipped(source: CsvSource, skipped: readonly SourceItem[]): string | null {
  const ofLines = groupBy(skipped, ({ place }) => place.line);
  const rows = source.rows.flatMap(({ cells, line }) => {
    const problems = ofLines.get(line)?.flatMap((one) => one.problems);
    const found = problems?.map(({ message, fix }) => `${message}. Fix: ${fix}.`);
    // Rows with too few cells are padded, so that the reason is in the last column.
    const padding = Array.from({ length: Math.max(0, source.header.length - cells.length) }, () => '');
    return found ? [[...cells, ...padding, [...new Set(found)].join(' ')]] : [];
  });
  if (rows.length === 0) return null;
  const lines = [[...source.header, REASON], ...rows].map((cells) => formatLine(cells, source.delimiter));
  return BYTE_ORDER_MARK + lines.join('');
}

const formatLine = (cells: readonly string[], delimiter: string): string =>
  `${cells.map((cell) => (/["\r\n]/.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(delimiter)}\r\n`;

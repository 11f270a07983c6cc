/** Writes entries, which arrive joined by commas, as one CSV table or one JSON array, part by part. */

import type { Vocabulary } from '../../core/contract/collection.ts';
import { type CsvEntry, createCellReader, formatRow, nameColumns } from '../../core/listing/csv.ts';
import { DOWNLOAD_FORM, type DownloadColumns } from './columns.ts';
import type { Lines } from './lines.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Parses entries joined by commas. Throws SyntaxError if the last entry is incomplete. */
export const parseEntries = (part: Uint8Array): readonly CsvEntry[] => JSON.parse(`[${decoder.decode(part)}]`);

/** One table: the header line once, then all rows. */
export async function* formatCsv(lines: Lines, columns: DownloadColumns, parameters: Vocabulary['parameters']): Lines {
  const members = Object.keys(columns);
  yield encoder.encode(formatRow(nameColumns(members, parameters, DOWNLOAD_FORM)));
  const cellsOf = createCellReader(members, parameters, DOWNLOAD_FORM);
  for await (const part of lines) {
    const rows = parseEntries(part).map((entry) => formatRow(cellsOf(entry)));
    yield encoder.encode(rows.join(''));
  }
}

/** One array of all entries. */
export async function* formatJson(lines: Lines): Lines {
  let before = '[';
  for await (const part of lines) {
    yield encoder.encode(before);
    yield part;
    before = ',';
  }
  yield encoder.encode(before === '[' ? '[]' : ']');
}

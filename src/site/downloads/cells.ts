/**
 * Finds the cells of CSV that `toCsv` made. The CSV of a page, and not its JSON, as it has half the bytes and nothing nested. Build
 * time; pure.
 */

const QUOTE = 0x22;
const COMMA = 0x2c;
const CARRIAGE_RETURN = 0x0d;
const LINE_FEED = 0x0a;

/** The rows below the header line. */
export function rowsOf(csv: Uint8Array): Uint8Array {
  return csv.subarray(csv.indexOf(LINE_FEED) + 1);
}

/** Where each cell ends, row by row: at the comma, or the carriage return, behind it. */
export function cellEnds(rows: Uint8Array): readonly number[] {
  const ends: number[] = [];
  for (let at = 0; at < rows.length; at++) {
    const byte = rows[at] as number;
    if (byte > COMMA) continue;
    // A quote in a quoted cell is two: the end of one quoted part and the beginning of the next.
    if (byte === QUOTE) at = rows.indexOf(QUOTE, at + 1);
    else if (byte === COMMA || byte === CARRIAGE_RETURN) ends.push(at);
  }
  return ends;
}

/** Goes through the cells of one column: where each begins, quotes included, and ends. */
export function eachCell(
  ends: readonly number[],
  column: number,
  columns: number,
  onCell: (from: number, to: number) => void,
): void {
  // A cell begins behind the comma, or the line end of two characters, before it.
  const gap = column === 0 ? 2 : 1;
  for (let n = column; n < ends.length; n += columns) {
    onCell(n === 0 ? 0 : (ends[n - 1] as number) + gap, ends[n] as number);
  }
}

/** Reads and checks single cells of a CSV row. In: trimmed text. Out: values, findings. Pure. */
import type { Finding } from '../../report/problems.ts';
import type { CsvRow } from './read-csv.ts';

/** Without leading zeros, which some programs read as octal numbers. */
const NUMBER = /^[-+]?((0|[1-9]\d*)(\.\d*)?|\.\d+)([eE][-+]?\d+)?$/;

/** The number in a cell; undefined if it is empty, the text itself if it is not a number. The typographic minus sign is accepted. */
export function numberCell(text: string): number | string | undefined {
  if (text === '') return undefined;
  const plain = text.replace(/^\u2212/, '-').replace(/([eE])\u2212/, '$1-');
  return NUMBER.test(plain) && Number.isFinite(Number(plain)) ? Number(plain) : text;
}

/** The text in a cell; undefined if it is empty. */
export function textCell(text: string): string | undefined {
  return text === '' ? undefined : text;
}

/** `['H1', 'L1']` for `H1|L1`; undefined if the cell is empty. */
export function listCell(text: string): string[] | undefined {
  return text === '' ? undefined : text.split('|').filter((one) => one !== '');
}

/** `['H1', 'L1']` for a list of detectors with any usual separator. */
export function detectorsCell(text: string): string[] | undefined {
  return text === '' ? undefined : text.split(/[|,;+/\s]+/).filter((one) => one !== '');
}

/** A finding if the cell has none of the allowed texts. */
export function choiceFinding(row: CsvRow, column: string, allowed: readonly string[]): Finding | null {
  const text = row.cell(column);
  if (allowed.includes(text)) return null;
  const words = allowed.map((word) => (word === '' ? 'an empty cell' : word));
  const fix = `use ${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
  return { code: 'D113', message: `${column} cannot be "${text}"`, fix };
}

/** How to correct the cell of a number; `limit` is the column that marks limits. */
function numberFix(text: string, limit: string): string {
  const bound = /^([<>])=?\s*(.+)$/.exec(text);
  if (bound) return `write ${bound[2]} here and "${bound[1] === '<' ? 'upper' : 'lower'}" in ${limit}`;
  if (/^[-+]?\d+,\d+$/.test(text)) return `write the decimals after a point: ${text.replace(',', '.')}`;
  if (/^(nan|n\/?a|null|none|-+|\?)$/i.test(text)) return 'leave the cell empty if there is no value';
  if (text.includes('±') || text.includes('+/-')) return 'write the errors into the columns _upper and _lower';
  return 'write a number, such as 35.6 or 1e-7, without its unit';
}

/** A finding for the cell of a parameter that is not a number. */
export function numberFinding(column: string, text: string, limit: string): Finding {
  return { code: 'D112', message: `${column} is "${text}", but a number is expected`, fix: numberFix(text, limit) };
}

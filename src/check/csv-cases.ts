/** Cases for CSV: the same entries as in JSON, and links to pages in a header. */

import { parse } from 'csv-parse/sync';
import { CSV_TYPE } from '../core/contract/headers.ts';
import { withFormat } from '../core/contract/paths.ts';
import { OK } from '../core/contract/statuses.ts';
import type { Envelope } from '../core/contract/wire.ts';
import { bodyOf, type Expectation } from './case.ts';
import { difference, firstFault } from './expect.ts';

type Entry = string | Readonly<Record<string, unknown>>;

/** The expected text of a cell; null for lists of objects. */
function cellOf(value: unknown): string | null {
  if (value === null || value === undefined) return '';
  if (!Array.isArray(value)) return String(value);
  return value.some((item) => typeof item === 'object') ? null : value.join('|');
}

/** The difference between a row and an entry; the spelling of numbers may differ. */
function rowFault(row: Readonly<Record<string, string>>, entry: Entry): string | null {
  const members = typeof entry === 'string' ? { name: entry } : entry;
  for (const [name, value] of Object.entries(members)) {
    const cell = cellOf(value);
    if (cell === null) continue;
    const isSame = typeof value === 'number' ? Number(row[name]) === value : row[name] === cell;
    if (!isSame) return `${name}: ${row[name]}, expected ${cell}`;
  }
  return null;
}

/** The first page of the listing at a path. */
export const isTableOf =
  (path: string): Expectation =>
  async (answer, { get, sample }) => {
    const page = bodyOf<Envelope<Entry>>(await get(path));
    const type = answer.headers['content-type']?.toLowerCase();
    const wrong = firstFault(difference('status', answer.status, OK), difference('Content-Type', type, CSV_TYPE));
    if (wrong !== null) return wrong;
    const links = answer.headers.link ?? '';
    const isLinked = links.includes(`<${withFormat(`${sample.linkBaseUrl}/${path}`, 'csv')}&page=1>; rel="first"`);
    const rows = parse(answer.body, { columns: true }) as Record<string, string>[];
    return firstFault(
      isLinked ? null : `Link: ${links}`,
      difference('next', links.includes('rel="next"'), page.next !== null),
      difference('rows', rows.length, page.results.length),
      ...page.results.map((entry, n) => rowFault(rows[n] ?? {}, entry)),
    );
  };

/** The entries of a listing as a file, made of the API's own answers. */

import { CSV_FORMAT, FORMAT, MAX_PAGE_SIZE, PAGE, PAGE_SIZE } from '../../contract/parameters.ts';
import type { EnvelopeHead } from '../../contract/wire.ts';
import { withParameters } from '../address.ts';
import type { Core } from '../core.ts';

const decoder = new TextDecoder();

/** All pages of a listing as one CSV: the header line once. Rejects as `core.json` does. */
export async function csvOf(core: Core, target: string): Promise<string> {
  const page = (number: number, more: Readonly<Record<string, string>> = {}) =>
    withParameters(target, {
      [PAGE_SIZE.name]: PAGE_SIZE.codec.format(MAX_PAGE_SIZE),
      [PAGE.name]: PAGE.codec.format(number),
      ...more,
    });
  const { num_pages } = await core.json<EnvelopeHead>(page(1));
  const parts: string[] = [];
  for (let number = 1; number <= Math.max(num_pages, 1); number++) {
    const { body } = await core.answer(page(number, { [FORMAT.name]: CSV_FORMAT }));
    const text = decoder.decode(body);
    // No name of a column has a line break in it.
    parts.push(number === 1 ? text : text.slice(text.indexOf('\n') + 1));
  }
  return parts.join('');
}

/** All entries of a listing as JSON. */
export async function jsonOf(core: Core, target: string): Promise<string> {
  return `${JSON.stringify(await core.entries(target), null, 1)}\n`;
}

/** Has the browser save a text as a file. */
export function save(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Not before the browser has begun to read it.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

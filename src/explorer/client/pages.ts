/** Reads all pages of a listing from one release: as entries, or as a single CSV string. */

import { CSV_FORMAT, FORMAT, MAX_PAGE_SIZE, PAGE, PAGE_SIZE } from '../../core/contract/parameters.ts';
import type { Envelope, ErrorBody } from '../../core/contract/wire.ts';
import type { HandlerResponse } from '../../core/release/ports.ts';
import { withParameters } from '../address/address.ts';

const decoder = new TextDecoder();

/** The request for one page of a listing, with the maximum page size. */
const pageTarget = (target: string, page: number): string =>
  withParameters(target, {
    [PAGE_SIZE.name]: PAGE_SIZE.codec.format(MAX_PAGE_SIZE),
    [PAGE.name]: PAGE.codec.format(page),
  });

/** The part of the client that is needed to read pages. */
export interface PageSource {
  readonly release: unknown;
  json<T>(target: string): Promise<T>;
  answer(target: string): Promise<Pick<HandlerResponse, 'status' | 'headers' | 'body'>>;
}

/** Reads pages until the last one, and returns their contents. Starts again if the release changes. */
async function readPages<T>(
  source: PageSource,
  target: string,
  read: (request: string) => Promise<{ readonly content: T; readonly hasNext: boolean }>,
): Promise<readonly T[]> {
  const { release } = source;
  const all: T[] = [];
  for (let page = 1, isLast = false; !isLast; page++) {
    const { content, hasNext } = await read(pageTarget(target, page));
    // Pages from different releases must not be combined.
    if (source.release !== release) return readPages(source, target, read);
    all.push(content);
    isLast = !hasNext;
  }
  return all;
}

/** The entries on all pages. Rejects as `json` does. */
export async function readEntries<T>(source: PageSource, target: string): Promise<readonly T[]> {
  const pages = await readPages(source, target, async (request) => {
    const { results, next } = await source.json<Envelope<T>>(request);
    return { content: results, hasNext: next !== null };
  });
  return pages.flat();
}

/** All pages as one CSV string with a single header line. Rejects if a page cannot be read. */
export async function joinCsvPages(source: PageSource, target: string): Promise<string> {
  const pages = await readPages(source, target, async (request) => {
    const { status, headers, body } = await source.answer(withParameters(request, { [FORMAT.name]: CSV_FORMAT }));
    const content = decoder.decode(body);
    if (status >= 400) throw new Error((JSON.parse(content) as ErrorBody).detail);
    // CSV has no envelope; its links to other pages are in a header.
    return { content, hasNext: /; rel="next"/.test(headers.link ?? '') };
  });
  // Column names contain no line breaks.
  return pages.map((text, n) => (n === 0 ? text : text.slice(text.indexOf('\n') + 1))).join('');
}

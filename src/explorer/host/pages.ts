/** Reads all pages of a listing from one release: as entries, or as a single CSV string. */

import { CSV_FORMAT, FORMAT, MAX_PAGE_SIZE, PAGE, PAGE_SIZE } from '../../core/contract/parameters.ts';
import { LEAST_ERROR } from '../../core/contract/statuses.ts';
import type { Envelope, ErrorBody } from '../../core/contract/wire.ts';
import type { HandlerResponse } from '../../core/handler/ports.ts';
import { withParameters } from '../address/address.ts';

const decoder = new TextDecoder();

/** The request for one page of a listing, with the maximum page size. */
const pageTarget = (target: string, page: number): string =>
  withParameters(target, {
    [PAGE_SIZE.name]: PAGE_SIZE.codec.format(MAX_PAGE_SIZE),
    [PAGE.name]: PAGE.codec.format(page),
  });

/** The part of the core that is needed to read pages. */
export interface PageSource {
  readonly release: unknown;
  json<T>(target: string): Promise<T>;
  answer(target: string): Promise<Pick<HandlerResponse, 'status' | 'body'>>;
}

/** Calls `read` with each page's JSON and request, and returns the results. Starts again if the release changes. */
async function readPages<T, P>(
  source: PageSource,
  target: string,
  read: (page: Envelope<T>, request: string) => P | Promise<P>,
): Promise<readonly P[]> {
  const { release } = source;
  const all: P[] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const request = pageTarget(target, page);
    const body = await source.json<Envelope<T>>(request);
    all.push(await read(body, request));
    // Pages from different releases must not be combined.
    if (source.release !== release) return readPages(source, target, read);
    pages = body.num_pages;
  }
  return all;
}

/** The entries on all pages. Rejects as `json` does. */
export const readEntries = async <T>(source: PageSource, target: string): Promise<readonly T[]> =>
  (await readPages<T, readonly T[]>(source, target, ({ results }) => results)).flat();

/** All pages as one CSV string with a single header line. Rejects as `json` does, and if a page cannot be read. */
export async function joinCsvPages(source: PageSource, target: string): Promise<string> {
  const pages = await readPages(source, target, async (_, request) => {
    const { status, body } = await source.answer(withParameters(request, { [FORMAT.name]: CSV_FORMAT }));
    const text = decoder.decode(body);
    if (status >= LEAST_ERROR) throw new Error((JSON.parse(text) as ErrorBody).detail);
    return text;
  });
  // Column names contain no line breaks.
  return pages.map((text, n) => (n === 0 ? text : text.slice(text.indexOf('\n') + 1))).join('');
}

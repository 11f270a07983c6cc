/** Reads the pages of a listing, and joins them into one CSV file. */

import { CSV_FORMAT, FORMAT, MAX_PAGE_SIZE, PAGE, PAGE_SIZE } from '../../core/contract/parameters.ts';
import { LEAST_ERROR } from '../../core/contract/statuses.ts';
import type { EnvelopeHead, ErrorBody } from '../../core/contract/wire.ts';
import type { HandlerResponse } from '../../core/handler/ports.ts';
import { withParameters } from '../address/address.ts';

const decoder = new TextDecoder();

/** The request for one page of a listing, with the maximum page size. */
export const pageTarget = (target: string, page: number): string =>
  withParameters(target, {
    [PAGE_SIZE.name]: PAGE_SIZE.codec.format(MAX_PAGE_SIZE),
    [PAGE.name]: PAGE.codec.format(page),
  });

/** The part of the core that reads pages. */
export interface PageSource {
  readonly release: unknown;
  json<T>(target: string): Promise<T>;
  answer(target: string): Promise<Pick<HandlerResponse, 'status' | 'body'>>;
}

/** All pages of a listing as one CSV, from a single release and with one header line. Rejects like `json`, and if a page cannot be read. */
export async function joinCsvPages(source: PageSource, target: string): Promise<string> {
  const { release } = source;
  const { num_pages } = await source.json<EnvelopeHead>(pageTarget(target, 1));
  const parts: string[] = [];
  for (let page = 1; page <= num_pages; page++) {
    const request = withParameters(pageTarget(target, page), { [FORMAT.name]: CSV_FORMAT });
    const { status, body } = await source.answer(request);
    // Pages of different releases must not be combined.
    if (source.release !== release) return joinCsvPages(source, target);
    const text = decoder.decode(body);
    if (status >= LEAST_ERROR) throw new Error((JSON.parse(text) as ErrorBody).detail);
    // Column names contain no line breaks.
    parts.push(page === 1 ? text : text.slice(text.indexOf('\n') + 1));
  }
  return parts.join('');
}

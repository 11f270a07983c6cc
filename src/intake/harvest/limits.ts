/**
 * Limits of a harvest, so that it ends whatever a service sends, and fills neither the memory nor the disk. In: the sizes of answers. Throws
 * LimitError beyond a limit.
 */
import { performance } from 'node:perf_hooks';
import { HarvestError } from './answer.ts';

/** All strain files of the shipped catalogue, with their records, take about 200 MB. */
const MAX_MIB = 512;
const MAX_LISTING_MIB = 256;
/** Some hosts have only 20 entries a page. */
const MAX_PAGES = 50_000;
const MAX_HOURS = 48;

const BYTES_PER_MIB = 2 ** 20;
const MS_PER_HOUR = 3_600_000;

/** The service sends too much: a retry cannot help, and what it sent is not kept. */
export class LimitError extends HarvestError {}

/** The sum of one listing. */
export interface ListingSize {
  bytes: number;
  pages: number;
}

export class Limits {
  readonly #begin = performance.now();
  #bytes = 0;

  /** Forgets the sizes, before everything is read again. */
  restart(): void {
    this.#bytes = 0;
  }

  /** Adds an answer; `listing` is what it is a page of. */
  add(url: string, bytes: number, listing?: ListingSize): void {
    this.#bytes += bytes;
    if (listing) {
      listing.bytes += bytes;
      listing.pages++;
    }
    if (this.#bytes > MAX_MIB * BYTES_PER_MIB) throw exceeded(url, `the service sends more than ${MAX_MIB} MiB`);
    if (listing && listing.bytes > MAX_LISTING_MIB * BYTES_PER_MIB)
      throw exceeded(url, `this listing is larger than ${MAX_LISTING_MIB} MiB`);
    if (listing && listing.pages > MAX_PAGES) throw exceeded(url, `this listing has more than ${MAX_PAGES} pages`);
    if (performance.now() - this.#begin > MAX_HOURS * MS_PER_HOUR)
      throw exceeded(url, `the service was read for more than ${MAX_HOURS} hours`);
  }
}

const exceeded = (url: string, what: string): LimitError =>
  new LimitError(`${url}: ${what}. Read fewer kinds at once, with --only`);

/**
 * A service that answers the API v2, read through a journal: records, and listings with all their pages. In: places of the contract with
 * their ids. Out: entries, each with the URL and the pointer at which it was found. Throws HarvestError.
 *
 * A listing is whole where as many different entries came as every page says that there are; else it is read again, as pages change
 * while a service publishes. `next` may lead to other pages of the same listing, and nowhere else.
 */
import { createCollections, type ListingPath } from '../../collections/registry.ts';
import { allListings, type Listing } from '../../contract/collection.ts';
import { MAX_PAGE_SIZE, PAGE_SIZE } from '../../contract/parameters.ts';
import { API_ROOT, listingPath, RELEASE_PATH, recordPath } from '../../contract/paths.ts';
import { NOT_FOUND_STATUS, NOT_MODIFIED, OK } from '../../contract/statuses.ts';
import type { Envelope, ErrorBody } from '../../contract/wire.ts';
import { isMapping } from '../files/mapping.ts';
import type { Answer } from './answer.ts';
import type { Client } from './client.ts';
import { HarvestError } from './harvest-error.ts';
import type { Journal } from './journal.ts';

/** What stands somewhere in an answer. */
export interface Found {
  /** URL of the answer. */
  readonly url: string;
  /** JSON pointer (RFC 6901) to the value in it; empty for the whole. */
  readonly pointer: string;
  readonly value: unknown;
}

const LISTINGS = new Map(allListings(createCollections()).map((listing) => [listing.path, listing]));
function listingAt(place: ListingPath): Listing {
  const listing = LISTINGS.get(place);
  if (!listing) throw new RangeError(`no listing ${place}`);
  return listing;
}

/** The path of a listing, below the base URL. */
export const pathOf = (place: ListingPath, ids: readonly string[]): string =>
  listingPath(listingAt(place), ids.map(encodeURIComponent));

const ATTEMPTS = 3;

/** A page as it came; its members are not checked yet. */
type Page = { readonly path: string; readonly body: Envelope<unknown> };

/** Told how far a step is. */
export type OnProgress = (step: string, done: number, total: number) => void;

export class Service {
  readonly #base: string;
  readonly #client: Pick<Client, 'get'>;
  readonly #journal: Journal;
  /** The largest that the service takes. */
  #pageSize = MAX_PAGE_SIZE;
  /** First pages of the listings that were read, with all entries that came, to see whether they are still the same. */
  readonly #read = new Map<string, { readonly count: number; readonly entries: ReadonlySet<string> }>();
  /** How many answers the journal had. */
  fromJournal = 0;
  /** How many answers were those of an earlier harvest. */
  unchanged = 0;

  constructor(base: string, client: Pick<Client, 'get'>, journal: Journal) {
    this.#base = base;
    this.#client = client;
    this.#journal = journal;
  }

  /** A record; null where there is none. */
  async record(collection: string, id: string): Promise<Found | null> {
    const path = recordPath(collection, encodeURIComponent(id));
    const answer = await this.#ask(path);
    if (answer.status === NOT_FOUND_STATUS) return null;
    if (answer.status !== OK || !isMapping(answer.value)) throw this.#misfit(path, '', 'no record');
    return { url: this.urlOf(path), pointer: '', value: answer.value };
  }

  /** All entries of a listing, shown by another set of lines than its own; null where the service does not have it. */
  async listing(place: ListingPath, ids: readonly string[] = [], shown?: string): Promise<readonly Found[] | null> {
    const path = pathOf(place, ids);
    const query = shown === undefined ? '' : showing(listingAt(place), shown);
    for (let attempt = 1; ; attempt++) {
      const pages = await this.#pages(path, query, attempt > 1);
      if (pages === null) return null;
      const entries = pages.flatMap((page) =>
        page.body.results.map((value, n) => ({ url: this.urlOf(page.path), pointer: `/results/${n}`, value })),
      );
      const different = new Map(entries.map((entry) => [JSON.stringify(entry.value), entry]));
      const [first] = pages as [Page, ...Page[]];
      const count = first.body.results_count;
      if (different.size === count && pages.every(({ body }) => body.results_count === count)) {
        this.#read.set(first.path, { count, entries: new Set(different.keys()) });
        return [...different.values()];
      }
      if (attempt === ATTEMPTS) {
        const what = `${count} entries are announced, ${different.size} different ones came, in each of ${ATTEMPTS} readings`;
        throw this.#misfit(first.path, '/results_count', what);
      }
    }
  }

  /**
   * True where nothing that was read has changed since. A service made by this program names its release; of any other the first page of each
   * listing is asked again: its count, and that each of its entries came before (in whatever order).
   */
  async isUnchanged(): Promise<boolean> {
    const before = this.#journal.find(RELEASE_PATH);
    const id = releaseOf((await this.#ask(RELEASE_PATH, true)).value);
    if (id !== null) return id === releaseOf(before?.value);
    for (const [path, { count, entries }] of this.#read) {
      const { status, value } = await this.#ask(path, true);
      if (status !== OK || !isEnvelope(value)) return false;
      if (value.results_count !== count || value.results.some((one) => !entries.has(JSON.stringify(one)))) return false;
    }
    return true;
  }

  /** Notes which release is read, where the service says. */
  async noteRelease(): Promise<void> {
    await this.#ask(RELEASE_PATH);
  }

  /** Forgets what was read, for another reading. */
  restart(): void {
    this.#journal.restart();
    this.#read.clear();
  }

  /** The pages of a listing; null where there is no such listing. `isAgain` asks for what the journal has, too. */
  async #pages(path: string, query: string, isAgain: boolean): Promise<Page[] | null> {
    const first = await this.#firstPage(path, query, isAgain);
    if (first === null) return null;
    const pages = [first];
    const seen = new Set([first.path]);
    for (let page = first; page.body.next !== null; ) {
      const next = this.#nextPath(page);
      if (seen.has(next)) throw this.#misfit(page.path, '/next', `it leads back to ${next}`);
      seen.add(next);
      const { status, value } = await this.#ask(next, isAgain);
      // A page that is gone: the listing became shorter, which the counts show.
      if (status === NOT_FOUND_STATUS) break;
      page = { path: next, body: this.#envelopeOf(next, value) };
      pages.push(page);
    }
    return pages;
  }

  async #firstPage(path: string, query: string, isAgain: boolean): Promise<Page | null> {
    for (;;) {
      const asked = `${path}?${query}${PAGE_SIZE.name}=${PAGE_SIZE.codec.format(this.#pageSize)}`;
      const { status, value } = await this.#ask(asked, isAgain);
      if (status === NOT_FOUND_STATUS) return null;
      if (status === OK) return { path: asked, body: this.#envelopeOf(asked, value) };
      const smaller = this.#smallerSize(value);
      if (smaller === null) {
        throw this.#misfit(asked, '', `it is refused: ${(value as ErrorBody | null)?.detail ?? 'no reason is given'}`);
      }
      this.#pageSize = smaller;
    }
  }

  /** The largest page size below the one that was refused; hosts without a request handler have few. */
  #smallerSize(value: unknown): number | null {
    const { parameter, allowed = [] } = (value ?? {}) as Partial<ErrorBody>;
    if (parameter !== PAGE_SIZE.name) return null;
    const sizes = [...allowed.map(Number), 500, 100, 20].filter((size) => size > 0 && size < this.#pageSize);
    const known = allowed.map(Number).filter((size) => sizes.includes(size));
    return sizes.length === 0 ? null : Math.max(...(known.length > 0 ? known : sizes));
  }

  /** The path that `next` names, on the service itself whatever its scheme, as proxies hide it. */
  #nextPath({ path, body }: Page): string {
    const here = new URL(this.urlOf(path));
    let next: URL;
    try {
      next = new URL(body.next as string, here);
    } catch {
      throw this.#misfit(path, '/next', 'it is no URL');
    }
    const isSamePort = next.port === here.port || (next.protocol !== here.protocol && next.port === '');
    const root = new URL(this.urlOf('')).pathname;
    if (next.hostname !== here.hostname || !isSamePort || !next.pathname.startsWith(`${root}${API_ROOT}/`)) {
      const what = `it leads to ${next.href}, which is not below ${this.urlOf(API_ROOT)}`;
      throw this.#misfit(path, '/next', `${what}. Where both are one service, give the URL that its links have`);
    }
    return `${next.pathname.slice(root.length)}${next.search}`;
  }

  #envelopeOf(path: string, value: unknown): Envelope<unknown> {
    if (isEnvelope(value)) return value;
    throw this.#misfit(path, '', 'it is no page of a listing (results, results_count, next). Is this an API v2?');
  }

  /** `isAgain` asks for what this round has an answer of, too. */
  async #ask(path: string, isAgain = false): Promise<Pick<Answer, 'status' | 'value'>> {
    const known = isAgain ? null : this.#journal.find(path);
    if (known) {
      this.fromJournal++;
      return known;
    }
    const answer = await this.#client.get(path, this.#journal.validatorsOf(path), path === RELEASE_PATH);
    if (answer.status === NOT_MODIFIED) this.unchanged++;
    return this.#journal.add(path, answer);
  }

  urlOf(path: string): string {
    return `${this.#base}/${path}`;
  }

  #misfit(path: string, pointer: string, what: string): HarvestError {
    return new HarvestError(`${this.urlOf(path)}${pointer === '' ? '' : `#${pointer}`}: ${what}`);
  }
}

/** The parameter that shows entries by this set of lines, as the beginning of a query. */
function showing({ filters }: Listing, lines: string): string {
  const found = [...filters.values()].find((filter) => {
    const condition = filter.match(true);
    return condition.test === 'shows' && condition.lines === lines;
  });
  return found ? `${found.name}=${found.codec.format(true)}&` : '';
}

function isEnvelope(value: unknown): value is Envelope<unknown> {
  if (!isMapping(value)) return false;
  const { results, results_count: count, next } = value;
  return Array.isArray(results) && Number.isInteger(count) && (next === null || typeof next === 'string');
}

/** The id of the release in a pointer of this program's (`handler/release.ts`). */
function releaseOf(value: unknown): string | null {
  const release = isMapping(value) ? value.release : null;
  return isMapping(release) && typeof release.id === 'string' ? release.id : null;
}

/**
 * Reads a service's entries and records, several at a time. Warns about unusable entries, members that the contract does not define, and
 * missing listings and records. Throws HarvestError.
 */
import { isMapping } from '../../catalogue/files/mapping.ts';
import { groupBy } from '../../core/base/group-by.ts';
import { createCollections, type ListingPath } from '../../core/collections/registry.ts';
import { allListings, type Listing } from '../../core/contract/collection.ts';
import { listingPath, recordPath } from '../../core/contract/paths.ts';
import { showCount } from '../../report/count.ts';
import type { Problem } from '../../report/problems.ts';
import type { Client } from './client.ts';
import { PAGE_SIZES, readListing } from './pages.ts';
import { type Entry, unusableId } from './service-content.ts';
import { membersOf, serviceWarning, unknownMembers } from './warnings.ts';

/** Called with a step's progress. */
export type OnProgress = (step: string, done: number, total: number) => void;

/** Maximum requests in progress; the client also limits their rate. */
const AT_ONCE = 4;

const LISTINGS = new Map(allListings(createCollections()).map((listing) => [listing.path, listing]));

function listingAt(pattern: ListingPath): Listing {
  const listing = LISTINGS.get(pattern);
  if (!listing) throw new RangeError(`no listing ${pattern}`);
  return listing;
}

export class Service {
  readonly #client: Client;
  readonly #onProgress: OnProgress;
  /** The page sizes that the service may accept. */
  readonly #sizes = [...PAGE_SIZES];
  readonly #warnings: Problem[] = [];
  /** The members that are known or already reported, by collection. */
  readonly #members = new Map<string, Set<string>>();
  /** Paths that do not exist, by listing or kind of record. */
  readonly #missing: { readonly pattern: string; readonly path: string }[] = [];

  constructor(client: Client, onProgress: OnProgress = () => {}) {
    this.#client = client;
    this.#onProgress = onProgress;
  }

  /** All values in a listing; null if it does not exist. `shown` names a set of lines other than the default set. */
  values(pattern: ListingPath, ids: readonly string[] = [], shown?: string): Promise<Entry<unknown>[] | null> {
    const query = shown === undefined ? '' : showing(listingAt(pattern), shown);
    return readListing(this.#client, pathOf(pattern, ids), query, this.#sizes);
  }

  /** The usable entries in a listing; null if the listing does not exist. */
  async entries(pattern: ListingPath, ids: readonly string[] = [], shown?: string): Promise<Entry[] | null> {
    const { name } = listingAt(pattern).collection;
    const found = await this.values(pattern, ids, shown);
    return found?.filter((one) => this.#isUsable(one, name)) ?? null;
  }

  /** Like `entries`, but a missing listing counts as empty and causes a warning. */
  async expectedEntries(pattern: ListingPath, ids: readonly string[] = [], shown?: string): Promise<Entry[]> {
    const entries = await this.entries(pattern, ids, shown);
    if (entries === null) this.#missing.push({ pattern, path: pathOf(pattern, ids) });
    return entries ?? [];
  }

  /** The records with these ids. A record that does not exist is null and causes a warning. */
  records(step: string, collection: string, ids: readonly string[]): Promise<(Entry | null)[]> {
    return this.each(step, ids, (id) => this.#record(collection, id));
  }

  /**
   * Reads something for each item, several at a time. Resolves to the results in the order of the items. After a failure, starts no further
   * calls, and rejects once the calls in progress have ended, so that their answers are stored.
   */
  async each<Item, Result>(
    step: string,
    items: readonly Item[],
    read: (item: Item) => Promise<Result>,
  ): Promise<Result[]> {
    const results: Result[] = [];
    const errors: unknown[] = [];
    let next = 0;
    let done = 0;
    const work = async (): Promise<void> => {
      for (let n = next++; n < items.length; n = next++) {
        try {
          results[n] = await read(items[n] as Item);
          this.#onProgress(step, ++done, items.length);
        } catch (error) {
          next = items.length;
          errors.push(error);
        }
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    // The other errors may follow from the first one.
    if (errors.length > 0) throw errors[0];
    return results;
  }

  /** All warnings. Missing paths are reported once per listing or kind of record, at the first missing path. */
  warnings(): Problem[] {
    const missing = [...groupBy(this.#missing, ({ pattern }) => pattern)].map(([pattern, requests]) => {
      const where = { url: this.#client.urlOf(requests[0]?.path as string), pointer: '', value: null };
      const times = requests.length === 1 ? '' : `, requested ${showCount(requests.length)} times`;
      return serviceWarning(where, '', `the service does not have ${pattern}${times} (404)`);
    });
    return [...this.#warnings, ...missing];
  }

  async #record(collection: string, id: string): Promise<Entry | null> {
    const path = recordPath(collection, encodeURIComponent(id));
    // Without an id, the record's path would be the listing's path.
    const { status, value } = id === '' ? { status: 404, value: null } : await this.#client.get(path);
    if (status === 404) {
      this.#missing.push({ pattern: `${collection}/{}`, path });
      return null;
    }
    if (status !== 200 || !isMapping(value)) throw this.#client.misfit(path, '', 'it is not a record');
    const record = { url: this.#client.urlOf(path), pointer: '', value };
    this.#checkMembers(record, collection);
    return record;
  }

  #isUsable(found: Entry<unknown>, collection: string): found is Entry {
    const what = isMapping(found.value) ? unusableId(found as Entry) : 'it is not an object';
    if (what === null) this.#checkMembers(found as Entry, collection);
    else this.#warnings.push(serviceWarning(found, '', what, 'exclude the kind with --only'));
    return what === null;
  }

  #checkMembers(entry: Entry, collection: string): void {
    const known = this.#members.get(collection) ?? membersOf(collection);
    this.#members.set(collection, known);
    this.#warnings.push(...unknownMembers(collection, entry, known));
  }
}

/** The path of a listing, below the base URL. */
const pathOf = (pattern: ListingPath, ids: readonly string[]): string =>
  listingPath(listingAt(pattern), ids.map(encodeURIComponent));

/** The parameter that selects a set of lines, as the start of a query. */
function showing({ filters }: Listing, set: string): string {
  const found = [...filters.values()].find((filter) => filter.lineSet === set);
  return found ? `${found.name}=${found.codec.format(true)}&` : '';
}

/**
 * Reads a service's entries and records, several at a time. Warns about unusable entries, members that the contract does not define, and
 * missing listings and records.
 */

import { isMapping } from '../../catalogue/files/mapping.ts';
import { groupBy } from '../../core/base/group-by.ts';
import type { ListingPath } from '../../core/collections/registry.ts';
import { recordPath } from '../../core/contract/paths.ts';
import { showCount } from '../../report/count.ts';
import type { Problem } from '../../report/problems.ts';
import { MemberCheck, NO_ACTION, serviceWarning } from './entries.ts';
import { collectionAt, type OnProgress, pathOfListing, type ResponseValue, type Service } from './service.ts';
import { type ServiceEntry, unusableId } from './service-content.ts';

/** Maximum requests in progress; the client also limits their rate. */
const AT_ONCE = 4;

export class Reader {
  readonly #service: Service;
  readonly #onProgress: OnProgress;
  readonly #warnings: Problem[] = [];
  readonly #members = new MemberCheck();
  /** Paths that do not exist, by listing or kind of record. */
  readonly #missing: { readonly place: string; readonly path: string }[] = [];

  constructor(service: Service, onProgress: OnProgress) {
    this.#service = service;
    this.#onProgress = onProgress;
  }

  /** The usable entries in a listing; null if the listing does not exist. */
  async entries(place: ListingPath, ids: readonly string[] = [], shown?: string): Promise<ServiceEntry[] | null> {
    const found = await this.#service.listing(place, ids, shown);
    return found?.filter((one): one is ServiceEntry => this.#isEntry(one, collectionAt(place))) ?? null;
  }

  /** Like `entries`, but a missing listing counts as empty and causes a warning. */
  async needed(place: ListingPath, ids: readonly string[] = [], shown?: string): Promise<ServiceEntry[]> {
    const entries = await this.entries(place, ids, shown);
    if (entries === null) this.#noteMissing(place, pathOfListing(place, ids));
    return entries ?? [];
  }

  /** The records with these ids. A record that does not exist is null and causes a warning. */
  records(step: string, collection: string, ids: readonly string[]): Promise<(ServiceEntry | null)[]> {
    return this.each(step, ids, async (id) => {
      const found = (await this.#service.record(collection, id)) as ServiceEntry | null;
      if (found === null) this.#noteMissing(`${collection}/{}`, recordPath(collection, encodeURIComponent(id)));
      else this.#warnings.push(...this.#members.check(collection, found));
      return found;
    });
  }

  each<Item, Result>(step: string, items: readonly Item[], read: (item: Item) => Promise<Result>): Promise<Result[]> {
    return mapConcurrently(items, AT_ONCE, read, (done, total) => this.#onProgress(step, done, total));
  }

  /** All warnings. Missing paths are reported once per listing or kind of record, at the first missing path. */
  warnings(): Problem[] {
    const missing = [...groupBy(this.#missing, ({ place }) => place)].map(([place, requests]) => {
      const where = { url: this.#service.urlOf(requests[0]?.path as string), pointer: '', value: null };
      const times = requests.length === 1 ? '' : `, requested ${showCount(requests.length)} times`;
      return serviceWarning(where, '', `the service does not have ${place}${times} (404)`, NO_ACTION);
    });
    return [...this.#warnings, ...missing];
  }

  #isEntry(found: ResponseValue, collection: string): boolean {
    const what = isMapping(found.value) ? unusableId(found as ServiceEntry) : 'it is not an object';
    if (what === null) this.#warnings.push(...this.#members.check(collection, found));
    else this.#warnings.push(serviceWarning(found, '', what, 'exclude the kind with --only'));
    return what === null;
  }

  #noteMissing(place: string, path: string): void {
    this.#missing.push({ place, path });
  }
}

/**
 * Maps items with an asynchronous function, `atOnce` of them at a time. Resolves to the results in the same order as the items. After a
 * failure, it starts no further calls, and rejects once the calls in progress have ended, so that their results are not lost. `onDone` is
 * called after each item.
 */
async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  map: (item: Item) => Promise<Result>,
  onDone: (done: number, total: number) => void,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  let done = 0;
  const work = async (): Promise<void> => {
    for (let n = next++; n < items.length; n = next++) {
      results[n] = await map(items[n] as Item).catch((error: unknown) => {
        next = items.length;
        throw error;
      });
      onDone(++done, items.length);
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: atOnce }, work));
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
  return results;
}

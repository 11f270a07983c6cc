/** Loads rows of events: all event versions, and those in a listing. Each list is loaded once per release, so it stays the same object. */

import type { EventVersionEntry, RunEntry } from '../../core/contract/wire.ts';
import { ALL_TARGET } from '../address/event-requests.ts';
import type { Client } from '../client/site-client.ts';
import { type Catalogue, type EventRow, type FoundEntry, findRows, makeRows } from './rows.ts';
import { withSetLimits } from './set-limits.ts';

const kept = new WeakMap<object, Map<string, Promise<unknown>>>();

function loadOnce<T>({ release }: Client, target: string, load: () => Promise<T>): Promise<T> {
  const lists = kept.get(release) ?? new Map<string, Promise<unknown>>();
  kept.set(release, lists);
  const list = (lists.get(target) as Promise<T> | undefined) ?? load();
  lists.set(target, list);
  // The next attempt loads it again.
  list.catch(() => lists.delete(target));
  return list;
}

export const loadCatalogue = (client: Client): Promise<Catalogue> =>
  loadOnce(client, ALL_TARGET, async () => {
    const [entries, runs] = await Promise.all([
      client.entries<EventVersionEntry>(ALL_TARGET),
      client.entries<RunEntry>('runs'),
    ]);
    const flagged = entries.map((entry) => withSetLimits(entry, client.release.data));
    return { all: makeRows(flagged), runs };
  });

/** The rows of a listing of events or event versions. Rejects as `json` does. */
export const loadRows = (client: Client, target: string): Promise<readonly EventRow[]> =>
  loadOnce(client, target, async () => {
    const [{ all }, entries] = await Promise.all([loadCatalogue(client), client.entries<FoundEntry>(target)]);
    return findRows(entries, all);
  });

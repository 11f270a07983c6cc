/** Loads rows of events: all event versions, and those in a listing. Each list is loaded once per release, so it stays the same object. */

import type { EventVersionEntry, RunEntry } from '../../core/contract/wire.ts';
import type { Core } from '../client/site-client.ts';
import { ALL_TARGET, type Catalogue, type EventRow, type FoundEntry, findRows, makeRows } from './rows.ts';

const kept = new WeakMap<object, Map<string, Promise<unknown>>>();

function loadOnce<T>({ release }: Core, target: string, load: () => Promise<T>): Promise<T> {
  const lists = kept.get(release) ?? new Map<string, Promise<unknown>>();
  kept.set(release, lists);
  const list = (lists.get(target) as Promise<T> | undefined) ?? load();
  lists.set(target, list);
  // The next attempt loads it again.
  list.catch(() => lists.delete(target));
  return list;
}

export const loadCatalogue = (core: Core): Promise<Catalogue> =>
  loadOnce(core, ALL_TARGET, async () => {
    const [entries, runs] = await Promise.all([
      core.entries<EventVersionEntry>(ALL_TARGET),
      core.entries<RunEntry>('runs'),
    ]);
    return { all: makeRows(entries), runs };
  });

/** The rows of a listing of events or event versions. Rejects as `json` does. */
export const loadRows = (core: Core, target: string): Promise<readonly EventRow[]> =>
  loadOnce(core, target, async () => {
    const [{ all }, entries] = await Promise.all([loadCatalogue(core), core.entries<FoundEntry>(target)]);
    return findRows(entries, all);
  });

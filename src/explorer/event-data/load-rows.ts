/** Loads all events. */

import type { EventVersionEntry, RunEntry } from '../../core/contract/wire.ts';
import { ALL_TARGET } from '../address/event-requests.ts';
import type { Client } from '../client/site-client.ts';
import { type EventRows, makeRows } from './rows.ts';
import { selectRows } from './select-rows.ts';
import { withSetLimits } from './set-limits.ts';

const kept = new WeakMap<Client['release'], Promise<EventRows>>();

async function load(client: Client): Promise<EventRows> {
  const { release } = client;
  const [entries, runs] = await Promise.all([
    client.entries<EventVersionEntry>(ALL_TARGET),
    client.entries<RunEntry>('runs'),
  ]);
  // Lists from different releases must not be combined.
  if (client.release !== release) return load(client);
  const all = makeRows(entries.map((entry) => withSetLimits(entry, release.data)));
  return { all, runs, find: (target) => selectRows(release, all, target) };
}

/** Loads all events once per release, so that a row remains the same object. After a failure, the next attempt loads them again. */
export function loadRows(client: Client): Promise<EventRows> {
  const { release } = client;
  const rows = kept.get(release) ?? load(client);
  kept.set(release, rows);
  rows.catch(() => kept.delete(release));
  return rows;
}

/** Loads the lists that an address asks for, and derives what the events view shows. */

import { useMemo, useRef } from 'preact/hooks';
import type { EventVersionEntry, RunEntry } from '../../../core/contract/wire.ts';
import { type Address, pathOf } from '../../address/address.ts';
import type { Core } from '../../host/core.ts';
import { useLoaded } from '../../host/use-answer.ts';
import { ALL_TARGET, type FoundEntry, makeRows } from './rows.ts';
import { poolTarget, selectionTarget } from './selection.ts';
import { type EventLists, keepLists, listOffered, type ShownEvents, showEvents } from './shown-events.ts';

type Catalogue = Pick<EventLists, 'versions' | 'runs'>;

/** The part of the lists that is the same for every address, loaded once per release. */
const catalogues = new WeakMap<object, Promise<Catalogue>>();

async function loadCatalogue(core: Core): Promise<Catalogue> {
  const [entries, runs] = await Promise.all([
    core.entries<EventVersionEntry>(ALL_TARGET),
    core.entries<RunEntry>('runs'),
  ]);
  return { versions: makeRows(entries), runs };
}

function catalogueOf(core: Core): Promise<Catalogue> {
  const { release } = core;
  const kept = catalogues.get(release) ?? loadCatalogue(core);
  catalogues.set(release, kept);
  // The next attempt loads it again.
  kept.catch(() => catalogues.delete(release));
  return kept;
}

interface EventsOf {
  readonly core: Core;
  readonly address: Address;
  readonly isPart: boolean;
}

/**
 * What the view shows. While the lists for an address are loading, that is still the content for the previous address, so that no event appears
 * under the name of another selection.
 */
export function useEvents({ core, address, isPart }: EventsOf) {
  const { release } = core;
  const path = pathOf(address.target);
  const offered = useMemo(() => listOffered(path, release, isPart), [path, release, isPart]);
  const [unfiltered, selected] = [poolTarget(address.target), selectionTarget(address.target, offered.listing)];
  const loaded = useLoaded(core, `${unfiltered} ${selected}`, async (): Promise<EventLists> => {
    const [catalogue, ...lists] = await Promise.all([
      catalogueOf(core),
      core.entries<FoundEntry>(unfiltered),
      core.entries<FoundEntry>(selected),
    ]);
    return { ...catalogue, unfiltered: lists[0], selected: lists[1] };
  });
  const lists = loaded.state === 'ready' ? loaded.value : null;
  const last = useRef<ShownEvents | null>(null);
  const next = useMemo(() => keepLists(last.current, showEvents(lists, offered, address)), [lists, offered, address]);
  if (loaded.state !== 'loading') last.current = lists && next;
  return {
    events: last.current ?? next,
    isThere: last.current !== null,
    isBusy: loaded.state === 'loading',
    failed: loaded.state === 'failed' ? loaded : null,
  };
}

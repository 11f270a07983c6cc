/**
 * Finds what a request selects, by the index from which the client answers it. Nothing is sent, so that counts at controls are there at
 * once. The client loads an index when it first answers a request for its list.
 */

import { EVENT_VERSION } from '../../core/collections/event-versions.ts';
import { parseFilterQuery } from '../../core/contract/query.ts';
import { recordAt } from '../../core/listing/row-index.ts';
import { selectAll } from '../../core/listing/select.ts';
import { parentConditions, positionOf } from '../../core/release/parents.ts';
import type { Release } from '../../core/release/release.ts';
import { parametersOf, resolveTarget } from '../address/address.ts';
import { ALL_PATH } from '../address/event-requests.ts';
import type { EventRow } from './rows.ts';

type Source = Pick<Release, 'collections' | 'loaded'>;

/** The index of the list that a valid request names, and the positions of what the request selects; null if the index is not loaded. */
function select(release: Source, target: string) {
  const route = resolveTarget(target, release);
  const index = route?.kind === 'listing' && release.loaded(route.listing.collection.name);
  if (!index || route.kind !== 'listing') return null;
  const { listing, parentIds } = route;
  const parents = listing.parentNames.flatMap((name, n) => {
    const own = release.loaded(name);
    return own ? recordAt(own, positionOf(parentIds[n] as string, own)) : [];
  });
  const query = parseFilterQuery(listing, parentIds, [...parametersOf(target)]);
  return { index, positions: [...selectAll(index, query, parentConditions(listing, parents))] };
}

/** The rows of a list of event versions, or of a list of events with all their versions. `all` are the rows of all versions. */
export function selectRows(release: Source, all: readonly EventRow[], target: string): readonly EventRow[] {
  const found = select(release, target);
  if (found === null) return [];
  const { index, positions } = found;
  if (index === release.loaded(ALL_PATH)) return positions.flatMap((position) => all[position] ?? []);
  const events = new Set(positions.map((position) => index.idAt(position)));
  return all.filter(({ entry }) => events.has(entry.name));
}

/** The names of the events whose versions a request selects, the latest event first. */
export function selectNames(release: Source, target: string): readonly string[] {
  const { index, positions = [] } = select(release, target) ?? {};
  return [...new Set(positions.flatMap((position) => index?.rowAt(position).text(EVENT_VERSION.name) ?? []))];
}

/** Everything that the sheet shows about a request: its rows, and the catalogs to cite. */

import type { Catalog, EventEntry, EventVersionEntry } from '../../core/contract/wire.ts';
import { viewOf } from '../address/routes.ts';
import { type Core, resolveTarget } from '../client/site-client.ts';
import { countNames, isInjection } from '../event-data/injections.ts';
import { countText } from '../text/format.ts';
import type { ShownRows } from './shown-rows.ts';

export interface SheetProps {
  /** The view's request. */
  readonly target: string;
  /** The rows of the view, if it shows events. */
  readonly shown?: ShownRows;
  readonly onClose: () => void;
}

export interface SheetContent {
  /** Number of rows; null for a record. */
  readonly rows: number | null;
  /** The versions to cite: those in the rows, or all versions of the events in the rows; empty for requests that are not about events. */
  readonly versions: readonly Pick<EventVersionEntry, 'name' | 'catalog'>[];
  /** All catalogs, in the catalogue's order. */
  readonly catalogs: readonly Catalog[];
}

/** The versions in an entry. An entry of the collection of events has all versions of an event. */
const versionsIn = (entry: EventEntry | EventVersionEntry): SheetContent['versions'] =>
  'versions' in entry ? entry.versions.map(({ catalog }) => ({ name: entry.name, catalog })) : [entry];

/** Rejects as `json` does. */
export async function loadContent(core: Core, { target, shown }: SheetProps): Promise<SheetContent> {
  if (shown) {
    const versions = shown.rows.map(({ entry }) => entry);
    return { rows: versions.length, versions, catalogs: await core.entries<Catalog>('catalogs') };
  }
  const isRecord = resolveTarget(core.release, target)?.kind === 'record';
  const [catalogs, rows, listed] = await Promise.all([
    core.entries<Catalog>('catalogs'),
    isRecord ? null : core.count(target).then((count) => count ?? 0),
    viewOf(target) === 'events' ? core.entries<EventEntry | EventVersionEntry>(target) : [],
  ]);
  return { rows, versions: listed.flatMap(versionsIn), catalogs };
}

/** Describes the selection: `254 events`. Injections are not counted, as in the view. */
export function describeRows({ rows, versions }: SheetContent): string {
  if (rows === null) return 'One record';
  const detections = versions.filter(({ name }) => !isInjection(name));
  const events = countNames(versions);
  if (events === 0) return countText(rows, 'row');
  const areVersions = rows === versions.length && detections.length > events;
  return `${areVersions ? `${countText(detections.length, 'version')} of ` : ''}${countText(events, 'event')}`;
}

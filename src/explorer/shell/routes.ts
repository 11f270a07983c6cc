/** Maps requests to views. The compiler checks the paths against those of the collections. Pure. */

import type { CollectionName, ListingPath } from '../../core/collections/registry.ts';
import { PARENT } from '../../core/contract/collection.ts';
import { API_VIEW, pathOf } from '../address/address.ts';

/** `answer` shows the API's response as it is. */
export type ViewName = 'events' | 'strain' | 'event' | 'runs' | 'catalogs' | 'datasets' | 'api' | 'answer';

interface Route {
  readonly view: ViewName;
  readonly listings?: readonly ListingPath[];
  /** The collections whose records the view shows. */
  readonly records?: readonly CollectionName[];
}

const ROUTES: readonly Route[] = [
  { view: 'events', listings: ['event-versions', 'events', 'catalogs/{}/events', 'runs/{}/events'] },
  {
    view: 'strain',
    listings: [
      'timelines',
      'strain-files',
      'runs/{}/strain-files',
      'datasets/{}/strain-files',
      'events/{}/strain-files',
    ],
  },
  { view: 'event', records: ['event-versions', 'events'] },
  { view: 'runs', listings: ['runs'], records: ['runs'] },
  { view: 'catalogs', listings: ['catalogs'], records: ['catalogs'] },
  { view: 'datasets', listings: ['datasets', 'runs/{}/datasets'], records: ['datasets'] },
];

function isShownBy({ listings = [], records = [] }: Route, path: string): boolean {
  const forms = [...listings, ...records.map((name) => `${name}/${PARENT}`)];
  return forms.some((form) => new RegExp(`^${form.replaceAll(PARENT, '[^/]+')}$`).test(path));
}

/** The view for a request, by its path below the API's root. `viewOf('runs/O1/events?page=2')` is `events`. */
export function viewOf(target: string): ViewName {
  const path = pathOf(target);
  if (path === API_VIEW) return 'api';
  return ROUTES.find((route) => isShownBy(route, path))?.view ?? 'answer';
}

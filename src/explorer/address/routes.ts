/** Maps requests to views. The compiler checks the paths against the collections' paths. Pure. */

import type { CollectionName, ListingPath } from '../../core/collections/registry.ts';
import { PARENT } from '../../core/contract/collection.ts';
import { API_VIEW, pathOf } from './address.ts';

interface Shown {
  readonly listings?: readonly ListingPath[];
  /** The collections whose records the view shows. */
  readonly records?: readonly CollectionName[];
  /** Parameters, all of them times, that the view uses even in requests for which the API ignores them. */
  readonly parameters?: readonly string[];
}

const ROUTES = {
  events: { listings: ['event-versions', 'events', 'catalogs/{}/events', 'runs/{}/events'] },
  strain: {
    listings: [
      'timelines',
      'strain-files',
      'runs/{}/strain-files',
      'datasets/{}/strain-files',
      'events/{}/strain-files',
    ],
    // The interval shown.
    parameters: ['start', 'stop'],
  },
  event: { records: ['event-versions', 'events'] },
  // Datasets are shown with their runs.
  runs: { listings: ['runs', 'datasets', 'runs/{}/datasets'], records: ['runs', 'datasets'] },
  catalogs: { listings: ['catalogs'], records: ['catalogs'] },
} as const satisfies Record<string, Shown>;

/** `answer` shows the API's response unchanged. */
export type ViewName = keyof typeof ROUTES | 'api' | 'answer';

function isShownBy({ listings = [], records = [] }: Shown, path: string): boolean {
  const forms = [...listings, ...records.map((name) => `${name}/${PARENT}`)];
  return forms.some((form) => new RegExp(`^${form.replaceAll(PARENT, '[^/]+')}$`).test(path));
}

/** The view for a request, by its path below the API's root. `viewOf('runs/O1/events?page=2')` is `events`. */
export function viewOf(target: string): ViewName {
  const path = pathOf(target);
  if (path === API_VIEW) return 'api';
  const names = Object.keys(ROUTES) as (keyof typeof ROUTES)[];
  return names.find((name) => isShownBy(ROUTES[name], path)) ?? 'answer';
}

/** The parameters that a view uses even in requests for which the API ignores them. */
export function parametersUsedBy(view: ViewName): readonly string[] {
  const routes: Partial<Record<ViewName, Shown>> = ROUTES;
  return routes[view]?.parameters ?? [];
}

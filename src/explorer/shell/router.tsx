/** Maps requests to views, and shows the view for one. Each view is a separate module, loaded when it is first needed. */

import type { ComponentChildren, ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { CollectionName, ListingPath } from '../../core/collections/registry.ts';
import { PARENT } from '../../core/contract/collection.ts';
import { type Address, API_VIEW, pathOf } from '../address/address.ts';
import type { Navigate } from '../address/use-address.ts';
import { type Core, DamagedError } from '../host/core.ts';
import { Problem } from '../parts/problem.tsx';

export interface ViewProps {
  readonly core: Core;
  readonly address: Address;
  readonly navigate: Navigate;
}

/** The default export of a view's module. */
export type View = ComponentType<ViewProps>;

interface Route {
  readonly load: () => Promise<{ readonly default: View }>;
  /** The compiler checks these against the paths of the collections. */
  readonly listings?: readonly ListingPath[];
  /** The collections whose records the view shows. */
  readonly records?: readonly CollectionName[];
}

const ROUTES = {
  events: {
    load: () => import('../views/events/events-view.tsx'),
    listings: ['event-versions', 'events', 'catalogs/{}/events', 'runs/{}/events'],
  },
  strain: {
    load: () => import('../views/strain/strain-view.tsx'),
    listings: [
      'timelines',
      'strain-files',
      'runs/{}/strain-files',
      'datasets/{}/strain-files',
      'events/{}/strain-files',
    ],
  },
  event: { load: () => import('../views/event/event-view.tsx'), records: ['event-versions', 'events'] },
  runs: { load: () => import('../views/tables/runs-view.tsx'), listings: ['runs'], records: ['runs'] },
  catalogs: { load: () => import('../views/tables/catalogs-view.tsx'), listings: ['catalogs'], records: ['catalogs'] },
  datasets: {
    load: () => import('../views/tables/datasets-view.tsx'),
    listings: ['datasets', 'runs/{}/datasets'],
    records: ['datasets'],
  },
  api: { load: () => import('../views/api/api-view.tsx') },
  // The API's response as it is, for all other paths.
  answer: { load: () => import('../views/answer.tsx') },
} satisfies Record<string, Route>;

export type ViewName = keyof typeof ROUTES;

function isShownBy({ listings = [], records = [] }: Route, path: string): boolean {
  const forms = [...listings, ...records.map((name) => `${name}/${PARENT}`)];
  return forms.some((form) => new RegExp(`^${form.replaceAll(PARENT, '[^/]+')}$`).test(path));
}

/** The view for a request, by its path below the API's root. `viewOf('runs/O1/events?page=2')` is `events`. */
export function viewOf(target: string): ViewName {
  const path = pathOf(target);
  if (path === API_VIEW) return 'api';
  const names = Object.keys(ROUTES) as ViewName[];
  return names.find((name) => isShownBy(ROUTES[name], path)) ?? 'answer';
}

export const loadView: (name: ViewName) => ReturnType<Route['load']> = (name) => ROUTES[name].load();

/** The view for the address, or `waiting` until it is loaded. */
export function Router({ waiting, ...props }: ViewProps & { readonly waiting: ComponentChildren }) {
  const name = viewOf(props.address.target);
  const [loaded, setLoaded] = useState<Partial<Record<ViewName, View | null>>>({});
  useEffect(() => {
    const keep = (view: View | null) => setLoaded((all) => ({ ...all, [name]: view }));
    loadView(name).then(
      (module) => keep(module.default),
      () => keep(null),
    );
  }, [name]);
  const Shown = loaded[name];
  if (Shown === undefined) return <>{waiting}</>;
  if (Shown === null) {
    // A cached page may request scripts of an old release that no longer exist. Browsers do not retry failed imports.
    const why = navigator.onLine ? 'it may be older than the site' : 'there is no network';
    const error = new DamagedError(`A script of this page cannot be read: ${why}`);
    return <Problem error={error} retry={() => location.reload()} {...props} />;
  }
  return <Shown {...props} />;
}

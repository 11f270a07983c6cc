/** Which view shows a request. Each is a module of its own, loaded when it is first asked for. */

import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { pathOf } from './address.ts';
import { DamagedError } from './core.ts';
import { Problem } from './problem.tsx';
import type { View, ViewProps } from './view.ts';

interface Route {
  /** What the path of the request looks like, below the API's root. */
  readonly path: RegExp;
  readonly load: () => Promise<{ readonly default: View }>;
}

/** The first that matches. What no other view shows is shown as the API answers it. */
const ROUTES: readonly Route[] = [
  { path: /^(event-versions|events|(catalogs|runs)\/[^/]+\/events)$/, load: () => import('./views/events/index.tsx') },
  {
    path: /^(timelines|((runs|datasets|events)\/[^/]+\/)?strain-files)$/,
    load: () => import('./views/strain/strain-view.tsx'),
  },
  { path: /^(event-versions|events)\/[^/]+$/, load: () => import('./views/event/event-view.tsx') },
  { path: /^runs(\/[^/]+)?$/, load: () => import('./views/tables/runs-view.tsx') },
  { path: /^catalogs(\/[^/]+)?$/, load: () => import('./views/tables/catalogs-view.tsx') },
  { path: /^(runs\/[^/]+\/datasets|datasets(\/[^/]+)?)$/, load: () => import('./views/tables/datasets-view.tsx') },
  { path: /^api$/, load: () => import('./views/api/api-view.tsx') },
  { path: /^/, load: () => import('./views/answer.tsx') },
];

export const routeOf = (target: string): Route => ROUTES.find(({ path }) => path.test(pathOf(target))) as Route;

type Loaded = { readonly route: Route; readonly view: View | null };

/** The view of the address, once it is there; `waiting` meanwhile. */
export function Router({ waiting, ...props }: ViewProps & { readonly waiting: ComponentChildren }) {
  const route = routeOf(props.address.target);
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  useEffect(() => {
    let isCurrent = true;
    route.load().then(
      (module) => isCurrent && setLoaded({ route, view: module.default }),
      () => isCurrent && setLoaded({ route, view: null }),
    );
    return () => {
      isCurrent = false;
    };
  }, [route]);
  if (loaded?.route !== route) return <>{waiting}</>;
  if (loaded.view === null) {
    // A page that was kept by a cache may ask for the scripts of a release that is gone. The browser asks for them once only.
    const error = new DamagedError('A script of this page cannot be read: it may be older than the site');
    return <Problem error={error} retry={() => location.reload()} {...props} />;
  }
  return <loaded.view {...props} />;
}

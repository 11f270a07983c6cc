/** Which view shows a request. Each is a module of its own, loaded when it is first asked for. */

import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { pathOf } from './address.ts';
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

type Loaded = { readonly route: Route; readonly view: View } | { readonly route: Route; readonly error: Error };

/** The view of the address, once it is there; `waiting` meanwhile. */
export function Router({ waiting, ...props }: ViewProps & { readonly waiting: ComponentChildren }) {
  const route = routeOf(props.address.target);
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [attempt, setAttempt] = useState(0);
  // Another attempt loads the same route again.
  useEffect(() => {
    let isCurrent = true;
    route.load().then(
      (module) => isCurrent && setLoaded({ route, view: module.default }),
      (error: Error) => isCurrent && setLoaded({ route, error }),
    );
    return () => {
      isCurrent = false;
    };
  }, [route, attempt]);
  if (loaded?.route !== route) return <>{waiting}</>;
  if ('error' in loaded) {
    return <Problem error={loaded.error} retry={() => setAttempt(attempt + 1)} {...props} />;
  }
  return <loaded.view {...props} />;
}

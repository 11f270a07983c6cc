/** Shows the view for a request. Each view is a separate module, loaded when it is first needed. */

import { type ViewName, type ViewProps, viewOf } from '../address/routes.ts';
import { lazy } from '../widgets/lazy.tsx';
import { Boundary } from '../widgets/problem.tsx';

const VIEWS = {
  events: lazy(() => import('../views/events/events-view.tsx')),
  compare: lazy(() => import('../views/compare/compare-view.tsx')),
  strain: lazy(() => import('../views/strain/strain-view.tsx')),
  event: lazy(() => import('../views/event/event-view.tsx')),
  runs: lazy(() => import('../views/runs/runs-view.tsx')),
  run: lazy(() => import('../views/runs/run-view.tsx')),
  catalogs: lazy(() => import('../views/catalogs/catalogs-view.tsx')),
  catalog: lazy(() => import('../views/catalogs/catalog-view.tsx')),
  api: lazy(() => import('../views/api/api-view.tsx')),
} as const satisfies Readonly<Record<ViewName, unknown>>;

export const loadView = (name: ViewName): Promise<unknown> => VIEWS[name].load();

/** The view for the address, once it is loaded. */
export function Router({ address }: ViewProps) {
  const View = VIEWS[viewOf(address.target)];
  return (
    <Boundary address={address}>
      <View address={address} />
    </Boundary>
  );
}

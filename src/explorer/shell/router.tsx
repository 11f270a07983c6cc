/** Shows the view for a request. Each view is a separate module, loaded when it is first needed. */

import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { DamagedError } from '../host/core.ts';
import { Problem } from '../parts/problem.tsx';
import { type ViewName, viewOf } from './routes.ts';
import type { View, ViewProps } from './view.ts';

type Load = () => Promise<{ readonly default: View }>;

const LOADERS: Readonly<Record<ViewName, Load>> = {
  events: () => import('../views/events/events-view.tsx'),
  strain: () => import('../views/strain/strain-view.tsx'),
  event: () => import('../views/event/event-view.tsx'),
  runs: () => import('../views/tables/runs-view.tsx'),
  catalogs: () => import('../views/tables/catalogs-view.tsx'),
  datasets: () => import('../views/tables/datasets-view.tsx'),
  api: () => import('../views/api/api-view.tsx'),
  answer: () => import('../views/answer.tsx'),
};

export const loadView = (name: ViewName): ReturnType<Load> => LOADERS[name]();

type Loaded = { readonly name: ViewName; readonly view: View | null };

/** The view for the address, or `waiting` until it is loaded. */
export function Router({ waiting, ...props }: ViewProps & { readonly waiting: ComponentChildren }) {
  const name = viewOf(props.address.target);
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  useEffect(() => {
    let isCurrent = true;
    loadView(name).then(
      (module) => isCurrent && setLoaded({ name, view: module.default }),
      () => isCurrent && setLoaded({ name, view: null }),
    );
    return () => {
      isCurrent = false;
    };
  }, [name]);
  if (loaded?.name !== name) return <>{waiting}</>;
  if (loaded.view === null) {
    // A cached page may request scripts of an old release that no longer exist. Browsers do not retry failed imports.
    const why = navigator.onLine ? 'it may be older than the site' : 'there is no network';
    const error = new DamagedError(`A script of this page cannot be read: ${why}`);
    return <Problem error={error} retry={() => location.reload()} {...props} />;
  }
  return <loaded.view {...props} />;
}

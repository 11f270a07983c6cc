/** Shows the view for a request. Each view is a separate module, loaded when it is first needed. */

import { useEffect, useErrorBoundary, useRef, useState } from 'preact/hooks';
import { type ViewName, viewOf } from '../address/routes.ts';
import { DamagedError } from '../host/core.ts';
import type { View, ViewProps } from '../host/view.ts';
import { FailureNotice } from '../parts/problem.tsx';

type Load = () => Promise<{ readonly default: View }>;

const LOADERS: Readonly<Record<ViewName, Load>> = {
  events: () => import('../views/events/events-view.tsx'),
  strain: () => import('../views/strain/strain-view.tsx'),
  event: () => import('../views/event/event-view.tsx'),
  runs: () => import('../views/tables/runs-view.tsx'),
  catalogs: () => import('../views/tables/catalogs-view.tsx'),
  api: () => import('../views/api/api-view.tsx'),
  answer: () => import('../views/answer.tsx'),
};

export const loadView = (name: ViewName): ReturnType<Load> => LOADERS[name]();

/** An error thrown while the view of this address was rendered, and the function that renders the view again; undefined if there is none. */
function useThrown(address: ViewProps['address']): readonly [Error | undefined, () => void] {
  const failed = useRef<ViewProps['address'] | null>(null);
  const [error, reset] = useErrorBoundary((thrown) => {
    failed.current = address;
    reportError(thrown);
  });
  return [failed.current === address ? error : undefined, reset];
}

/** The view for the address, once it is loaded. */
export function Router(props: ViewProps) {
  const name = viewOf(props.address.target);
  const [thrown, renderAgain] = useThrown(props.address);
  const [loaded, setLoaded] = useState<Partial<Record<ViewName, View | null>>>({});
  useEffect(() => {
    const keep = (view: View | null) => setLoaded((all) => ({ ...all, [name]: view }));
    loadView(name).then(
      (module) => keep(module.default),
      () => keep(null),
    );
  }, [name]);
  const Shown = loaded[name];
  if (thrown !== undefined) return <FailureNotice error={thrown} retry={renderAgain} />;
  if (Shown === undefined) {
    return (
      <p class="waiting" role="status">
        Loading …
      </p>
    );
  }
  if (Shown === null) {
    // A cached page may request scripts from an old release that no longer exist. Browsers do not retry failed imports.
    const why = navigator.onLine ? 'it may be older than the site' : 'there is no network';
    const error = new DamagedError(`A script of this page cannot be loaded: ${why}`);
    return <FailureNotice error={error} retry={() => location.reload()} />;
  }
  return <Shown {...props} />;
}

/** A list of events on the page of a catalog or run. */

import { useCallback, useMemo } from 'preact/hooks';
import { pathOf } from '../../address/address.ts';
import type { Navigate } from '../../address/navigate.ts';
import type { ViewProps } from '../../address/routes.ts';
import { NavigateProvider, useNavigate } from '../../client/context.ts';
import EventsView from './events-view.tsx';

/**
 * The events that a request selects, on the page of a catalog or run, with plots, table and filters. The settings in the address belong to the
 * surrounding page. If a filter changes the request, the view of the new request is shown, with the same settings.
 */
export function EventsOf({ address, target }: ViewProps & { readonly target: string }) {
  const navigate = useNavigate();
  const { settings } = address;
  const shown = useMemo(() => ({ target, settings }), [target, settings]);
  const change = useCallback<Navigate>(
    (to, how) =>
      navigate((now) => {
        const next = typeof to === 'function' ? to({ ...now, target }) : to;
        return next.target === target ? { ...now, settings: next.settings } : next;
      }, how),
    [navigate, target],
  );
  return (
    <NavigateProvider value={change}>
      <EventsView address={shown} page={pathOf(address.target)} />
    </NavigateProvider>
  );
}

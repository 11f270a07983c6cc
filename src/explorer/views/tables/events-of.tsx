/** The events of a catalog or a run, on its page: with their plots, table and filters. */

import type { Navigate } from '../../address/use-address.ts';
import type { ViewProps } from '../../shell/view.ts';
import EventsView from '../events/events-view.tsx';

/**
 * The view of `target`, the request for these events. Its settings belong to the page around it, but a filter makes another request: then
 * that request is shown, with the same settings.
 */
export function EventsOf({ core, address, navigate, target }: ViewProps & { readonly target: string }) {
  const shown = { target, view: address.view };
  const change: Navigate = (to, how) => {
    const next = typeof to === 'function' ? to(shown) : to;
    navigate(next.target === target ? { ...address, view: next.view } : next, how);
  };
  return <EventsView core={core} address={shown} navigate={change} isPart />;
}

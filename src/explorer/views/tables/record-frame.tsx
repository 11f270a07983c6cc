/** The frame that the lists of runs and catalogs share with the pages of their records. */

import type { ComponentChildren } from 'preact';
import { useCallback, useMemo } from 'preact/hooks';
import { pathOf, segmentsOf } from '../../address/address.ts';
import type { Navigate } from '../../address/navigate.ts';
import { viewOf } from '../../address/routes.ts';
import { sectionOf } from '../../address/sections.ts';
import { NavigateProvider, useNavigate } from '../../client/context.ts';
import type { ViewProps } from '../../client/view.ts';
import { useTabTitle, ViewHead } from '../../widgets/view-head.tsx';
import EventsView from '../events/events-view.tsx';

interface FrameProps extends ViewProps {
  readonly title: string;
  readonly sentence: string | undefined;
  /** False while the content is loading, or if a part of it sets data-ready itself. */
  readonly isReady: boolean;
  /** Null until it is loaded. */
  readonly children: ComponentChildren;
}

export function RecordFrame({ address: { target }, title, sentence, isReady, children }: FrameProps) {
  const [, name = title] = segmentsOf(target);
  useTabTitle(name, sectionOf(viewOf(target)));
  return (
    <div class="tables" data-ready={isReady ? '' : undefined}>
      <ViewHead title={title} sentence={sentence} />
      {children ?? <p class="waiting">Loading …</p>}
    </div>
  );
}

/**
 * The events that a request selects, on the page of a catalog or run, with plots, table and filters. The settings in the address belong to the
 * surrounding page. If a filter changes the request, the view of the new request is shown, with the same settings.
 */
export function EventsOf({ address, target }: ViewProps & { readonly target: string }) {
  const navigate = useNavigate();
  const { view } = address;
  const shown = useMemo(() => ({ target, view }), [target, view]);
  const change = useCallback<Navigate>(
    (to, how) =>
      navigate((now) => {
        const next = typeof to === 'function' ? to({ ...now, target }) : to;
        return next.target === target ? { ...now, view: next.view } : next;
      }, how),
    [navigate, target],
  );
  return (
    <NavigateProvider value={change}>
      <EventsView address={shown} page={pathOf(address.target)} />
    </NavigateProvider>
  );
}

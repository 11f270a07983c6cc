/** Keeps and restores where the user is in a view, and starts a new view at its top. */

import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { Address } from './address.ts';
import {
  isFocusElsewhere,
  keepViewState,
  keepViewStateSoon,
  restoreViewState,
  stopRestoring,
  type ViewState,
  viewStateOfEntry,
} from './view-state.ts';

/** Scrolls to the top and focuses the view, unless the control that led to it is still there and has the focus. */
function startAtTop(): void {
  const element = document.getElementById('view');
  if (element === null || !isFocusElsewhere(element)) return;
  element.focus({ preventScroll: true });
  scrollTo(0, 0);
}

/** `view` names the view and its record. When it changes, the new view starts at its top, unless the user returns to it. */
export function useViewState(address: Address, view: string): void {
  const before = useRef(view);
  /** What to restore: set by going back or forward, and by a reload. */
  const returning = useRef<ViewState | null>(viewStateOfEntry());
  useLayoutEffect(() => {
    // The browser would scroll the old content, which is about to be replaced.
    history.scrollRestoration = 'manual';
    const back = () => {
      stopRestoring();
      returning.current = viewStateOfEntry();
    };
    // In the capturing phase: before other listeners of this event read the address.
    addEventListener('popstate', back, true);
    return () => removeEventListener('popstate', back, true);
  }, []);
  useEffect(() => {
    addEventListener('scroll', keepViewStateSoon, true);
    addEventListener('focusin', keepViewStateSoon);
    // Before a link is followed.
    addEventListener('click', keepViewState, true);
    return () => {
      removeEventListener('scroll', keepViewStateSoon, true);
      removeEventListener('focusin', keepViewStateSoon);
      removeEventListener('click', keepViewState, true);
    };
  }, []);
  useLayoutEffect(() => {
    const place = returning.current;
    const isNew = before.current !== view;
    returning.current = null;
    before.current = view;
    if (place !== null) restoreViewState(place);
    else if (isNew) startAtTop();
  }, [address, view]);
}

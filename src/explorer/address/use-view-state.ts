/** Keeps and restores the place in every view, and starts a new one at its top. */

import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { Address } from './address.ts';
import {
  forgetPlace,
  isFocusElsewhere,
  keepPlace,
  keepPlaceSoon,
  type Place,
  placeOfEntry,
  restorePlace,
} from './view-state.ts';

/**
 * Starts a view at its top, with the focus on it: the link that was followed is gone or in the header. A control that is still in the view
 * keeps the focus, and the page its place.
 */
function startAtTop(): void {
  const element = document.getElementById('view');
  if (element === null || !isFocusElsewhere(element)) return;
  element.focus({ preventScroll: true });
  scrollTo(0, 0);
}

/** `view` names the view and its record; another name is a view that starts at its top, unless the user returns to it. */
export function usePlace(address: Address, view: string): void {
  const before = useRef(view);
  /** The place that the user returns to; at first, after a reload. */
  const returning = useRef<Place | null>(placeOfEntry());
  useLayoutEffect(() => {
    // Browsers would scroll content that is about to be replaced.
    history.scrollRestoration = 'manual';
    const back = () => {
      forgetPlace();
      returning.current = placeOfEntry();
    };
    // Before the address is read from the same event.
    addEventListener('popstate', back, true);
    return () => removeEventListener('popstate', back, true);
  }, []);
  useEffect(() => {
    addEventListener('scroll', keepPlaceSoon, true);
    addEventListener('focusin', keepPlaceSoon);
    // Before a link is followed.
    addEventListener('click', keepPlace, true);
    return () => {
      removeEventListener('scroll', keepPlaceSoon, true);
      removeEventListener('focusin', keepPlaceSoon);
      removeEventListener('click', keepPlace, true);
    };
  }, []);
  useLayoutEffect(() => {
    const place = returning.current;
    const isNew = before.current !== view;
    returning.current = null;
    before.current = view;
    if (place !== null) restorePlace(place);
    else if (isNew) startAtTop();
  }, [address, view]);
}

/**
 * Keeps the place that was scrolled to in the history entry, in a box and in the page. Going back restores it: browsers cannot, because
 * the content is not there yet.
 */

import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';

/** In pixels from the top. */
interface Place {
  readonly inBox: number;
  readonly inPage: number;
}

/** Quiet time before a place is kept, in ms; browsers limit changes of the history. */
const QUIET_MS = 200;

/** Restores the place when the component appears, with its content. Returns a function to call after scrolling in the box. */
export function usePlace(box: RefObject<HTMLElement | null>): () => void {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const keep = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const place: Place = { inBox: box.current?.scrollTop ?? 0, inPage: scrollY };
      history.replaceState(place, '');
    }, QUIET_MS);
  };
  useLayoutEffect(() => {
    const place = history.state as Place | null;
    if (place === null) return;
    box.current?.scrollTo({ top: place.inBox });
    scrollTo({ top: place.inPage });
  }, [box]);
  useEffect(() => {
    addEventListener('scroll', keep);
    return () => {
      removeEventListener('scroll', keep);
      clearTimeout(timer.current);
    };
  }, []);
  return keep;
}

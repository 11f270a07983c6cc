/**
 * Keeps the user's place in a view: the scroll positions of the page and its boxes, the focus, and the selected mark. The place is stored in
 * the history entry and restored after going back or reloading. Browsers cannot do this themselves, because the content is loaded later. A
 * view sets `data-ready` on its element when it shows the content for the address.
 */

import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Address } from './address.ts';

interface Place {
  /** Pixels from the top of the page. */
  readonly top: number;
  readonly boxes: readonly (readonly [selector: string, left: number, top: number])[];
  /** A selector; null if nothing in the view has the focus, or if it has neither an address nor a label. */
  readonly focus: string | null;
  /** The id of the focused mark in a plot. */
  readonly mark: string | undefined;
}

/** Time without scrolling after which the place is stored, in ms; browsers limit how often the history may change. */
const QUIET_MS = 200;
/** How long a view's layout may still change after the view is ready, in ms. */
const LAYOUT_MS = 2000;

const USER_INPUT = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

/** The boxes that have been scrolled. Looking for them would take long in a table with thousands of elements. */
const scrolled = new Set<Element>();
let timer: ReturnType<typeof setTimeout> | undefined;
/** Stops the restoration in progress. */
let stop: (() => void) | null = null;

const viewElement = (): HTMLElement | null => document.getElementById('view');

/** The place in the current history entry; null if the entry is new or belongs to another version of this page. */
export function placeOfEntry(): Place | null {
  const place = history.state as Partial<Place> | null;
  return place?.boxes ? (place as Place) : null;
}

/** A selector that finds an element after the view has been rendered again, by its address or its label; null if it has neither. */
function selectorOf(element: Element): string | null {
  const name = ['href', 'aria-label'].find((one) => element.hasAttribute(one));
  return name === undefined ? null : `[${name}="${CSS.escape(element.getAttribute(name) ?? '')}"]`;
}

/** Writes the place into the history entry. */
export function keepPlace(): void {
  clearTimeout(timer);
  const view = viewElement();
  // While a place is being restored, it is already in the entry.
  if (view === null || stop !== null) return;
  const focused = document.activeElement;
  const hasFocus = focused instanceof HTMLElement && focused !== view && view.contains(focused);
  for (const box of scrolled) if (!view.contains(box) || box.scrollTop + box.scrollLeft === 0) scrolled.delete(box);
  const place: Place = {
    top: scrollY,
    boxes: [...scrolled].flatMap((box) => {
      const selector = selectorOf(box);
      return selector === null ? [] : [[selector, box.scrollLeft, box.scrollTop]];
    }),
    focus: hasFocus ? selectorOf(focused) : null,
    mark: hasFocus ? focused.dataset.mark : undefined,
  };
  history.replaceState(place, '');
}

/** Stores the place after a short time without scrolling. */
function keepPlaceSoon({ type, target }: Event): void {
  if (type === 'scroll' && target instanceof Element) scrolled.add(target);
  clearTimeout(timer);
  timer = setTimeout(keepPlace, QUIET_MS);
}

/** True if nothing inside the view has the focus: the focused element was removed, or is in the header, or is the view itself. */
function isFocusElsewhere(view: Element): boolean {
  return document.activeElement === view || !view.contains(document.activeElement);
}

/** Brings the existing content to a place. Returns true if all of it could be restored. */
function bringTo(place: Place, view: HTMLElement): boolean {
  const areBoxesThere = place.boxes.map(([selector, left, top]) => {
    const box = view.querySelector(selector);
    box?.scrollTo({ left, top });
    return box !== null && Math.abs(box.scrollTop - top) <= 1;
  });
  scrollTo({ top: place.top });
  if (place.focus !== null && isFocusElsewhere(view)) {
    view.querySelector<HTMLElement>(place.focus)?.focus({ preventScroll: true });
  }
  const isFocused = place.focus === null || !isFocusElsewhere(view);
  return isFocused && areBoxesThere.every((isThere) => isThere) && Math.abs(scrollY - place.top) <= 1;
}

/** Restores a place once the view is ready, and repeatedly while its layout settles, until the user does something. */
function restorePlace(place: Place): void {
  stop?.();
  clearTimeout(timer);
  const view = viewElement();
  if (view === null) return;
  let end: ReturnType<typeof setTimeout> | undefined;
  const finish = () => {
    observer.disconnect();
    clearTimeout(end);
    for (const name of USER_INPUT) removeEventListener(name, finish, true);
    stop = null;
  };
  const attempt = () => {
    if (view.querySelector('[data-ready]') === null) return;
    // A long table is drawn in steps, which take a while on a busy machine.
    if (view.querySelector('[aria-busy=true]') === null) end ??= setTimeout(finish, LAYOUT_MS);
    if (bringTo(place, view)) finish();
  };
  const observer = new MutationObserver(attempt);
  observer.observe(view, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['data-ready', 'aria-busy'],
  });
  for (const name of USER_INPUT) addEventListener(name, finish, true);
  stop = finish;
  attempt();
}

/** Scrolls to the top and focuses the view, unless the control that led here still exists and has the focus. */
function startAtTop(): void {
  const element = viewElement();
  if (element === null || !isFocusElsewhere(element)) return;
  element.focus({ preventScroll: true });
  scrollTo(0, 0);
}

/**
 * Keeps and restores the place in the view. `name` names the view and its record: when it changes, the new view starts at the top, unless
 * the user is returning to it.
 */
export function usePlace(address: Address, name: string): void {
  const before = useRef(name);
  /** The place to restore after going back or forward, or after a reload. */
  const returning = useRef<Place | null>(placeOfEntry());
  useLayoutEffect(() => {
    const ended = new AbortController();
    // In the capture phase: before other listeners read the address, and before a link is followed.
    const listen = (type: string, listener: (event: Event) => void) =>
      addEventListener(type, listener, { capture: true, signal: ended.signal });
    // Otherwise, the browser would scroll the old content, which is about to be replaced.
    history.scrollRestoration = 'manual';
    listen('popstate', () => {
      stop?.();
      clearTimeout(timer);
      returning.current = placeOfEntry();
    });
    listen('scroll', keepPlaceSoon);
    listen('focusin', keepPlaceSoon);
    listen('click', keepPlace);
    return () => ended.abort();
  }, []);
  useLayoutEffect(() => {
    const place = returning.current;
    const isNew = before.current !== name;
    returning.current = null;
    before.current = name;
    if (place !== null) restorePlace(place);
    else if (isNew) startAtTop();
  }, [address, name]);
}

/**
 * Keeps the user's place in a view: the scroll positions of the page and its boxes, the expanded sections, and the focus. This state is
 * stored in the history entry and restored after going back or reloading. Browsers cannot do this themselves, because the content is loaded
 * later. A view sets `data-ready` on its element when it shows the content for the address.
 */

import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Address } from './address.ts';

interface ViewState {
  /** Pixels from the top of the page. */
  readonly top: number;
  readonly boxes: readonly (readonly [selector: string, left: number, top: number])[];
  /** Selectors of the expanded sections; open menus are not kept. */
  readonly unfolded: readonly string[];
  /** Null if nothing in the view has the focus. */
  readonly focus: string | null;
  /** The id of the focused mark in a plot. */
  readonly mark: string | undefined;
}

/** Time without scrolling after which the state is stored, in ms; browsers limit how often the history may change. */
const QUIET_MS = 200;
/** How long a view's layout may still change after the view is ready, in ms. */
const LAYOUT_MS = 2000;

const UNFOLDABLE = 'details:not(.menu)';
const USER_INPUT = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

/** The boxes that have been scrolled. Looking for them would take long in a table with thousands of elements. */
const scrolled = new Set<Element>();
let timer: ReturnType<typeof setTimeout> | undefined;
/** Stops the restoration in progress. */
let stop: (() => void) | null = null;

const viewElement = (): HTMLElement | null => document.getElementById('view');

/** The state in the current history entry; null if the entry is new or belongs to another version of this page. */
export function viewStateOfEntry(): ViewState | null {
  const state = history.state as Partial<ViewState> | null;
  return state?.boxes && state.unfolded ? (state as ViewState) : null;
}

/** A selector that finds an element after the view has been rendered again: by its link if the link is unique, otherwise by its position. */
function selectorOf(element: Element, view: Element): string {
  const link = `a[href="${CSS.escape(element.getAttribute('href') ?? '')}"]`;
  const [found, ...others] = view.querySelectorAll(link);
  if (found === element && others.length === 0) return link;
  const steps: string[] = [];
  for (let at = element; at !== view; ) {
    const parent = at.parentElement as Element;
    steps.unshift(`:nth-child(${[...parent.children].indexOf(at) + 1})`);
    at = parent;
  }
  return `:scope > ${steps.join(' > ')}`;
}

/** Writes the state into the history entry. */
export function keepViewState(): void {
  clearTimeout(timer);
  const view = viewElement();
  // While a state is being restored, it is already in the entry.
  if (view === null || stop !== null) return;
  const focused = document.activeElement;
  const hasFocus = focused instanceof HTMLElement && focused !== view && view.contains(focused);
  for (const box of scrolled) if (!view.contains(box) || box.scrollTop + box.scrollLeft === 0) scrolled.delete(box);
  const state: ViewState = {
    top: scrollY,
    boxes: [...scrolled].map((box) => [selectorOf(box, view), box.scrollLeft, box.scrollTop]),
    unfolded: [...view.querySelectorAll(`${UNFOLDABLE}[open]`)].map((element) => selectorOf(element, view)),
    focus: hasFocus ? selectorOf(focused, view) : null,
    mark: hasFocus ? focused.dataset.mark : undefined,
  };
  history.replaceState(state, '');
}

/** Stores the state after a short time without scrolling. */
function keepViewStateSoon({ type, target }: Event): void {
  if (type === 'scroll' && target instanceof Element) scrolled.add(target);
  clearTimeout(timer);
  timer = setTimeout(keepViewState, QUIET_MS);
}

/** True if nothing inside the view has the focus: the focused element was removed, or is in the header, or is the view itself. */
function isFocusElsewhere(view: Element): boolean {
  return document.activeElement === view || !view.contains(document.activeElement);
}

/** Applies a state to the existing content. Returns true if the whole state could be applied. */
function bringTo(state: ViewState, view: HTMLElement): boolean {
  const unfolded = state.unfolded.map((selector) => view.querySelector(selector));
  for (const element of view.querySelectorAll<HTMLDetailsElement>(UNFOLDABLE))
    element.open = unfolded.includes(element);
  const areBoxesThere = state.boxes.map(([selector, left, top]) => {
    const box = view.querySelector(selector);
    box?.scrollTo({ left, top });
    return box !== null && Math.abs(box.scrollTop - top) <= 1;
  });
  scrollTo({ top: state.top });
  if (state.focus !== null && isFocusElsewhere(view)) {
    view.querySelector<HTMLElement>(state.focus)?.focus({ preventScroll: true });
  }
  const isFocused = state.focus === null || !isFocusElsewhere(view);
  return isFocused && areBoxesThere.every((isThere) => isThere) && Math.abs(scrollY - state.top) <= 1;
}

/** Restores a state once the view is ready, and repeatedly while its layout settles, until the user does something. */
function restoreViewState(state: ViewState): void {
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
    if (bringTo(state, view)) finish();
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
 * Keeps and restores the state of the view. `view` names the view and its record: when it changes, the new view starts at the top, unless
 * the user is returning to it.
 */
export function useViewState(address: Address, view: string): void {
  const before = useRef(view);
  /** The state to restore after going back or forward, or after a reload. */
  const returning = useRef<ViewState | null>(viewStateOfEntry());
  useLayoutEffect(() => {
    const ended = new AbortController();
    // In the capture phase: before other listeners read the address, and before a link is followed.
    const listen = (name: string, listener: (event: Event) => void) =>
      addEventListener(name, listener, { capture: true, signal: ended.signal });
    // Otherwise, the browser would scroll the old content, which is about to be replaced.
    history.scrollRestoration = 'manual';
    listen('popstate', () => {
      stop?.();
      clearTimeout(timer);
      returning.current = viewStateOfEntry();
    });
    listen('scroll', keepViewStateSoon);
    listen('focusin', keepViewStateSoon);
    listen('click', keepViewState);
    return () => ended.abort();
  }, []);
  useLayoutEffect(() => {
    const state = returning.current;
    const isNew = before.current !== view;
    returning.current = null;
    before.current = view;
    if (state !== null) restoreViewState(state);
    else if (isNew) startAtTop();
  }, [address, view]);
}

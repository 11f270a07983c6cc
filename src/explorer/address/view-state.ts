/**
 * The place in a view: how far the page and boxes in it are scrolled, what is unfolded, and what has the focus. It is kept in the
 * history entry, and restored when the entry is shown again, after going back or a reload: browsers cannot do that, because the content is
 * not there yet. One mechanism for all views; a view only has to mark its element with `data-ready` once it shows what the address asks for.
 */

export interface Place {
  /** Pixels from the top of the page. */
  readonly top: number;
  /** Boxes that are scrolled. */
  readonly boxes: readonly (readonly [selector: string, left: number, top: number])[];
  /** Elements that are unfolded; menus are not part of the place. */
  readonly unfolded: readonly string[];
  /** Null if nothing in the view has the focus. */
  readonly focus: string | null;
  /** The id of the mark that is focused in a plot. */
  readonly mark: string | undefined;
}

/** Quiet time after scrolling before the place is kept, in ms; browsers limit changes of the history. */
const QUIET_MS = 200;
/** Time after a view is ready in which its layout may still change, in ms. */
const LAYOUT_MS = 2000;

const UNFOLDABLE = 'details:not(.menu)';
const USER_INPUT = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

let timer: ReturnType<typeof setTimeout> | undefined;
/** Ends the restoration in progress. */
let stop: (() => void) | null = null;

const viewElement = (): HTMLElement | null => document.getElementById('view');

/** The place in the current history entry; null in a new one, or one of another version of this page. */
export function placeOfEntry(): Place | null {
  const state = history.state as Partial<Place> | null;
  return state?.boxes && state.unfolded ? (state as Place) : null;
}

/** A selector that finds an element in the view when it is rendered again: its link if no other element has it, or else its position. */
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

/** Keeps the place in the history entry: before it is left, and a while after scrolling. */
export function keepPlace(): void {
  clearTimeout(timer);
  const view = viewElement();
  // What is being restored is what the entry has.
  if (view === null || stop !== null) return;
  const focused = document.activeElement;
  const hasFocus = focused instanceof HTMLElement && focused !== view && view.contains(focused);
  const scrolled = [...view.querySelectorAll('*')].filter(({ scrollTop, scrollLeft }) => scrollTop + scrollLeft > 0);
  const place: Place = {
    top: scrollY,
    boxes: scrolled.map((box) => [selectorOf(box, view), box.scrollLeft, box.scrollTop]),
    unfolded: [...view.querySelectorAll(`${UNFOLDABLE}[open]`)].map((element) => selectorOf(element, view)),
    focus: hasFocus ? selectorOf(focused, view) : null,
    mark: hasFocus ? focused.dataset.mark : undefined,
  };
  history.replaceState(place, '');
}

/** Keeps the place when nothing has changed for a while. */
export function keepPlaceSoon(): void {
  clearTimeout(timer);
  timer = setTimeout(keepPlace, QUIET_MS);
}

/** True if the focus is not in the view: on an element that is gone, in the header, or on the view as a whole. */
export function isFocusElsewhere(view: Element): boolean {
  return document.activeElement === view || !view.contains(document.activeElement);
}

/** Brings the view to a place as far as its content is there. True if it is all there. */
function bringTo(place: Place, view: HTMLElement): boolean {
  const unfolded = place.unfolded.map((selector) => view.querySelector(selector));
  for (const element of view.querySelectorAll<HTMLDetailsElement>(UNFOLDABLE))
    element.open = unfolded.includes(element);
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

/** Restores a place once the view is ready, and while its layout settles. The user's own input ends it. */
export function restorePlace(place: Place): void {
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
    end ??= setTimeout(finish, LAYOUT_MS);
    if (bringTo(place, view)) finish();
  };
  const observer = new MutationObserver(attempt);
  observer.observe(view, { childList: true, subtree: true, attributes: true, attributeFilter: ['data-ready'] });
  for (const name of USER_INPUT) addEventListener(name, finish, true);
  stop = finish;
  attempt();
}

/** Ends the restoration in progress: another address is shown. */
export function forgetPlace(): void {
  stop?.();
  clearTimeout(timer);
}

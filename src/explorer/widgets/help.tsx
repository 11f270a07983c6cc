/**
 * Explains a term: a button opens a popover with an explanation. It works with pointer, touch and keyboard, closes on Escape or a click
 * elsewhere, and is never clipped by its container; the browser does all this without a script of ours.
 */

import type { ComponentChildren } from 'preact';

interface HelpProps {
  /** Id of the popover, for `aria-describedby` on the element that it explains. */
  readonly id: string;
  readonly title: string;
  readonly text: ComponentChildren;
}

/** Places the popover below or above its button before it appears. The popover closes when its surroundings are scrolled. */
function placeText(event: ToggleEvent): void {
  if (event.newState !== 'open') return;
  const text = event.currentTarget as HTMLElement;
  const { left, top, bottom } = (text.previousElementSibling as Element).getBoundingClientRect();
  const isLow = bottom > innerHeight / 2;
  text.style.setProperty('--left', `${left}px`);
  text.style.top = isLow ? 'auto' : `${bottom + 4}px`;
  text.style.bottom = isLow ? `${innerHeight - top + 4}px` : 'auto';
  // The view may have been replaced in the meantime, along with the popover.
  const close = () => text.isConnected && text.hidePopover();
  // Added in the next frame, because the event for an earlier scroll may still fire in this one.
  requestAnimationFrame(() => addEventListener('scroll', close, { once: true, capture: true }));
}

export function Help({ id, title, text }: HelpProps) {
  return (
    <>
      <button type="button" class="help" popovertarget={id} aria-label={`What is ${title}?`}>
        ?
      </button>
      <span popover="auto" id={id} class="help-text" onBeforeToggle={placeText}>
        {text}
      </span>
    </>
  );
}

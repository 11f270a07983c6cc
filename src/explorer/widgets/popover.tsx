/**
 * A button that opens a popover: an explanation or a menu. It works with pointer, touch and keyboard, closes on Escape or a click elsewhere,
 * and is never clipped by its container; the browser does all this without a script of ours.
 */

import type { ComponentChildren, JSX } from 'preact';

interface PopoverProps {
  /** Unique in the page. */
  readonly id: string;
  readonly button: Pick<JSX.IntrinsicElements['button'], 'class' | 'title' | 'aria-label' | 'children'>;
  readonly class: string;
  readonly children: ComponentChildren;
}

/** Places the popover at its button before it appears, on the side with more room. It closes when its surroundings are scrolled. */
export function place(event: Pick<ToggleEvent, 'newState' | 'currentTarget'>): void {
  if (event.newState !== 'open') return;
  const popover = event.currentTarget as HTMLElement;
  const button = popover.previousElementSibling as Element;
  const { left, right, top, bottom } = button.getBoundingClientRect();
  const isLow = bottom > innerHeight / 2;
  const isAtRight = left + right > innerWidth;
  popover.style.top = isLow ? 'auto' : `${bottom + 4}px`;
  popover.style.bottom = isLow ? `${innerHeight - top + 4}px` : 'auto';
  popover.style.setProperty('--left', isAtRight ? 'auto' : `${left}px`);
  popover.style.setProperty('--right', isAtRight ? `${innerWidth - right}px` : 'auto');
  // The space above or below the button; the popover scrolls if it needs more.
  popover.style.maxHeight = `${(isLow ? top : innerHeight - bottom) - 12}px`;
  const close = ({ target }: Event) => {
    if (target instanceof Node && !target.contains(button)) return;
    removeEventListener('scroll', close, true);
    // The view may have been replaced in the meantime, along with the popover.
    if (popover.isConnected) popover.hidePopover();
  };
  // Added in the next frame, because the event for an earlier scroll may still fire in this one.
  requestAnimationFrame(() => addEventListener('scroll', close, true));
}

export const Popover = ({ id, button, class: own, children }: PopoverProps) => (
  <>
    <button type="button" popovertarget={id} {...button} />
    <div popover="auto" id={id} class={own} onBeforeToggle={place}>
      {children}
    </div>
  </>
);

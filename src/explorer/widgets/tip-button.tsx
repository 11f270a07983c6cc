/** A button with an explanation that appears at the pointer, at the focus, or after a tap, and never closes a menu. */

import type { ComponentChildren, TargetedMouseEvent } from 'preact';
import { useId, useRef } from 'preact/hooks';
import { place } from './popover.tsx';

interface TipButtonProps {
  /** Undefined for a button without an explanation. */
  readonly tip: ComponentChildren;
  readonly onClick: (event: TargetedMouseEvent<HTMLButtonElement>) => void;
  readonly children: ComponentChildren;
}

export function TipButton({ tip, onClick, children }: TipButtonProps) {
  const id = useId();
  const popover = useRef<HTMLDivElement>(null);
  const show = () => popover.current?.togglePopover(true);
  const hide = () => popover.current?.togglePopover(false);
  return (
    <>
      <button
        type="button"
        aria-describedby={tip ? id : undefined}
        onClick={(event) => {
          onClick(event);
          // The pointer closed it, or has left the button if it was a finger.
          show();
        }}
        onPointerEnter={show}
        onPointerLeave={hide}
        onFocus={show}
        onBlur={hide}
      >
        {children}
      </button>
      {tip && (
        <div ref={popover} id={id} class="help-text" role="tooltip" popover="hint" onBeforeToggle={place}>
          {tip}
        </div>
      )}
    </>
  );
}

/** A sheet at the right of the window, above everything else. On phones, it covers the whole window. */

import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';

interface SheetProps {
  readonly title: string;
  /** More about the content, beside the title. */
  readonly about?: ComponentChildren;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

export function Sheet({ title, about, onClose, children }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  // A press on empty space inside the sheet also has the dialog as its target, and so does a click whose drag began inside.
  const isPressedOutside = useRef(false);
  const heading = useId();
  useEffect(() => dialog.current?.showModal(), []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog, and so does its button.
    <dialog
      ref={dialog}
      class="side-sheet"
      aria-labelledby={heading}
      onClose={onClose}
      onPointerDown={({ target: pressed, currentTarget: sheet, clientX }) => {
        isPressedOutside.current = pressed === sheet && clientX < sheet.getBoundingClientRect().left;
      }}
      onClick={() => isPressedOutside.current && dialog.current?.close()}
    >
      <div class="sheet-body">
        <div class="sheet-head row">
          <h2 id={heading}>{title}</h2>
          <p>{about}</p>
          <button type="button" class="quiet" onClick={() => dialog.current?.close()}>
            Close <kbd>Esc</kbd>
          </button>
        </div>
        {children}
      </div>
    </dialog>
  );
}

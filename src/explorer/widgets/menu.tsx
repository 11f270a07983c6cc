/** A button that opens a sheet below it. Escape, a click elsewhere, or moving the focus elsewhere closes the sheet. */

import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

interface MenuProps {
  readonly title: string;
  /** Class of the sheet, in addition to `sheet`. */
  readonly kind?: string;
  readonly children: ComponentChildren;
}

function closeOnEscape({ key, currentTarget }: KeyboardEvent): void {
  const menu = currentTarget as HTMLDetailsElement;
  if (key !== 'Escape' || !menu.open) return;
  menu.open = false;
  menu.querySelector('summary')?.focus();
}

/**
 * Closes the menu if the focus moves out of it. It stays open if nothing gets the focus, because Safari does not focus buttons when they
 * are clicked. It also stays open if an element around it gets the focus, because clicking on text in the sheet focuses the view.
 */
function closeOnFocusElsewhere({ currentTarget, relatedTarget }: FocusEvent): void {
  const menu = currentTarget as HTMLDetailsElement;
  const focused = relatedTarget as Node | null;
  if (focused !== null && !menu.contains(focused) && !focused.contains(menu)) menu.open = false;
}

export function Menu({ title, kind = '', children }: MenuProps) {
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const closeOnPressElsewhere = ({ target }: Event) => {
      if (menu.current?.contains(target as Node) === false) menu.current.open = false;
    };
    addEventListener('pointerdown', closeOnPressElsewhere, true);
    return () => removeEventListener('pointerdown', closeOnPressElsewhere, true);
  }, []);
  return (
    <details class="menu" ref={menu} onKeyDown={closeOnEscape} onFocusOut={closeOnFocusElsewhere}>
      <summary>{title}</summary>
      <div class={`sheet ${kind}`}>{children}</div>
    </details>
  );
}

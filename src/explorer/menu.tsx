/** A button that opens a sheet below it. The sheet closes with Escape, a click elsewhere, or when the focus moves elsewhere. */

import type { ComponentChildren } from 'preact';

interface MenuProps {
  readonly title: string;
  /** Class of the sheet, besides `sheet`. */
  readonly kind: string;
  readonly children: ComponentChildren;
}

/** Listens for presses outside of the menu while it is open. */
function closeOnPressElsewhere({ currentTarget }: Event): void {
  const menu = currentTarget as HTMLDetailsElement;
  if (!menu.open) return;
  const press = ({ target }: Event) => {
    if (menu.open && menu.contains(target as Node)) return;
    menu.open = false;
    removeEventListener('pointerdown', press, true);
  };
  addEventListener('pointerdown', press, true);
}

function closeOnEscape({ key, currentTarget }: KeyboardEvent): void {
  const menu = currentTarget as HTMLDetailsElement;
  if (key !== 'Escape' || !menu.open) return;
  menu.open = false;
  menu.querySelector('summary')?.focus();
}

/** Safari does not focus buttons that are clicked; then nothing is known about where the focus goes. */
function closeOnFocusElsewhere({ currentTarget, relatedTarget }: FocusEvent): void {
  const menu = currentTarget as HTMLDetailsElement;
  if (relatedTarget !== null && !menu.contains(relatedTarget as Node)) menu.open = false;
}

export function Menu({ title, kind, children }: MenuProps) {
  return (
    <details class="menu" onToggle={closeOnPressElsewhere} onKeyDown={closeOnEscape} onFocusOut={closeOnFocusElsewhere}>
      <summary>{title}</summary>
      <div class={`sheet ${kind}`}>{children}</div>
    </details>
  );
}

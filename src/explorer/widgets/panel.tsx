/** Boxes: a panel with a heading, and a box whose content scrolls sideways. */

import type { ComponentChildren } from 'preact';

interface PanelProps {
  /** Id of the heading. */
  readonly id: string;
  readonly title: ComponentChildren;
  readonly children: ComponentChildren;
}

export const Panel = ({ id, title, children }: PanelProps) => (
  <section class="panel" aria-labelledby={id}>
    <h2 id={id}>{title}</h2>
    {children}
  </section>
);

/** A box for a table, which scrolls sideways if the table is wider than the page. */
export const Scroll = ({ label, children }: { readonly label: string; readonly children: ComponentChildren }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: without a pointer, the box is scrolled with keys, which need the focus.
  <section class="scroll" aria-label={label} tabIndex={0}>
    {children}
  </section>
);

/** Explains a term: a button opens a popover with an explanation. */

import type { ComponentChildren } from 'preact';
import { Popover } from './popover.tsx';

interface HelpProps {
  /** Id of the popover, for `aria-describedby` on the element that it explains. */
  readonly id: string;
  readonly title: string;
  readonly text: ComponentChildren;
}

export function Help({ id, title, text }: HelpProps) {
  const name = `What is ${title}?`;
  return (
    <Popover id={id} class="help-text" button={{ class: 'help', title: name, 'aria-label': name, children: '?' }}>
      {text}
    </Popover>
  );
}

/** Explains a term: a button opens a popover with an explanation. */

import type { ComponentChildren } from 'preact';
import { Popover } from './popover.tsx';

interface HelpProps {
  /** Id of the popover, for `aria-describedby` on the element that it explains. */
  readonly id: string;
  readonly title: string;
  readonly text: ComponentChildren;
}

export const Help = ({ id, title, text }: HelpProps) => (
  <Popover id={id} class="help-text" button={{ class: 'help', 'aria-label': `What is ${title}?`, children: '?' }}>
    {text}
  </Popover>
);

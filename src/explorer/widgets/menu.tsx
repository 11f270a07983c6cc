/** A button that opens a box below it. */

import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { Popover } from './popover.tsx';

interface MenuProps {
  readonly title: string;
  /** Class of the box, in addition to `menu-box`. */
  readonly class?: string;
  readonly children: ComponentChildren;
}

export const Menu = ({ title, class: own = '', children }: MenuProps) => (
  <Popover id={useId()} class={`menu-box ${own}`} button={{ class: 'menu', children: title }}>
    {children}
  </Popover>
);

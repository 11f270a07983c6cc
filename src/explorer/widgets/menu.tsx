/** A button that opens a sheet below it. */

import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { Popover } from './popover.tsx';

interface MenuProps {
  readonly title: string;
  /** Class of the sheet, in addition to `sheet`. */
  readonly class?: string;
  readonly children: ComponentChildren;
}

export const Menu = ({ title, class: own = '', children }: MenuProps) => (
  <Popover id={useId()} class={`sheet ${own}`} button={{ class: 'menu', children: title }}>
    {children}
  </Popover>
);

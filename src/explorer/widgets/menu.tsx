/** A button that opens a sheet below it. */

import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { Popover } from './popover.tsx';

interface MenuProps {
  readonly title: string;
  /** Class of the sheet, in addition to `sheet`. */
  readonly kind?: string;
  readonly children: ComponentChildren;
}

export const Menu = ({ title, kind = '', children }: MenuProps) => (
  <Popover id={useId()} kind={`sheet ${kind}`} button={{ class: 'menu', children: title }}>
    {children}
  </Popover>
);

/** The properties that the frame passes to every view. */

import type { ComponentType } from 'preact';
import type { Address } from '../address/address.ts';

export interface ViewProps {
  readonly address: Address;
}

/** A view's component, the default export of its module. */
export type View = ComponentType<ViewProps>;

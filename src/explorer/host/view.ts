/** The properties that the frame passes to every view. */

import type { ComponentType } from 'preact';
import type { Address } from '../address/address.ts';
import type { Navigate } from '../address/use-address.ts';
import type { Core } from './core.ts';

export interface ViewProps {
  readonly core: Core;
  readonly address: Address;
  readonly navigate: Navigate;
}

/** A view's component, the default export of its module. */
export type View = ComponentType<ViewProps>;

/** The properties that the frame passes to every view. */

import type { Address } from '../address/address.ts';

export interface ViewProps {
  readonly address: Address;
}

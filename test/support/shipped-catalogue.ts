/** The shipped catalogue, for tests that only read it. */

import { checkFolder, readDataFolder } from '../../src/catalogue/load.ts';
import type { Catalogue } from '../../src/catalogue/types.ts';
import { SHIPPED_DATA } from './data-folders.ts';

let shipped: Catalogue | undefined;

/** Reads the catalogue only once per process, because this takes half a second. Do not change it. */
export function shippedCatalogue(): Catalogue {
  shipped ??= checkFolder(readDataFolder(SHIPPED_DATA)).catalogue as Catalogue;
  return shipped;
}

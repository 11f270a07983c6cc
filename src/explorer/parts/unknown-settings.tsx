/** Lists the settings in an address that its view does not have. */

import type { Address } from '../address/address.ts';

/** The unknown settings of an address, as written there: `plot=masses`. */
export function listUnknownSettings(view: Address['view'], known: readonly string[] = []): readonly string[] {
  return Object.entries(view).flatMap(([setting, value]) => (known.includes(setting) ? [] : `${setting}=${value}`));
}

/** Says which settings have no effect. Shows nothing if there are none. */
export function UnknownSettings({ settings }: { readonly settings: readonly string[] }) {
  if (settings.length === 0) return null;
  return (
    <p class="unknown-settings note" role="status">
      This address has settings that this page does not know: {settings.join(', ')}.
    </p>
  );
}

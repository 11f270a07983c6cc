/** The settings that hide events, because the API has no filters for detectors and types. */

import { NO_TYPE } from './binaries.ts';
import type { EventSettings } from './event-settings.ts';
import type { EventRow } from './rows.ts';

/** Not "observed by": a file of strain does not say that its detector took part in the detection. */
export const STRAIN_FROM = 'Strain published from';

export type RowSettings = Pick<EventSettings, 'detectors' | 'only' | 'types'>;

/** True if a row passes the settings. */
export function passesSettings({ entry, type }: EventRow, { detectors, only, types }: RowSettings): boolean {
  const own = entry.detectors;
  if (only === 'one' && own.length !== 1) return false;
  if (types !== null && types.length > 0 && !types.includes(type ?? NO_TYPE)) return false;
  const chosen = detectors ?? [];
  const isExact = only === 'these' && chosen.length > 0;
  return chosen.every((one) => own.includes(one)) && (!isExact || own.length === chosen.length);
}

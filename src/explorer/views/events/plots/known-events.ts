/** Well-known events, which are labelled in plots. Labels for all events would cover the plot. */

import type { EventRow } from '../../../event-data/rows.ts';

const KNOWN: readonly string[] = [
  ...['GW150914', 'GW170817', 'GW190425', 'GW190521', 'GW190814', 'GW191219_163120', 'GW200115_042309'],
  ...['GW200210_092254', 'GW230529_181500', 'GW231123_135430', 'GW241127_061008', 'GW250114_082203'],
];
export const isKnown = ({ entry }: EventRow): boolean => KNOWN.includes(entry.name);
/** `GW231123` for GW231123_135430. */
export const briefName = ({ entry }: EventRow): string => entry.name.split('_')[0] as string;

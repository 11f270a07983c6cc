/** Ids of records: how they are written, and read back. Pure. */

import type { SeriesKey } from './collection.ts';
import { SAMPLE_RATES_KHZ } from './wire.ts';

/** Sample rates in kHz as queries and ids spell them. */
export const SAMPLE_RATES: readonly string[] = SAMPLE_RATES_KHZ.map(String);

/** The id of a strain file. `strainFileId({ detector: "H1", gpsStart: 1126256640, sampleRateKHz: 4 })` -> `H1-1126256640-4kHz`. */
export function strainFileId({ detector, gpsStart, sampleRateKHz }: SeriesKey): string {
  return `${detector}-${gpsStart}-${sampleRateKHz}kHz`;
}

const strainFileIdForm = new RegExp(`^([A-Z0-9]+)-(-?[0-9]+)-(${SAMPLE_RATES.join('|')})kHz$`);

/** Takes a strain file's id apart; null for anything but the one canonical spelling. */
export function parseStrainFileId(id: string): SeriesKey | null {
  const [, detector, gpsText, rateText] = strainFileIdForm.exec(id) ?? [];
  if (detector === undefined) return null;
  const key = { detector, gpsStart: Number(gpsText), sampleRateKHz: Number(rateText) };
  return strainFileId(key) === id ? key : null;
}

/** Characters of an id at most: a name and a catalog's name of 100 each, and what is between them. */
export const MAX_ID_LENGTH = 210;

/** The id of an event version. `eventVersionId("GW150914", 3)` -> `GW150914-v3`. */
export function eventVersionId(name: string, version: number): string {
  return `${name}-v${version}`;
}

/** The id of an event's version in a catalog. `catalogVersionId("GW150914", "GWTC")` -> `GW150914@GWTC`. */
export function catalogVersionId(name: string, catalog: string): string {
  return `${name}@${catalog}`;
}

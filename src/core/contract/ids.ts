/** Formats and parses record ids. They consist only of characters that need no escaping in URLs or file names. */

import { SAMPLE_RATES_KHZ } from './wire.ts';

/** Identifies a strain file. */
export interface StrainFileKey {
  readonly detector: string;
  readonly gpsStart: number;
  readonly sampleRateKHz: number;
}

/** Sample rates in kHz, as spelled in queries and ids. */
export const SAMPLE_RATES: readonly string[] = SAMPLE_RATES_KHZ.map(String);

/** The id of a strain file. `strainFileId({ detector: "H1", gpsStart: 1126256640, sampleRateKHz: 4 })` -> `H1-1126256640-4kHz`. */
export function strainFileId({ detector, gpsStart, sampleRateKHz }: StrainFileKey): string {
  return `${detector}-${gpsStart}-${sampleRateKHz}kHz`;
}

const strainFileIdForm = new RegExp(`^([A-Z0-9]+)-([0-9]+)-(${SAMPLE_RATES.join('|')})kHz$`);

/** Parses a strain file's id; null unless it is spelled canonically. */
export function parseStrainFileId(id: string): StrainFileKey | null {
  const match = strainFileIdForm.exec(id);
  if (match === null) return null;
  const key = { detector: match[1] as string, gpsStart: Number(match[2]), sampleRateKHz: Number(match[3]) };
  return strainFileId(key) === id ? key : null;
}

/** Converts text to the case used in strain file ids: `h1-1126256640-4KHZ` -> `H1-1126256640-4kHz`. */
export const strainFileIdCase = (text: string): string => text.toUpperCase().replace(/KHZ$/, 'kHz');

/** The id of an event version. `eventVersionId("GW150914", 3)` -> `GW150914-v3`. A version that is not yet checked may have any type. */
export function eventVersionId(name: string, version: unknown): string {
  return `${name}-v${version ?? ''}`;
}

/** The id of an event's version in a catalog. `catalogVersionId("GW150914", "GWTC")` -> `GW150914@GWTC`. */
export function catalogVersionId(name: string, catalog: string): string {
  return `${name}@${catalog}`;
}

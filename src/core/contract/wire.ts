/**
 * Types for all bodies, generated from the response schemas, and constants for the values that some members can have. The names are the
 * API's; only `site/render/` converts the catalogue's own names to them.
 */

import type { EnvelopeHead, StrainFileDetail } from '../../../schemas/wire-bodies.d.ts';

export type * from '../../../schemas/wire-bodies.d.ts';

/** A page of a listing. `Entry` is the collection's entry type; for default-parameters, a string. */
export interface Envelope<Entry> extends EnvelopeHead {
  readonly results: readonly Entry[];
}

/** Length of every strain file, in seconds; `gps_start` is always a multiple of it. */
export const STRAIN_FILE_DURATION_S = 4096;

export const SAMPLE_RATES_KHZ = [4, 16] as const;

/** Samples per second at a sample rate in kHz: 4096 at 4 kHz. */
export const samplesPerSecond = (rateKHz: number): number => rateKHz * 1024;

/** Published statistics for a strain file, in the order used in its record. */
export const STRAIN_STATISTICS = [
  'filesize_bytes',
  'min_strain',
  'max_strain',
  'mean_strain',
  'stdev_strain',
  'nans_fraction',
  'duty_cycle',
  'BLRMS200',
  'BLRMS1000',
  'BNS',
] as const satisfies readonly (keyof StrainFileDetail)[];

export type StrainStatistics = Pick<StrainFileDetail, (typeof STRAIN_STATISTICS)[number]>;

/** Formats of event strain files, in listing order. */
export const EVENT_FILE_FORMATS = ['GWF', 'HDF', 'TXT'] as const;
/** Lengths of event strain files, in seconds; 2048 s occurs only in some early versions. */
export const EVENT_FILE_DURATIONS_S = [32, 2048, 4096] as const;

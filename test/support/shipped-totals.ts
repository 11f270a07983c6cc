/** Totals of the shipped catalogue. They change with its data; tests that need one read it here. */

export const SHIPPED_TOTALS = {
  strainFiles: 74_598,
  eventVersions: 670,
  events: 432,
  runs: 13,
  datasets: 14,
  catalogs: 18,
  flags: 7,
  segments: 10_013,
  statistics: 125,
  /** Two lengths for each detector of an event version, in six forms (format and rate); in seven cases, only the longer one exists. */
  eventStrainFiles: (320 * 2 - 7) * 6,
  /** Events in the cumulative catalog GWTC, and in GWTC-5.0, as published. */
  eventsInGwtc: 391,
  eventsInGwtc5: 161,
} as const;

/**
 * The names of the kinds of import, in the order in which they must be imported. This module loads nothing else, because help loads it to
 * list the names.
 */
export const IMPORT_KINDS = [
  'runs',
  'catalogs',
  'event-versions',
  'parameter-sets',
  'events',
  'event-strain-files',
  'datasets',
  'dataset-bits',
  'strain-files',
  'segments',
  'strain-statistics',
] as const;

/** The kinds of file whose events may lack detectors, which `--detectors` then gives. */
export const KINDS_WITH_DETECTORS: readonly string[] = ['catalog', 'event-versions'];

export type ImportKind = (typeof IMPORT_KINDS)[number];

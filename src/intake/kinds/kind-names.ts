/** The names of the kinds of import, in the order in which they must be imported. Loads nothing, because help lists them. */
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

export type ImportKind = (typeof IMPORT_KINDS)[number];

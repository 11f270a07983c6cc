/** The kinds of import. */
import { catalogs } from './catalogs.ts';
import { datasetBits, datasets } from './datasets.ts';
import { eventStrainFiles } from './event-strain-files.ts';
import { eventVersions } from './event-versions.ts';
import { events } from './events.ts';
import type { ImportKindDefinition } from './import-kind.ts';
import { parameterSets } from './parameter-sets.ts';
import { runs } from './runs.ts';
import { segments } from './segments.ts';
import { strainFiles } from './strain-files.ts';
import { strainStatistics } from './strain-statistics.ts';

/** The definitions, in the order in which the kinds must be imported. */
export const IMPORTS = {
  runs,
  catalogs,
  'event-versions': eventVersions,
  'parameter-sets': parameterSets,
  events,
  'event-strain-files': eventStrainFiles,
  datasets,
  'dataset-bits': datasetBits,
  'strain-files': strainFiles,
  segments,
  'strain-statistics': strainStatistics,
} as const satisfies Readonly<Record<string, ImportKindDefinition>>;

export type ImportKind = keyof typeof IMPORTS;

export const IMPORT_KINDS = Object.keys(IMPORTS) as readonly ImportKind[];

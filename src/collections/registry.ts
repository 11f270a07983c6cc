/** Every collection, in the order in which the root names them. Pure. */

import type { Collection, Vocabulary } from '../contract/collection.ts';
import { catalogs } from './catalogs.ts';
import { datasets } from './datasets.ts';
import { defaultParameters } from './default-parameters.ts';
import { eventParameters } from './event-parameters.ts';
import { eventStrainFiles } from './event-strain-files.ts';
import { eventVersions } from './event-versions.ts';
import { events } from './events.ts';
import { parameterSets } from './parameter-sets.ts';
import { runs } from './runs.ts';
import { segments } from './segments.ts';
import { strainFiles } from './strain-files.ts';
import { timelines } from './timelines.ts';

const COLLECTIONS = {
  'strain-files': strainFiles,
  'event-versions': eventVersions,
  'default-parameters': defaultParameters,
  runs,
  datasets,
  catalogs,
  events,
  timelines,
  segments,
  'event-strain-files': eventStrainFiles,
  'event-parameters': eventParameters,
  'parameter-sets': parameterSets,
};

export type CollectionName = keyof typeof COLLECTIONS;

/** The collections of a catalogue. With an empty vocabulary they are what does not depend on the data. */
export function createCollections(vocabulary: Vocabulary = NO_VOCABULARY): readonly Collection[] {
  return Object.values(COLLECTIONS).map((create) => create(vocabulary));
}

const NO_VOCABULARY: Vocabulary = { detectors: [], catalogs: [], parameters: [] };

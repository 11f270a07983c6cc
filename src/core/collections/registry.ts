/** All collections, in the order in which the root lists them. */

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

const CREATE = [
  strainFiles,
  eventVersions,
  defaultParameters,
  runs,
  datasets,
  catalogs,
  events,
  timelines,
  segments,
  eventStrainFiles,
  eventParameters,
  parameterSets,
] as const;

type Created = ReturnType<(typeof CREATE)[number]>;

/** Names of all collections. */
export type CollectionName = Created['name'];
/** Paths of all listings, with `{}` in place of parent ids. */
export type ListingPath = Created['paths'][number]['path'];

/** The collections in a catalogue. An empty vocabulary is enough for anything that does not depend on the data. */
export function createCollections(vocabulary: Vocabulary = NO_VOCABULARY): readonly Collection[] {
  return CREATE.map((create) => create(vocabulary));
}

const NO_VOCABULARY: Vocabulary = { detectors: [], catalogs: [], parameters: [] };

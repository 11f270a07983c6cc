/** Every collection, in the order in which the root names them. Pure. */

import type { Collection, Vocabulary } from '../contract/collection.ts';
import { defaultParameters } from './default-parameters.ts';
import { eventVersions } from './event-versions.ts';
import { strainFiles } from './strain-files.ts';

const COLLECTIONS = {
  'strain-files': strainFiles,
  'event-versions': eventVersions,
  'default-parameters': defaultParameters,
};

export type CollectionName = keyof typeof COLLECTIONS;

/** The collections of a catalogue. With an empty vocabulary they are what does not depend on the data. */
export function createCollections(vocabulary: Vocabulary = NO_VOCABULARY): readonly Collection[] {
  return Object.values(COLLECTIONS).map((create) => create(vocabulary));
}

const NO_VOCABULARY: Vocabulary = { detectors: [], catalogs: [], parameters: [] };

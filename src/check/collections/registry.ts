/** What is expected of a collection besides its definition and its response schemas; by collection. */

import type { CollectionName } from '../../core/collections/registry.ts';
import { catalogs } from './catalogs.ts';
import { datasets } from './datasets.ts';
import { defaultParameters } from './default-parameters.ts';
import { eventParameters } from './event-parameters.ts';
import { eventStrainFiles } from './event-strain-files.ts';
import { eventVersions } from './event-versions.ts';
import { events } from './events.ts';
import type { Expectations } from './expectations.ts';
import { parameterSets } from './parameter-sets.ts';
import { segments } from './segments.ts';
import { strainFiles } from './strain-files.ts';
import { timelines } from './timelines.ts';

const EXPECTATIONS: Partial<Readonly<Record<CollectionName, Expectations<never>>>> = {
  'strain-files': strainFiles,
  'event-versions': eventVersions,
  'default-parameters': defaultParameters,
  datasets,
  catalogs,
  events,
  timelines,
  segments,
  'event-strain-files': eventStrainFiles,
  'event-parameters': eventParameters,
  'parameter-sets': parameterSets,
};

/** The expectations for a collection. Entries have type `unknown` because they come from a site that may be wrong. */
export function expectationsOf({ name }: { readonly name: string }): Expectations<unknown> {
  return (EXPECTATIONS[name as CollectionName] ?? {}) as Expectations<unknown>;
}

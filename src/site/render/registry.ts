/** The renderer for each collection. */

import type { CollectionName } from '../../core/collections/registry.ts';
import type { Collection } from '../../core/contract/collection.ts';
import { catalogs } from './catalogs.ts';
import { datasets } from './datasets.ts';
import { defaultParameters } from './default-parameters.ts';
import { eventParameters } from './event-parameters.ts';
import { eventStrainFiles } from './event-strain-files.ts';
import { eventVersions } from './event-versions.ts';
import { events } from './events.ts';
import { parameterSets } from './parameter-sets.ts';
import type { Renderer } from './renderer.ts';
import { runs } from './runs.ts';
import { segments } from './segments.ts';
import { strainFiles } from './strain-files.ts';
import { timelines } from './timelines.ts';

export const RENDERERS: Readonly<Record<CollectionName, Renderer>> = {
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

export const rendererOf = ({ name }: Collection): Renderer => RENDERERS[name as CollectionName];

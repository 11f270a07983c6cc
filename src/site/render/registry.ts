/** The renderer of every collection. Build time. */

import type { CollectionName } from '../../collections/registry.ts';
import { defaultParameters } from './default-parameters.ts';
import { eventVersions } from './event-versions.ts';
import type { Renderer } from './renderer.ts';
import { strainFiles } from './strain-files.ts';

/** In the order in which they are rendered. */
export const RENDERERS: Readonly<Record<CollectionName, Renderer>> = {
  'strain-files': strainFiles,
  'event-versions': eventVersions,
  'default-parameters': defaultParameters,
};

/** Renders the default parameters of every event version. Build time; pure. */

import type { Catalogue } from '../../catalogue/types.ts';
import { EVENT_PARAMETER } from '../../collections/event-parameters.ts';
import { groups } from './columns.ts';
import { sortVersions } from './event-facts.ts';
import { renderParameters } from './parameter-objects.ts';
import type { Renderer } from './renderer.ts';

const parametersOf = (catalogue: Catalogue): string[][] =>
  sortVersions(catalogue.eventVersions).map(({ parameters }) => renderParameters(parameters, catalogue));

export const eventParameters: Renderer = {
  reads: ['eventVersions', 'parameters'],
  index(catalogue) {
    const counts = parametersOf(catalogue).map(({ length }) => length);
    const count = counts.reduce((sum, one) => sum + one, 0);
    return { kind: 'columns', count, columns: { [EVENT_PARAMETER.eventVersion]: groups(counts) } };
  },
  lines: (catalogue) => parametersOf(catalogue).flatMap((objects) => objects.map((entry) => ({ entry }))),
};

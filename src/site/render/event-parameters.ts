/** Renders the default parameters of every event version. */

import { EVENT_PARAMETER } from '../../core/collections/event-parameters.ts';
import { sortVersions } from './event-facts.ts';
import { columnIndex, groups } from './index-columns.ts';
import { renderParameters, sortParameters } from './parameter-objects.ts';
import { type CatalogueWith, createRenderer } from './renderer.ts';

/** Number of known parameters for each event version, in order. */
function countParameters({
  eventVersions,
  parameters: known,
}: CatalogueWith<'eventVersions' | 'parameters'>): number[] {
  return sortVersions(eventVersions).map(
    ({ parameters }) => known.filter(({ name }) => parameters?.[name] !== undefined).length,
  );
}

export const eventParameters = createRenderer(['eventVersions', 'parameters'], {
  index(catalogue) {
    const counts = countParameters(catalogue);
    const count = counts.reduce((sum, one) => sum + one, 0);
    return columnIndex(count, { [EVENT_PARAMETER.eventVersion]: groups(counts) });
  },
  lines: (catalogue, { compatibility }) => {
    const sorted = sortParameters(catalogue.parameters, compatibility);
    return sortVersions(catalogue.eventVersions).flatMap(({ parameters = {} }) =>
      renderParameters(parameters, sorted, compatibility).map((entry) => ({ entry })),
    );
  },
});

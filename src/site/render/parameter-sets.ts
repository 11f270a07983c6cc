/** Renders the parameter sets of every event version. Build time; pure. */

import type * as Data from '../../catalogue/types.ts';
import { PARAMETER_SET } from '../../core/collections/parameter-sets.ts';
import type { ParameterSet } from '../../core/contract/wire.ts';
import { groups } from './columns.ts';
import { sortVersions } from './event-facts.ts';
import { arrayOf, objectOf, plain } from './json.ts';
import { renderParameters } from './parameter-objects.ts';
import type { Renderer } from './renderer.ts';

/** The sets of a version; without any, its default parameters form one (decision). */
function setsOf({ catalog, parameters, parameterSets: sets }: Data.EventVersion): readonly Data.ParameterSet[] {
  if (sets.length > 0 || parameters.size === 0) return sets;
  const unknown = { pipelineType: null, waveformFamily: null, dataUrl: null };
  return [{ name: catalog, ...unknown, isPreferred: true, links: [], parameters }];
}

function renderSet(set: Data.ParameterSet, catalogue: Data.Catalogue): string {
  return objectOf<ParameterSet>({
    name: plain(set.name),
    pipeline_type: plain(set.pipelineType),
    waveform_family: plain(set.waveformFamily),
    data_url: plain(set.dataUrl),
    is_preferred: plain(set.isPreferred),
    links: plain(set.links.map(({ url, label }) => ({ url, label }))),
    parameters: arrayOf(renderParameters(set.parameters, catalogue)),
  });
}

export const parameterSets: Renderer = {
  reads: ['eventVersions', 'parameters'],
  index({ eventVersions }) {
    const counts = sortVersions(eventVersions).map((version) => setsOf(version).length);
    const count = counts.reduce((sum, one) => sum + one, 0);
    return { kind: 'columns', count, columns: { [PARAMETER_SET.eventVersion]: groups(counts) } };
  },
  lines: (catalogue) =>
    sortVersions(catalogue.eventVersions)
      .flatMap(setsOf)
      .map((set) => ({ entry: renderSet(set, catalogue) })),
};

/** Renders the parameter sets of every event version. Build time; pure. */

import type { ParameterDefinition } from '../../catalogue/files/raw.ts';
import type * as Data from '../../catalogue/types.ts';
import { PARAMETER_SET } from '../../core/collections/parameter-sets.ts';
import type { ParameterSet } from '../../core/contract/wire.ts';
import { groups } from './columns.ts';
import { sortVersions } from './event-facts.ts';
import { arrayOf, objectOf, plain } from './json.ts';
import { renderParameters } from './parameter-objects.ts';
import type { Renderer } from './renderer.ts';

/** The members of the one set of a version for which the data hold no sets; its parameters are the default parameters. */
const STAND_IN = {
  description: 'Default parameters of the version, in place of sets, which are not known.',
  dateAdded: null,
  dataUrl: null,
  pipeline: null,
  pipelineType: null,
  waveformFamily: null,
  isPreferred: true,
  links: [],
};

/** The sets of a version; without any, its default parameters form one (decision). */
export function parameterSetsOf({
  catalog,
  parameters,
  parameterSets: sets,
}: Data.EventVersion): readonly Data.ParameterSet[] {
  if (sets.length > 0 || parameters.size === 0) return sets;
  return [{ ...STAND_IN, name: catalog, parameters }];
}

function renderSet(set: Data.ParameterSet, definitions: readonly ParameterDefinition[]): string {
  return objectOf<ParameterSet>({
    name: plain(set.name),
    description: plain(set.description),
    date_added: plain(set.dateAdded),
    data_url: plain(set.dataUrl),
    pipeline: plain(set.pipeline),
    pipeline_type: plain(set.pipelineType),
    waveform_family: plain(set.waveformFamily),
    is_preferred: plain(set.isPreferred),
    links: plain(set.links.map(({ url, label, description }) => ({ url, label, description }))),
    parameters: arrayOf(renderParameters(set.parameters, definitions)),
  });
}

export const parameterSets: Renderer = {
  reads: ['eventVersions', 'parameters', 'otherParameters'],
  index({ eventVersions }) {
    const counts = sortVersions(eventVersions).map((version) => parameterSetsOf(version).length);
    const count = counts.reduce((sum, one) => sum + one, 0);
    return { kind: 'columns', count, columns: { [PARAMETER_SET.eventVersion]: groups(counts) } };
  },
  lines: ({ eventVersions, parameters, otherParameters }) => {
    const definitions = [...parameters, ...otherParameters];
    return sortVersions(eventVersions)
      .flatMap(parameterSetsOf)
      .map((set) => ({ entry: renderSet(set, definitions) }));
  },
};

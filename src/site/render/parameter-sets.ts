/** Renders the parameter sets of every event version. */

import type * as Data from '../../catalogue/types.ts';
import { PARAMETER_SET } from '../../core/collections/parameter-sets.ts';
import type { Compatibility } from '../../core/contract/compatibility.ts';
import type { ParameterSet } from '../../core/contract/wire.ts';
import type { ReleaseData } from '../../core/release/release.ts';
import { sortVersions } from './event-facts.ts';
import { columnIndex, groups } from './index-columns.ts';
import { arrayOf, objectOf, plain } from './json.ts';
import { renderParameters } from './parameter-objects.ts';
import { type CatalogueWith, createRenderer } from './renderer.ts';

/** A version's sets; if it has none, its default parameters form one set (decision). */
export function parameterSetsOf({
  catalog,
  parameters = {},
  parameter_sets: sets = [],
}: Data.CatalogVersion): readonly Data.ParameterSet[] {
  if (sets.length > 0 || Object.keys(parameters).length === 0) return sets;
  const description = 'Default parameters of the version, in place of sets, which are not known.';
  return [{ name: catalog, description, is_preferred: true, parameters }];
}

/** The default parameters without a flag that one of the version's sets gives as a limit, with the same value: `{ far: 'upper' }`. */
function limitsOf({ parameters = {}, parameter_sets: sets = [] }: Data.CatalogVersion) {
  const limits = sets.flatMap(({ parameters: values = {} }) =>
    Object.entries(values).flatMap(([name, { best, is_upper_limit, is_lower_limit }]) => {
      const own = parameters[name];
      const isHidden = own?.best === best && !own.is_upper_limit && !own.is_lower_limit;
      return isHidden && (is_upper_limit || is_lower_limit)
        ? [[name, is_upper_limit ? 'upper' : 'lower'] as const]
        : [];
    }),
  );
  return Object.fromEntries(limits);
}

/** The limits of all versions that have any, by short name. */
export function setLimitsOf({ eventVersions }: CatalogueWith<'eventVersions'>): ReleaseData['setLimits'] {
  const all = eventVersions.map((version) => [version.shortName, limitsOf(version)] as const);
  return Object.fromEntries(all.filter(([, limits]) => Object.keys(limits).length > 0));
}

function renderSet(
  set: Data.ParameterSet,
  definitions: readonly Data.ParameterDefinition[],
  compatibility: Compatibility,
): string {
  const links = (set.links ?? []).map(({ url, label, description = null }) => ({ url, label, description }));
  return objectOf<ParameterSet>({
    name: plain(set.name),
    description: plain(set.description ?? null),
    date_added: plain(set.date_added ?? null),
    data_url: plain(set.data_url ?? null),
    pipeline: plain(set.pipeline ?? null),
    pipeline_type: plain(set.pipeline_type ?? null),
    waveform_family: plain(set.waveform_family ?? null),
    is_preferred: plain(set.is_preferred ?? false),
    links: plain(links),
    parameters: arrayOf(renderParameters(set.parameters ?? {}, definitions, compatibility)),
  });
}

export const parameterSets = createRenderer(['eventVersions', 'parameters', 'otherParameters'], {
  index({ eventVersions }) {
    const counts = sortVersions(eventVersions).map((version) => parameterSetsOf(version).length);
    const count = counts.reduce((sum, one) => sum + one, 0);
    return columnIndex(count, { [PARAMETER_SET.eventVersion]: groups(counts) });
  },
  lines: ({ eventVersions, parameters, otherParameters }, { compatibility }) => {
    const definitions = [...parameters, ...otherParameters];
    return sortVersions(eventVersions)
      .flatMap(parameterSetsOf)
      .map((set) => ({ entry: renderSet(set, definitions, compatibility) }));
  },
});

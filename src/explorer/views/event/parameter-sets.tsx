/** The results from each analysis and search for one version, with links to their data: posterior samples and sky maps. */

import type { ParameterSet } from '../../../core/contract/wire.ts';

const PIPELINES = { pe: 'Parameter estimation', search: 'Search' } as const;

/** True for the set that the API makes from the default parameters if the data have no sets. */
export const isStandIn = ({ pipeline_type, data_url, links }: ParameterSet): boolean =>
  pipeline_type === null && data_url === null && links.length === 0;

/** `Parameter estimation, preferred`. */
function aboutText({ pipeline_type, waveform_family, is_preferred }: ParameterSet): string {
  const family = waveform_family === 'na' ? null : waveform_family;
  return [pipeline_type && PIPELINES[pipeline_type], family, is_preferred && 'preferred']
    .filter((text) => text)
    .join(', ');
}

export const ParameterSets = ({ sets }: { readonly sets: readonly ParameterSet[] }) => (
  <ul class="sets plain">
    {sets.map(({ data_url, links, ...set }) => (
      <li key={set.name}>
        <b>{set.name}</b> <small>{aboutText({ data_url, links, ...set })}</small>{' '}
        {[...(data_url === null ? [] : [{ url: data_url, label: 'posterior samples' }]), ...links].map(
          ({ url, label }) => (
            <a key={url} href={url}>
              {label.replaceAll('-', ' ')}
            </a>
          ),
        )}
      </li>
    ))}
  </ul>
);

/** The results from each analysis and search for one version. */

import type { ParameterSet } from '../../../core/contract/wire.ts';
import { Name } from '../../parts/name.tsx';
import { longName, unitAndFrame } from '../../parts/parameter-names.ts';
import { type RecordColumn, RecordTable } from '../../parts/records.tsx';
import { valueLine } from '../../parts/values.ts';

const PIPELINES = { pe: 'Parameter estimation', search: 'Search' } as const;

/** True for the set that the API makes from the default parameters if the data have no sets. */
export const isStandIn = ({ pipeline_type, data_url, links }: ParameterSet): boolean =>
  pipeline_type === null && data_url === null && links.length === 0;

function AboutSet({ pipeline_type, waveform_family, is_preferred, data_url, links }: ParameterSet) {
  const family = waveform_family === 'na' ? null : waveform_family;
  const about = [pipeline_type && PIPELINES[pipeline_type], family, is_preferred && 'preferred'];
  return (
    <>
      <small>{about.filter((text) => text).join(', ')}</small>
      <small>
        {[...(data_url === null ? [] : [{ url: data_url, label: 'data' }]), ...links].map(({ url, label }, n) => (
          <span key={url}>
            {n > 0 && ', '}
            <a href={url}>{label.replaceAll('-', ' ')}</a>
          </span>
        ))}
      </small>
    </>
  );
}

interface ParameterSetsProps {
  readonly sets: readonly ParameterSet[];
  /** Names of the default parameters, in order. Any other parameters in a set follow them. */
  readonly order: readonly string[];
}

export function ParameterSets({ sets, order }: ParameterSetsProps) {
  const units = new Map(sets.flatMap(({ parameters }) => parameters.map(({ name, unit }) => [name, unit] as const)));
  const names = [...new Set([...order, ...units.keys()])].filter((name) => units.has(name));
  if (names.length === 0) return <p class="empty">The catalogue has no parameters for this version.</p>;
  const valueIn = ({ parameters }: ParameterSet, name: string) => {
    const value = parameters.find((one) => one.name === name);
    return value && valueLine(value);
  };
  const columns: readonly RecordColumn<string>[] = [
    {
      title: 'Parameter',
      cell: (name) => (
        <>
          <Name text={longName(name)} /> <span class="unit">{unitAndFrame(name, units.get(name) ?? '')}</span>
        </>
      ),
    },
    ...sets.map((set): RecordColumn<string> => {
      const about = <AboutSet {...set} />;
      return { title: set.name, about, kind: 'number', cell: (name) => valueIn(set, name) };
    }),
  ];
  return <RecordTable label="Parameter sets" kind="sets" columns={columns} records={names} keyOf={(name) => name} />;
}

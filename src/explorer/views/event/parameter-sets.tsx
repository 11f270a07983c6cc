/** The results of each analysis and search for one version. */

import type { ParameterSet } from '../../../core/contract/wire.ts';
import { parameterTitle, unitText, valueLine } from '../../parts/format.ts';
import { type Column, RecordTable } from '../../parts/records.tsx';

const PIPELINES = { pe: 'Parameter estimation', search: 'Search' } as const;

function AboutSet({ pipeline_type, waveform_family, is_preferred, data_url, links }: ParameterSet) {
  const about = [pipeline_type && PIPELINES[pipeline_type], waveform_family, is_preferred ? 'preferred' : null];
  return (
    <>
      <small>{about.filter((text) => text !== null).join(', ')}</small>
      <small>
        {data_url !== null && <a href={data_url}>Data</a>}{' '}
        {links.map(({ url, label }) => (
          <a key={url} href={url}>
            {label}
          </a>
        ))}
      </small>
    </>
  );
}

interface ParameterSetsProps {
  readonly sets: readonly ParameterSet[];
  /** Names of the default parameters, in order. */
  readonly order: readonly string[];
}

export function ParameterSets({ sets, order }: ParameterSetsProps) {
  const units = new Map(sets.flatMap(({ parameters }) => parameters.map(({ name, unit }) => [name, unit] as const)));
  // Sets may have parameters that are not default parameters.
  const names = [
    ...order.filter((name) => units.has(name)),
    ...[...units.keys()].filter((name) => !order.includes(name)),
  ];
  if (names.length === 0) return <p class="empty">The catalogue has no parameters of this version.</p>;
  const columns: readonly Column<string>[] = [
    {
      title: 'Parameter',
      cell: (name) => (
        <>
          {parameterTitle(name)} <span class="unit">{unitText(units.get(name) ?? '')}</span>
        </>
      ),
    },
    ...sets.map(
      (set): Column<string> => ({
        title: set.name,
        about: <AboutSet {...set} />,
        kind: 'number',
        cell(name) {
          const value = set.parameters.find((one) => one.name === name);
          return value && valueLine(value);
        },
      }),
    ),
  ];
  return <RecordTable label="Parameter sets" kind="sets" columns={columns} records={names} keyOf={(name) => name} />;
}

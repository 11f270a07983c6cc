/** The results of each analysis and search for one version. */

import type { ParameterSet } from '../../../core/contract/wire.ts';
import { parameterTitle, unitText, valueLine } from '../../parts/format.ts';

const PIPELINES = { pe: 'Parameter estimation', search: 'Search' } as const;

function SetTitle({ set }: { readonly set: ParameterSet }) {
  const { name, pipeline_type, waveform_family, is_preferred, data_url, links } = set;
  const about = [pipeline_type && PIPELINES[pipeline_type], waveform_family, is_preferred ? 'preferred' : null];
  return (
    <th scope="col">
      {name}
      <small>{about.filter((text) => text !== null).join(', ')}</small>
      <small>
        {data_url !== null && <a href={data_url}>Data</a>}{' '}
        {links.map(({ url, label }) => (
          <a key={url} href={url}>
            {label}
          </a>
        ))}
      </small>
    </th>
  );
}

export function ParameterSets({
  sets,
  order,
}: {
  readonly sets: readonly ParameterSet[];
  readonly order: readonly string[];
}) {
  const named = new Set(sets.flatMap(({ parameters }) => parameters.map(({ name }) => name)));
  // Sets may have parameters that are not default parameters.
  const names = [...order.filter((name) => named.has(name)), ...[...named].filter((name) => !order.includes(name))];
  if (names.length === 0) return <p class="empty">The catalogue has no parameters of this version.</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled with keys if it is wider than the page.
    <section class="scroll" aria-label="Parameter sets" tabIndex={0}>
      <table class="sets">
        <thead>
          <tr>
            <td />
            {sets.map((set) => (
              <SetTitle key={set.name} set={set} />
            ))}
          </tr>
        </thead>
        <tbody>
          {names.map((name) => {
            const values = sets.map(({ parameters }) => parameters.find((one) => one.name === name));
            const known = values.find((value) => value !== undefined);
            return (
              <tr key={name}>
                <th scope="row">
                  {parameterTitle(name)} <span class="unit">{known && unitText(known.unit)}</span>
                </th>
                {values.map((value, n) => (
                  <td key={sets[n]?.name} class="number">
                    {value ? valueLine(value) : ''}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

/** Datasets as a table, of all runs or of one. */

import type { Dataset } from '../../../core/contract/wire.ts';
import type { Core } from '../../host/core.ts';
import { countOf } from './load.ts';
import { CountLink, dayOf } from './parts.tsx';

export interface CountedDataset extends Dataset {
  readonly files: number;
}

export const filesOf = ({ name }: Pick<Dataset, 'name'>): string => `datasets/${encodeURIComponent(name)}/strain-files`;

/** The datasets of a listing with the number of their files. Rejects like `json`. */
export async function loadDatasets(core: Core, target: string): Promise<CountedDataset[]> {
  const datasets = await core.entries<Dataset>(target);
  return Promise.all(datasets.map(async (one) => ({ ...one, files: await countOf(core, filesOf(one)) })));
}

export function DatasetsTable({ datasets }: { readonly datasets: readonly CountedDataset[] }) {
  if (datasets.length === 0) return <p class="empty">There are no datasets.</p>;
  return (
    <div class="scroll">
      <table class="records">
        <thead>
          <tr>
            <th scope="col">Dataset</th>
            <th scope="col">Run</th>
            <th scope="col">From</th>
            <th scope="col">To</th>
            <th scope="col" class="number">
              kHz
            </th>
            <th scope="col">Detectors</th>
            <th scope="col">Strain files</th>
            <th scope="col">Description</th>
          </tr>
        </thead>
        <tbody>
          {datasets.map((dataset) => (
            <tr key={dataset.name}>
              <th scope="row">
                <a href={`#/datasets/${dataset.name}`}>{dataset.name}</a>
              </th>
              <td>
                <a href={`#/runs/${dataset.run}`}>{dataset.run}</a>
              </td>
              <td>{dayOf(dataset.gps_start)}</td>
              <td>{dayOf(dataset.gps_end)}</td>
              <td class="number">{dataset.sample_rate_kHz}</td>
              <td>{dataset.detectors.join(' ')}</td>
              <td>
                <CountLink total={dataset.files} noun="file" href={`#/${filesOf(dataset)}`} />
              </td>
              <td class="prose">{dataset.description}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

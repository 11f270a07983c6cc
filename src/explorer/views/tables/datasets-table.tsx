/** Datasets as a table, of all runs or of one. */

import type { Dataset } from '../../../core/contract/wire.ts';
import type { Core } from '../../host/core.ts';
import { type Column, CountLink, dayOf, RecordTable } from '../../parts/records.tsx';
import { countOf } from './page.tsx';

export interface CountedDataset extends Dataset {
  readonly files: number;
}

const filesOf = ({ name }: Pick<Dataset, 'name'>): string => `datasets/${encodeURIComponent(name)}/strain-files`;

export const withCount = async (core: Core, dataset: Dataset): Promise<CountedDataset> => ({
  ...dataset,
  files: await countOf(core, filesOf(dataset)),
});

/** The datasets of a listing with the number of their files. Rejects like `json`. */
export async function loadDatasets(core: Core, target: string): Promise<CountedDataset[]> {
  const datasets = await core.entries<Dataset>(target);
  return Promise.all(datasets.map((one) => withCount(core, one)));
}

export const FilesLink = (dataset: CountedDataset) => (
  <CountLink total={dataset.files} noun="file" href={`#/${filesOf(dataset)}`} />
);

const COLUMNS: readonly Column<CountedDataset>[] = [
  { title: 'Dataset', cell: ({ name }) => <a href={`#/datasets/${name}`}>{name}</a> },
  { title: 'Run', cell: ({ run }) => <a href={`#/runs/${run}`}>{run}</a> },
  { title: 'From', cell: ({ gps_start }) => dayOf(gps_start) },
  { title: 'To', cell: ({ gps_end }) => dayOf(gps_end) },
  { title: 'kHz', kind: 'number', cell: ({ sample_rate_kHz }) => sample_rate_kHz },
  { title: 'Detectors', cell: ({ detectors }) => detectors.join(' ') },
  { title: 'Strain files', cell: FilesLink },
  { title: 'Description', kind: 'prose', cell: ({ description }) => description },
];

export function DatasetsTable({ datasets }: { readonly datasets: readonly CountedDataset[] }) {
  if (datasets.length === 0) return <p class="empty">There are no datasets.</p>;
  return <RecordTable label="Datasets" columns={COLUMNS} records={datasets} keyOf={({ name }) => name} />;
}

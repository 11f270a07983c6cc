/** Datasets, the bulk releases of strain data, and the bits of each one's masks. */

import type { Dataset, MaskBit } from '../../../core/contract/wire.ts';
import { type Column, CountLink, dayOf, detectorsText, Facts, RecordTable } from '../../parts/records.tsx';
import { countEntries, createRecordsView, type RecordKind } from './records-view.tsx';

interface CountedDataset extends Dataset {
  readonly files: number;
}

const filesTarget = ({ name }: Dataset): string => `datasets/${encodeURIComponent(name)}/strain-files`;

const FilesLink = (dataset: CountedDataset) => (
  <CountLink total={dataset.files} noun="file" href={`#/${filesTarget(dataset)}`} />
);

const RunLink = ({ run }: Dataset) => <a href={`#/runs/${run}`}>{run}</a>;

const MASKS = { DQ: 'Data quality', INJ: 'Hardware injections' } as const;

const BIT_COLUMNS: readonly Column<MaskBit>[] = [
  { title: 'Bit', kind: 'number', cell: ({ bit }) => bit },
  { title: 'Name', cell: ({ name }) => name },
];
const MEANING: Column<MaskBit> = { title: 'Meaning', kind: 'prose', cell: ({ description }) => description };

function Bits({ bits, type }: { readonly bits: readonly MaskBit[]; readonly type: MaskBit['mask_type'] }) {
  const own = bits.filter(({ mask_type }) => mask_type === type);
  if (own.length === 0) return null;
  const columns = own.some(({ description }) => description) ? [...BIT_COLUMNS, MEANING] : BIT_COLUMNS;
  return <RecordTable label={MASKS[type]} isCaptioned columns={columns} records={own} keyOf={({ name }) => name} />;
}

function DatasetPage({ record }: { readonly record: CountedDataset }) {
  const { description, gps_start, gps_end, detectors, sample_rate_kHz, bitmask } = record;
  const facts = {
    Run: RunLink(record),
    UTC: `${dayOf(gps_start)} to ${dayOf(gps_end)}`,
    GPS: `${gps_start} to ${gps_end}`,
    Detectors: detectorsText(detectors),
    'Sample rate': `${sample_rate_kHz} kHz`,
    'Strain data': FilesLink(record),
  };
  return (
    <>
      {description !== null && <p class="lead">{description}</p>}
      <Facts facts={facts} />
      {bitmask.length > 0 && <h2>Bits of the masks in its files</h2>}
      <div class="columns">
        <Bits bits={bitmask} type="DQ" />
        <Bits bits={bitmask} type="INJ" />
      </div>
    </>
  );
}

export const DATASETS: RecordKind<CountedDataset> = {
  collection: 'datasets',
  title: 'Datasets',
  lead: 'Bulk releases of strain data.',
  columns: () => [
    { title: 'Dataset', cell: ({ name }) => <a href={`#/datasets/${name}`}>{name}</a> },
    { title: 'Run', cell: RunLink },
    { title: 'From', cell: ({ gps_start }) => dayOf(gps_start) },
    { title: 'To', cell: ({ gps_end }) => dayOf(gps_end) },
    { title: 'kHz', kind: 'number', cell: ({ sample_rate_kHz }) => sample_rate_kHz },
    { title: 'Detectors', cell: ({ detectors }) => detectors.join(' ') },
    { title: 'Strain files', cell: FilesLink },
    { title: 'Description', kind: 'prose', cell: ({ description }) => description },
  ],
  complete: async (core, dataset) => ({ ...dataset, files: await countEntries(core, filesTarget(dataset)) }),
  makeTitle: (name) => name,
  Page: DatasetPage,
};

export default createRecordsView(DATASETS);

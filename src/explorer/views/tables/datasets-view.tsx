/** Datasets, the bulk releases of strain data, and the bits of each one's masks. */

import type { Dataset, MaskBit } from '../../../core/contract/wire.ts';
import {
  type Column,
  CountLink,
  detectorsText,
  Facts,
  RecordTable,
  SPAN_COLUMNS,
  spanFacts,
} from '../../parts/records.tsx';
import { createRecordsView } from './records-view.tsx';

type CountedDataset = Dataset & { readonly files: number };

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
  const { description, sample_rate_kHz, bitmask } = record;
  const facts = {
    Run: RunLink(record),
    ...spanFacts(record),
    Detectors: detectorsText(record.detectors),
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

export default createRecordsView<Dataset, 'files'>({
  collection: 'datasets',
  title: 'Datasets',
  lead: 'Bulk releases of strain data.',
  listings: (dataset) => ({ files: filesTarget(dataset) }),
  columns: [
    { title: 'Dataset', cell: ({ name }) => <a href={`#/datasets/${name}`}>{name}</a> },
    { title: 'Run', cell: RunLink },
    ...SPAN_COLUMNS,
    { title: 'kHz', kind: 'number', cell: ({ sample_rate_kHz }) => sample_rate_kHz },
    { title: 'Detectors', cell: ({ detectors }) => detectors.join(' ') },
    { title: 'Strain files', cell: FilesLink },
    { title: 'Description', kind: 'prose', cell: ({ description }) => description },
  ],
  Page: DatasetPage,
});

/** Datasets, the bulk releases of strain data, and the bits of each one's masks. */

import type { Dataset, MaskBit } from '../../../core/contract/wire.ts';
import { pathOf, segmentsOf } from '../../address/address.ts';
import { type Column, dayOf, detectorsText, Facts, RecordTable } from '../../parts/records.tsx';
import type { ViewProps } from '../../shell/view.ts';
import { type CountedDataset, DatasetsTable, FilesLink, loadDatasets, withCount } from './datasets-table.tsx';
import { Page } from './page.tsx';

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

function OneDataset(dataset: CountedDataset) {
  const { description, run, gps_start, gps_end, detectors, sample_rate_kHz, bitmask } = dataset;
  const facts = {
    Run: <a href={`#/runs/${run}`}>{run}</a>,
    UTC: `${dayOf(gps_start)} to ${dayOf(gps_end)}`,
    GPS: `${gps_start} to ${gps_end}`,
    Detectors: detectorsText(detectors),
    'Sample rate': `${sample_rate_kHz} kHz`,
    'Strain data': FilesLink(dataset),
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

export default function DatasetsView(props: ViewProps) {
  const { core, address } = props;
  const path = pathOf(address.target);
  const [parent, name] = segmentsOf(address.target);
  if (parent === 'datasets' && name !== undefined) {
    const load = async () => withCount(core, await core.json<Dataset>(path));
    return <Page key={path} {...props} title={name} load={load} draw={(dataset) => <OneDataset {...dataset} />} />;
  }
  const title = parent === 'runs' ? `Datasets of ${name}` : 'Datasets';
  const load = () => loadDatasets(core, path);
  const draw = (all: readonly CountedDataset[]) => <DatasetsTable datasets={all} />;
  return <Page key={path} {...props} {...{ title, load, draw }} lead="Bulk releases of strain data." />;
}

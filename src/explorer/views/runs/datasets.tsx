/** A run's datasets (the bulk releases of its strain data), with the bits in their masks. */

import type { Dataset, MaskBit } from '../../../core/contract/wire.ts';
import { hrefOf, recordTarget } from '../../address/address.ts';
import { useLoaded } from '../../client/use-loaded.ts';
import { CountLink } from '../../widgets/count-link.tsx';
import { Facts } from '../../widgets/facts.tsx';
import { Panel } from '../../widgets/panel.tsx';
import { type RecordColumn, RecordTable } from '../../widgets/record-table.tsx';
import { detectorsText, spanFacts } from './run-facts.tsx';

const MASKS = { DQ: 'Data quality', INJ: 'Hardware injections' } as const;

const BIT_COLUMNS: readonly RecordColumn<MaskBit>[] = [
  { title: 'Bit', class: 'number', cell: ({ bit }) => bit },
  { title: 'Name', cell: ({ name }) => name },
];
const MEANING: RecordColumn<MaskBit> = { title: 'Meaning', class: 'prose', cell: ({ description }) => description };

function Bits({ bits, type }: { readonly bits: readonly MaskBit[]; readonly type: MaskBit['mask_type'] }) {
  const own = bits.filter(({ mask_type }) => mask_type === type);
  if (own.length === 0) return null;
  const columns = own.some(({ description }) => description) ? [...BIT_COLUMNS, MEANING] : BIT_COLUMNS;
  return <RecordTable label={MASKS[type]} isCaptioned columns={columns} records={own} keyOf={({ name }) => name} />;
}

function OneDataset({ dataset, files }: { readonly dataset: Dataset; readonly files: number | null }) {
  const { name, description, sample_rate_kHz, bitmask } = dataset;
  const facts = {
    ...spanFacts(dataset),
    Detectors: detectorsText(dataset.detectors),
    'Sample rate': `${sample_rate_kHz} kHz`,
    'Strain data': (
      <CountLink total={files} noun="file" href={hrefOf(recordTarget('datasets', name, 'strain-files'))} />
    ),
  };
  return (
    <section class="dataset">
      <h3>{name}</h3>
      {description !== null && <p class="note">{description}</p>}
      <Facts facts={facts} />
      {bitmask.length > 0 && (
        <details>
          <summary>Bits of the masks in its files ({bitmask.length})</summary>
          <div class="columns">
            <Bits bits={bitmask} type="DQ" />
            <Bits bits={bitmask} type="INJ" />
          </div>
        </details>
      )}
    </section>
  );
}

export function Datasets({ run }: { readonly run: string }) {
  const { value, isReady } = useLoaded(`datasets of ${run}`, async (client) => {
    const datasets = await client.entries<Dataset>(recordTarget('runs', run, 'datasets'));
    return Promise.all(
      datasets.map(async (dataset) => ({
        dataset,
        files: await client.count(recordTarget('datasets', dataset.name, 'strain-files')),
      })),
    );
  });
  const all = value ?? [];
  if (all.length === 0 && isReady) return null;
  return (
    <Panel id="datasets" title="Datasets">
      {!isReady && all.length === 0 && <p class="waiting">Loading …</p>}
      {all.map((one) => (
        <OneDataset key={one.dataset.name} {...one} />
      ))}
    </Panel>
  );
}

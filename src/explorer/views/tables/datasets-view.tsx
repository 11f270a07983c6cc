/** Datasets, the bulk releases of strain data, and the bits of each one's masks. */

import type { Dataset, MaskBit } from '../../../core/contract/wire.ts';
import { pathOf, segmentsOf } from '../../address/address.ts';
import type { ViewProps } from '../../shell/view.ts';
import { type CountedDataset, DatasetsTable, filesOf, loadDatasets } from './datasets-table.tsx';
import { countOf } from './load.ts';
import { CountLink, dayOf, Page } from './parts.tsx';

const MASKS = { DQ: 'Data quality', INJ: 'Hardware injections' } as const;

function Bits({ bits, type }: { readonly bits: readonly MaskBit[]; readonly type: MaskBit['mask_type'] }) {
  const own = bits.filter(({ mask_type }) => mask_type === type);
  if (own.length === 0) return null;
  const isDescribed = own.some(({ description }) => description !== null && description !== '');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled with keys if it is wider than the page.
    <section class="scroll" aria-label={MASKS[type]} tabIndex={0}>
      <table class="records">
        <caption>{MASKS[type]}</caption>
        <thead>
          <tr>
            <th scope="col" class="number">
              Bit
            </th>
            <th scope="col">Name</th>
            {isDescribed && <th scope="col">Meaning</th>}
          </tr>
        </thead>
        <tbody>
          {own.map(({ bit, name, description }) => (
            <tr key={bit}>
              <td class="number">{bit}</td>
              <th scope="row">{name}</th>
              {isDescribed && <td class="prose">{description}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function DatasetFacts({ dataset }: { readonly dataset: CountedDataset }) {
  return (
    <>
      {dataset.description !== null && <p class="lead">{dataset.description}</p>}
      <dl class="facts">
        <div>
          <dt>Run</dt>
          <dd>
            <a href={`#/runs/${dataset.run}`}>{dataset.run}</a>
          </dd>
        </div>
        <div>
          <dt>UTC</dt>
          <dd>
            {dayOf(dataset.gps_start)} to {dayOf(dataset.gps_end)}
          </dd>
        </div>
        <div>
          <dt>GPS</dt>
          <dd>
            {dataset.gps_start} to {dataset.gps_end}
          </dd>
        </div>
        <div>
          <dt>Detectors</dt>
          <dd>{dataset.detectors.join(', ')}</dd>
        </div>
        <div>
          <dt>Sample rate</dt>
          <dd>{dataset.sample_rate_kHz} kHz</dd>
        </div>
        <div>
          <dt>Strain data</dt>
          <dd>
            <CountLink total={dataset.files} noun="file" href={`#/${filesOf(dataset)}`} />
          </dd>
        </div>
      </dl>
      {dataset.bitmask.length > 0 && <h2>Bits of the masks in its files</h2>}
      <div class="columns">
        <Bits bits={dataset.bitmask} type="DQ" />
        <Bits bits={dataset.bitmask} type="INJ" />
      </div>
    </>
  );
}

export default function DatasetsView(props: ViewProps) {
  const { core, address } = props;
  const path = pathOf(address.target);
  const segments = segmentsOf(address.target);
  const name = segments[0] === 'datasets' ? segments[1] : undefined;
  if (name === undefined) {
    const title = segments[0] === 'runs' ? `Datasets of ${segments[1]}` : 'Datasets';
    const lead = 'Bulk releases of strain data.';
    const load = () => loadDatasets(core, path);
    return <Page key={path} {...props} {...{ title, lead, load }} draw={(all) => <DatasetsTable datasets={all} />} />;
  }
  const load = async (): Promise<CountedDataset> => {
    const dataset = await core.json<Dataset>(path);
    return { ...dataset, files: await countOf(core, filesOf(dataset)) };
  };
  return <Page key={path} {...props} title={name} load={load} draw={(dataset) => <DatasetFacts dataset={dataset} />} />;
}

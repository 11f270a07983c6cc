/** Renders datasets. GPS seconds. Build time; pure. */

import { type Catalogue, FIRST_INJECTION_BIT, type StrainDataset } from '../../catalogue/types.ts';
import { DATASET } from '../../core/collections/datasets.ts';
import { byCodeUnit } from '../../core/contract/order.ts';
import type { Dataset, MaskBit } from '../../core/contract/wire.ts';
import { names, numbers, texts } from './columns.ts';
import { arrayOf, nestedLink, objectOf, plain, recordLink } from './json.ts';
import type { Renderer } from './renderer.ts';

/** The segment that a dataset covers: the recorded one, otherwise its run's. */
function segmentOf({ name, gpsStart, gpsStop, run }: StrainDataset, { runs }: Catalogue) {
  const own = runs.find((one) => one.name === run);
  if (!own) throw new RangeError(`dataset ${name} belongs to an unknown run ${run}`);
  return { start: gpsStart ?? own.gpsStart, stop: gpsStop ?? own.gpsStop };
}

/** Order (decision): by start, then name. */
function sortDatasets(catalogue: Catalogue): StrainDataset[] {
  const start = (dataset: StrainDataset) => segmentOf(dataset, catalogue).start;
  return [...catalogue.datasets].sort((a, b) => start(a) - start(b) || byCodeUnit(a.name, b.name));
}

/** The recorded detectors, otherwise those with files. */
function detectorsOf({ detectors, series }: StrainDataset): readonly string[] {
  return detectors ?? [...new Set(series.map(({ detector }) => detector))].sort(byCodeUnit);
}

function renderBits({ bits }: StrainDataset): string {
  return arrayOf(
    bits.map(({ bit, name, description }) => {
      const isInjection = bit >= FIRST_INJECTION_BIT;
      return objectOf<MaskBit>({
        name: plain(name),
        description: plain(description),
        bit: plain(isInjection ? bit - FIRST_INJECTION_BIT : bit),
        mask_type: plain(isInjection ? 'INJ' : 'DQ'),
      });
    }),
  );
}

function renderDataset(dataset: StrainDataset, catalogue: Catalogue): string {
  const { name, run, description, sampleRateKHz } = dataset;
  const { start, stop } = segmentOf(dataset, catalogue);
  return objectOf<Dataset>({
    name: plain(name),
    run: plain(run),
    description: plain(description),
    sample_rate_kHz: plain(sampleRateKHz),
    gps_start: plain(start),
    gps_end: plain(stop),
    detectors: plain(detectorsOf(dataset)),
    bitmask: renderBits(dataset),
    strain_files_url: nestedLink('datasets/{}/strain-files', name),
    detail_url: recordLink('datasets', name),
  });
}

export const datasets: Renderer = {
  reads: ['datasets', 'runs'],
  index(catalogue) {
    const sorted = sortDatasets(catalogue);
    const times = sorted.map((dataset) => segmentOf(dataset, catalogue));
    return {
      kind: 'columns',
      count: sorted.length,
      columns: {
        [DATASET.name]: texts(sorted.map(({ name }) => name)),
        [DATASET.run]: names(sorted.map(({ run }) => run)),
        [DATASET.start]: numbers(times.map(({ start }) => start)),
        [DATASET.stop]: numbers(times.map(({ stop }) => stop)),
        [DATASET.detectors]: names(sorted.map(detectorsOf)),
        [DATASET.sampleRate]: numbers(sorted.map(({ sampleRateKHz }) => sampleRateKHz)),
      },
    };
  },
  lines: (catalogue) => sortDatasets(catalogue).map((dataset) => ({ entry: renderDataset(dataset, catalogue) })),
};

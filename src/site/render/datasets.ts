/** Renders datasets. Times are in GPS seconds. Pure. */

import { FIRST_INJECTION_BIT, type StrainDataset } from '../../catalogue/types.ts';
import { byCodeUnit } from '../../core/base/order.ts';
import { DATASET } from '../../core/collections/datasets.ts';
import { LEGACY_LINES } from '../../core/contract/legacy-paths.ts';
import { type Dataset, type MaskBit, STRAIN_FILE_DURATION_S } from '../../core/contract/wire.ts';
import { columnIndex, names, numbers, texts } from './index-columns.ts';
import { arrayOf, nestedLink, objectOf, plain, recordLink } from './json.ts';
import { type CatalogueWith, createRenderer } from './renderer.ts';

/** The segment that a dataset covers: the recorded segment, or else the run's segment. */
function segmentOf({ name, gpsStart, gpsStop, run }: StrainDataset, { runs }: CatalogueWith<'runs'>) {
  const own = runs.find((one) => one.name === run);
  if (!own) throw new RangeError(`dataset ${name} belongs to an unknown run ${run}`);
  return { start: gpsStart ?? own.gpsStart, stop: gpsStop ?? own.gpsStop };
}

/** Order: by start, then sample rate, then name. The service lists 4 kHz before 16 kHz. */
function sortDatasets(catalogue: CatalogueWith<'datasets' | 'runs'>): StrainDataset[] {
  const start = (dataset: StrainDataset) => segmentOf(dataset, catalogue).start;
  return [...catalogue.datasets].sort(
    (a, b) => start(a) - start(b) || a.sampleRateKHz - b.sampleRateKHz || byCodeUnit(a.name, b.name),
  );
}

/** The recorded detectors, or else the detectors that have files. */
function detectorsOf({ detectors, series }: StrainDataset): readonly string[] {
  return detectors ?? [...new Set(series.map(({ detector }) => detector))].sort(byCodeUnit);
}

/** The bits as numbered in files: data-quality and injection bits both start at 0. Order: by bit, data quality first. */
function numberBits({ bits }: StrainDataset) {
  const numbered = bits.map(({ bit, ...rest }) => ({ ...rest, bit: bit % FIRST_INJECTION_BIT, mask: maskTypeOf(bit) }));
  // Sorting is stable, and the data have data-quality bits first.
  return numbered.sort((a, b) => a.bit - b.bit);
}

function renderBits(dataset: StrainDataset): string {
  return arrayOf(
    numberBits(dataset).map(({ bit, name, description, mask }) =>
      objectOf<MaskBit>({
        name: plain(name),
        description: plain(description),
        bit: plain(bit),
        mask_type: plain(mask),
      }),
    ),
  );
}

const maskTypeOf = (bit: number): MaskBit['mask_type'] => (bit >= FIRST_INJECTION_BIT ? 'INJ' : 'DQ');

function renderDataset(dataset: StrainDataset, catalogue: CatalogueWith<'runs'>): string {
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

/**
 * The members of the older interfaces' record: a file's length in seconds and in samples, and the meaning of its bits; `mask` is 1 for
 * injections.
 */
function renderLegacy(dataset: StrainDataset, catalogue: CatalogueWith<'runs'>): string {
  const { start, stop } = segmentOf(dataset, catalogue);
  const record = {
    shortName: dataset.name,
    description: dataset.description,
    GPSstart: start,
    GPSend: stop,
    detectors: detectorsOf(dataset),
    npoints: STRAIN_FILE_DURATION_S * dataset.sampleRateKHz * 1024,
    duration: STRAIN_FILE_DURATION_S,
    bits: numberBits(dataset).map(({ bit, name, description, mask }) => ({
      shortName: name,
      description,
      bit,
      mask: mask === 'INJ' ? 1 : 0,
    })),
  };
  return JSON.stringify(record).slice(1, -1);
}

export const datasets = createRenderer(['datasets', 'runs'], {
  index(catalogue) {
    const sorted = sortDatasets(catalogue);
    const times = sorted.map((dataset) => segmentOf(dataset, catalogue));
    return columnIndex(sorted.length, {
      [DATASET.name]: texts(sorted.map(({ name }) => name)),
      [DATASET.run]: names(sorted.map(({ run }) => run)),
      [DATASET.start]: numbers(times.map(({ start }) => start)),
      [DATASET.stop]: numbers(times.map(({ stop }) => stop)),
      [DATASET.detectors]: names(sorted.map(detectorsOf)),
      [DATASET.sampleRate]: numbers(sorted.map(({ sampleRateKHz }) => sampleRateKHz)),
    });
  },
  lines: (catalogue, { legacyInterfaces }) =>
    sortDatasets(catalogue).map((dataset) => ({
      entry: renderDataset(dataset, catalogue),
      ...(legacyInterfaces && { variants: { [LEGACY_LINES.datasets]: renderLegacy(dataset, catalogue) } }),
    })),
});

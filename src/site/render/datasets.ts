/** Renders datasets. Times are in GPS seconds. */

import { FIRST_INJECTION_BIT, type LoadedDataset } from '../../catalogue/types.ts';
import { byCodeUnit } from '../../core/base/order.ts';
import { DATASET } from '../../core/collections/datasets.ts';
import { LEGACY_LINE_SETS } from '../../core/contract/line-sets.ts';
import { type Dataset, type MaskBit, STRAIN_FILE_DURATION_S, samplesPerSecond } from '../../core/contract/wire.ts';
import { columnIndex, names, numbers, texts } from './index-columns.ts';
import { arrayOf, nestedLink, objectOf, plain, recordLink } from './json.ts';
import { type CatalogueWith, createRenderer } from './renderer.ts';

/** The segment that a dataset covers: the recorded segment, or else the run's segment. */
function segmentOf({ dataset, gps_start, gps_end, run }: LoadedDataset, { runs }: CatalogueWith<'runs'>) {
  const own = runs.find((one) => one.name === run);
  if (!own) throw new RangeError(`dataset ${dataset} belongs to an unknown run ${run}`);
  return { start: gps_start ?? own.gps_start, stop: gps_end ?? own.gps_end };
}

/** Order: by start, then sample rate, then name. The service lists 4 kHz before 16 kHz. */
function sortDatasets(catalogue: CatalogueWith<'datasets' | 'runs'>): LoadedDataset[] {
  const start = (dataset: LoadedDataset) => segmentOf(dataset, catalogue).start;
  return [...catalogue.datasets].sort(
    (a, b) => start(a) - start(b) || a.sample_rate_kHz - b.sample_rate_kHz || byCodeUnit(a.dataset, b.dataset),
  );
}

/** The recorded detectors, or else the detectors that have files. */
function detectorsOf({ detectors, series }: LoadedDataset): readonly string[] {
  return detectors ?? [...new Set(series.map(({ detector }) => detector))].sort(byCodeUnit);
}

/** The bits as numbered in files: data-quality and injection bits both start at 0. Order: by bit, data quality first. */
function numberBits({ bits }: LoadedDataset) {
  const numbered = bits.map(({ bit, ...rest }) => ({ ...rest, bit: bit % FIRST_INJECTION_BIT, mask: maskTypeOf(bit) }));
  // Sorting is stable, and the data have data-quality bits first.
  return numbered.sort((a, b) => a.bit - b.bit);
}

function renderBits(dataset: LoadedDataset): string {
  return arrayOf(
    numberBits(dataset).map(({ bit, name, description, mask }) =>
      objectOf<MaskBit>({
        name: plain(name),
        description: plain(description ?? null),
        bit: plain(bit),
        mask_type: plain(mask),
      }),
    ),
  );
}

const maskTypeOf = (bit: number): MaskBit['mask_type'] => (bit >= FIRST_INJECTION_BIT ? 'INJ' : 'DQ');

function renderDataset(dataset: LoadedDataset, catalogue: CatalogueWith<'runs'>): string {
  const { dataset: name, run, description = null } = dataset;
  const { start, stop } = segmentOf(dataset, catalogue);
  return objectOf<Dataset>({
    name: plain(name),
    run: plain(run),
    description: plain(description),
    sample_rate_kHz: plain(dataset.sample_rate_kHz),
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
function renderLegacy(dataset: LoadedDataset, catalogue: CatalogueWith<'runs'>): string {
  const { start, stop } = segmentOf(dataset, catalogue);
  const record = {
    shortName: dataset.dataset,
    description: dataset.description ?? null,
    GPSstart: start,
    GPSend: stop,
    detectors: detectorsOf(dataset),
    npoints: STRAIN_FILE_DURATION_S * samplesPerSecond(dataset.sample_rate_kHz),
    duration: STRAIN_FILE_DURATION_S,
    bits: numberBits(dataset).map(({ bit, name, description = null, mask }) => ({
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
      [DATASET.name]: texts(sorted.map(({ dataset }) => dataset)),
      [DATASET.run]: names(sorted.map(({ run }) => run)),
      [DATASET.start]: numbers(times.map(({ start }) => start)),
      [DATASET.stop]: numbers(times.map(({ stop }) => stop)),
      [DATASET.detectors]: names(sorted.map(detectorsOf)),
      [DATASET.sampleRate]: numbers(sorted.map((dataset) => dataset.sample_rate_kHz)),
    });
  },
  lines: (catalogue, { legacyInterfaces }) =>
    sortDatasets(catalogue).map((dataset) => ({
      entry: renderDataset(dataset, catalogue),
      ...(legacyInterfaces && { variants: { [LEGACY_LINE_SETS.datasets]: renderLegacy(dataset, catalogue) } }),
    })),
});

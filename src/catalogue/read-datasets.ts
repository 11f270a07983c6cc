/**
 * Reads `strain-files/<dataset>.yaml`. In: the input files and the names that datasets may refer to. Out: each dataset with its
 * file, for checks that need locations in it. Problems are added to the context.
 */
import { basename } from 'node:path';
import { uniteBlocks } from './blocks.ts';
import { checkDataset, findRepeatedFiles } from './check-strain-files.ts';
import type { RawDataset } from './files/raw.ts';
import type { DataPath, YamlFile } from './files/yaml-file.ts';
import { type KnownNames, NameRegister } from './names.ts';
import { describePlace, type ReadContext, readFolder, report, stem } from './read-folder.ts';
import type { StrainDataset } from './types.ts';

export interface ReadDataset {
  readonly file: YamlFile<RawDataset>;
  readonly dataset: StrainDataset;
}

export function readDatasets(context: ReadContext, known: KnownNames): ReadDataset[] {
  const files = new Map<RawDataset, YamlFile<RawDataset>>();
  const names = new NameRegister('dataset');
  for (const { file } of readFolder<RawDataset>(context, 'strain-files', 'dataset')) {
    files.set(file.value, file);
    const again = names.addAgain(file.value.dataset, () => basename(file.path));
    report(context, file, ['dataset'], again);
    report(context, file, [], checkDataset(file.value, known));
  }
  const place = (dataset: RawDataset, at: DataPath): string => {
    const file = files.get(dataset);
    return file ? describePlace(file, at) : dataset.dataset;
  };
  for (const { dataset, finding } of findRepeatedFiles([...files.keys()], place)) {
    const file = files.get(dataset);
    if (file) report(context, file, [], finding);
  }
  const statistics = new Map(context.inputs.folders['strain-statistics'].map((path) => [stem(path), path]));
  return [...files].map(([raw, file]) => ({ file, dataset: toDataset(raw, statistics.get(raw.dataset) ?? null) }));
}

function toDataset(raw: RawDataset, statisticsFile: string | null): StrainDataset {
  return {
    name: raw.dataset,
    run: raw.run,
    description: raw.description ?? null,
    sampleRateKHz: raw.sample_rate_kHz,
    gpsStart: raw.gps_start ?? null,
    gpsStop: raw.gps_end ?? null,
    detectors: raw.detectors ?? null,
    bits: (raw.bits ?? [])
      .map(({ bit, name, description = null }) => ({ bit, name, description }))
      .sort((a, b) => a.bit - b.bit),
    series: raw.series.map((series) => ({
      detector: series.detector,
      filePrefix: series.file_prefix,
      blocks: uniteBlocks(series.blocks.map(([firstGpsStart, count]) => ({ firstGpsStart, count }))),
    })),
    statisticsFile,
  };
}

/** Checks a dataset's statistics beyond their schema: the order, existing strain files and matching segments. */
import { basename } from 'node:path';
import type { Finding } from '../report/problems.ts';
import { hasFile } from './blocks.ts';
import { dataCheckOf } from './data-seconds.ts';
import type { DataFile } from './files/data-file.ts';
import { compareStatistics, completeStatistics } from './statistics.ts';
import type { FileStatistics, StrainDataset, Timeline } from './types.ts';

/**
 * The findings for a file. `dataset` is null if the dataset's file has problems, so its strain files are unknown. `timelines` are the
 * timelines of its run, or empty if their file has problems.
 */
export function checkStatistics(
  { path, value: records }: Pick<DataFile<readonly FileStatistics[]>, 'path' | 'value'>,
  dataset: StrainDataset | null,
  timelines: readonly Timeline[],
): Finding[] {
  const series = dataset && seriesChecks(dataset, timelines);
  const name = basename(path, '.ndjson');
  const findings: Finding[] = [];
  for (const [n, record] of records.entries()) {
    for (const found of checkRecord(record, records[n - 1], series, name))
      findings.push({ ...found, at: [n, ...(found.at ?? [])], file: path });
  }
  return findings;
}

/** The data that one detector's records are checked against. */
interface SeriesCheck {
  readonly blocks: StrainDataset['series'][number]['blocks'];
  readonly dataDisagreement: ReturnType<typeof dataCheckOf>;
}

function seriesChecks(dataset: StrainDataset, timelines: readonly Timeline[]): ReadonlyMap<string, SeriesCheck> {
  return new Map(
    dataset.series.map(({ detector, blocks }) => [
      detector,
      { blocks, dataDisagreement: dataCheckOf(dataset, detector, timelines) },
    ]),
  );
}

function checkRecord(
  record: FileStatistics,
  previous: FileStatistics | undefined,
  series: ReadonlyMap<string, SeriesCheck> | null,
  dataset: string,
): Finding[] {
  const findings: Finding[] = [];
  const label = `${record.detector} at GPS ${record.gps_start}`;
  const known = series?.get(record.detector);
  if (series && !hasFile(known?.blocks ?? [], record.gps_start)) {
    const message = `${dataset} has no strain file of ${label}`;
    const fix = `add the file to strain-files/${dataset}.yaml, or remove the line`;
    findings.push({ at: ['gps_start'], code: 'D153', message, fix });
  } else findings.push(...(known?.dataDisagreement?.(completeStatistics(record)) ?? []));
  const order = previous === undefined ? 1 : compareStatistics(record, previous);
  if (order === 0) {
    const message = `statistics of ${label} are given twice`;
    findings.push({ code: 'D152', message, fix: 'keep one of the two lines' });
  } else if (order < 0) {
    const message = `${label} comes after a later file (${previous?.detector} at GPS ${previous?.gps_start})`;
    const fix = `sort ${dataset}.ndjson by gps_start, then detector`;
    findings.push({ at: ['gps_start'], code: 'D151', message, fix });
  }
  const bits = record.bitsums ?? [];
  const index = bits.findIndex((bit, position) => position > 0 && bit.bit <= (bits[position - 1]?.bit ?? -1));
  if (index >= 0) {
    const message = `bit ${bits[index]?.bit} comes after bit ${bits[index - 1]?.bit}`;
    const fix = 'write the bits in ascending order, each once';
    findings.push({ at: ['bitsums', index, 'bit'], code: 'D151', message, fix });
  }
  return findings;
}

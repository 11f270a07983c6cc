/** Checks a dataset's statistics beyond their schema: the order, existing strain files and matching segments. */
import { basename } from 'node:path';
import { STRAIN_FILE_DURATION_S } from '../core/contract/wire.ts';
import type { DataPath, Finding } from '../report/problems.ts';
import { hasFile } from './blocks.ts';
import { DATA_BIT, dataFlagOf, dataSecondsOf, dutyCycleOf } from './data-seconds.ts';
import type { DataFile } from './files/data-file.ts';
import { suggestFix } from './files/suggest-fix.ts';
import { compareStatistics } from './statistics.ts';
import type { FileStatistics, StrainDataset, Timeline } from './types.ts';

/**
 * The findings for a file. `dataset` is null if the dataset's file has problems, so its strain files are unknown. `timelines` come
 * from all files without problems.
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
  } else findings.push(...(known?.dataDisagreement?.(record) ?? []));
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

/**
 * Creates a check that the duty cycle and the DATA bit sum match the DATA segments; null if the run has no such flag.
 *
 * Segments are whole seconds, so the duty cycle has 4097 possible values, 1 / 4096 (0.024 %) apart. The published value must be within half
 * a second of the computed value, which allows rounding to two decimal places.
 */
export function dataCheckOf(
  dataset: StrainDataset,
  detector: string,
  timelines: readonly Timeline[],
): ((record: FileStatistics) => Finding[]) | null {
  const secondsAt = dataSecondsOf(timelines, dataset, detector);
  if (!secondsAt) return null;
  const dataBit = dataset.bits?.find(({ name }) => name === DATA_BIT)?.bit;
  return ({ gps_start: gpsStart, duty_cycle: dutyCycle, bitsums }) => {
    const seconds = secondsAt(gpsStart);
    const findings: Finding[] = [];
    const add = (at: DataPath, message: string): void => {
      const fix = `correct the value, or the segments in timelines/${dataset.run}.yaml`;
      findings.push({ at, code: 'D154', message: `${message} for ${detector} at GPS ${gpsStart}`, fix });
    };
    if (dutyCycle != null && Math.round((dutyCycle / 100) * STRAIN_FILE_DURATION_S) !== seconds) {
      const computed = `${dutyCycleOf(seconds)} (${seconds} s)`;
      add(['duty_cycle'], `duty_cycle is ${dutyCycle}, but the segments of ${dataFlagOf(detector)} give ${computed}`);
    }
    const index = (bitsums ?? []).findIndex(({ bit }) => bit === dataBit);
    const sum = bitsums?.[index]?.sum;
    if (sum !== undefined && sum !== seconds) {
      add(
        ['bitsums', index, 'sum'],
        `the sum of bit ${dataBit} (DATA) is ${sum} s, but the segments give ${seconds} s`,
      );
    }
    return findings;
  };
}

/** A finding if no dataset has the name of a statistics file. */
export function unknownDatasetFinding(name: string, datasets: readonly string[]): Finding | null {
  if (datasets.includes(name)) return null;
  const message = `statistics of "${name}", but strain-files/ has no such dataset`;
  return { code: 'D153', message, fix: suggestFix(name, datasets, 'add the dataset first, or correct its name') };
}

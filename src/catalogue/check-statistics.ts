/**
 * Checks each line of `strain-statistics/<dataset>.ndjson` against the schema, the line order, the dataset's files and the run's segments.
 * Returns all problems, and the number of lines.
 */
import { basename } from 'node:path';
import { type Finding, MAX_PROBLEMS, MORE_PROBLEMS, type Problem, placed, toProblem } from '../report/problems.ts';
import { hasFile } from './blocks.ts';
import { dataCheckOf } from './data-seconds.ts';
import { excerptOf, type FoundInText } from './files/data-file.ts';
import { scanJson } from './files/json-scan.ts';
import { checkSchema } from './files/schema.ts';
import { fileProblem, type Overlay, readTextFile, repeatedKeyFinding } from './files/text-file.ts';
import { compareStatistics, completeStatistics, splitLines } from './statistics.ts';
import type { FileStatistics, StrainDataset, Timeline } from './types.ts';

/** Two hundred times the length of the longest record. Locating problems in much longer lines would take quadratic time. */
const MAX_RECORD_LENGTH = 1 << 16;

/** A statistics file, and the data that its records are checked against. */
export interface StatisticsInput {
  readonly path: string;
  /** The dataset that the statistics belong to; null if the dataset's file has problems, so its strain files are unknown. */
  readonly dataset: StrainDataset | null;
  /** Timelines for the dataset's run; empty if their file has problems. */
  readonly timelines: readonly Timeline[];
}

export interface CheckedStatistics {
  readonly problems: readonly Problem[];
  readonly records: number;
}

/** Checks a file. `onRecords` is called with the number of records checked so far. */
export function checkStatistics(
  { path, dataset, timelines }: StatisticsInput,
  overlay?: Overlay,
  onRecords: (done: number) => void = () => {},
): CheckedStatistics {
  const read = readTextFile(path, overlay);
  if ('problem' in read) return { problems: [read.problem], records: 0 };
  const empty = { code: 'D105', message: 'the file is empty', fix: 'fill it in, or delete it' } as const;
  if (read.text === '') return { problems: [fileProblem(path, empty)], records: 0 };
  const problems: Problem[] = [];
  const series = dataset && seriesChecks(dataset, timelines);
  let previous: FileStatistics | undefined;
  let number = 0;
  for (const line of splitLines(read.text)) {
    number++;
    if (problems.length >= MAX_PROBLEMS) {
      problems.push(fileProblem(path, MORE_PROBLEMS, number));
      break;
    }
    if (line.length > MAX_RECORD_LENGTH) {
      const message = 'the line is longer than 64 KiB';
      problems.push(fileProblem(path, { code: 'D150', message, fix: 'write one object per line' }, number));
      break;
    }
    const { record, invalid } = readRecord(line);
    const found = invalid ?? toOffsets(line, checkRecord(record, previous, series, basename(path, '.ndjson')));
    previous = record ?? previous;
    for (const [offset, finding] of found) {
      const column = offset + 1;
      problems.push(toProblem(finding, { file: path, line: number, column, excerpt: excerptOf(line, column) }));
    }
    onRecords(number);
  }
  return { problems, records: number };
}

/** Checks a file's records that are already in memory. Pure. */
export function checkStatisticsRecords(
  { path, dataset, timelines }: StatisticsInput,
  records: readonly object[],
): Finding[] {
  const series = dataset && seriesChecks(dataset, timelines);
  let previous: FileStatistics | undefined;
  return records.flatMap((value, n) => {
    const findings: Finding[] = checkSchema('strain-statistics', value);
    if (findings.length === 0) {
      const record = completeStatistics(value as FileStatistics);
      findings.push(...checkRecord(record, previous, series, basename(path, '.ndjson')));
      previous = record;
    }
    return placed([n], findings).map((finding) => ({ ...finding, file: path }));
  });
}

/** The record on a line, or the findings if the line is invalid. */
type LineReading =
  | { readonly record: FileStatistics; readonly invalid: null }
  | { readonly record: null; readonly invalid: readonly FoundInText[] };

function readRecord(line: string): LineReading {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return { record: null, invalid: [findSyntaxError(line)] };
  }
  const findings = checkSchema('strain-statistics', value);
  if (findings.length > 0) return { record: null, invalid: toOffsets(line, findings) };
  // `JSON.parse` drops duplicate keys. No string in a valid record contains a colon, so the line has one colon for each key.
  if (line.split(':').length - 1 > countMembers(value as FileStatistics)) {
    return { record: null, invalid: findRepeatedKeys(line) };
  }
  return { record: completeStatistics(value as FileStatistics), invalid: null };
}

function countMembers(record: FileStatistics): number {
  const inBits = (record.bitsums ?? []).reduce((sum, bit) => sum + Object.keys(bit).length, 0);
  return Object.keys(record).length + inBits;
}

function findRepeatedKeys(line: string): FoundInText[] {
  const { repeatedKeys: repeated } = scanJson(line);
  // If the scan fails, it finds no duplicate keys. It can fail in a deeply nested value that a later duplicate key replaces.
  if (repeated.length === 0) return [findSyntaxError(line)];
  return repeated.map(({ key, offset }) => [offset, repeatedKeyFinding(key)]);
}

function findSyntaxError(line: string): FoundInText {
  const offset = scanJson(line).errorAt ?? 0;
  const rest = line.slice(offset).trim();
  const found = rest === '' ? 'the line ends too early' : `"${rest.slice(0, 1)}" is not expected here`;
  const [message, fix] =
    line.trim() === ''
      ? ['the line is empty', 'remove the line']
      : [`not valid JSON: ${found}`, 'write one JSON object on the line'];
  return [offset, { code: 'D150', message, fix }];
}

/** Findings about the value on a line, with their offsets in the line. */
const toOffsets = (line: string, findings: readonly Finding[]): FoundInText[] =>
  findings.map((finding) => [scanJson(line).offsetOf(finding.at ?? [], finding.onKey ?? false), finding]);

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

/** Checks what the schema cannot: order, duplicates, existing strain files and matching segments. */
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
    findings.push({ at: [], code: 'D152', message, fix: 'keep one of the two lines' });
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

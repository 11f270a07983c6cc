/**
 * Streams `strain-statistics/<dataset>.ndjson`: one JSON object per line, one line per strain file.
 *
 * In: the dataset. Out: a record for each valid line, in the order of the file: gps_start, then detector, ascending. Every line
 * is checked against its schema, its order and the files of the dataset. Problems are reported, never thrown; lines with problems
 * are left out. Memory is constant, whatever the length of the file.
 */
import { isUtf8 } from 'node:buffer';
import { basename } from 'node:path';
import { STRAIN_STATISTICS, type StrainStatistics as StrainNumbers } from '../core/contract/wire.ts';
import { NoFileError } from '../fs/regular-file.ts';
import { type Finding, MAX_PROBLEMS, MORE_PROBLEMS, type Problem } from '../report/problems.ts';
import { hasFile } from './blocks.ts';
import { dataCheckOf } from './check-duty-cycle.ts';
import { scanJson } from './files/json-scan.ts';
import { readLines } from './files/line-reader.ts';
import { checkOf, checkSchema } from './files/schema.ts';
import { describeReadError, fileProblem } from './files/text-file.ts';
import { excerptOf, type PlacedFinding } from './files/yaml-file.ts';
import type { StrainDataset, StrainStatistics, Timeline } from './types.ts';

/** Two hundred times the longest record. Problems in much longer lines take quadratic time to locate. */
const MAX_RECORD_BYTES = 1 << 16;

type Report = (problem: Problem) => void;

/** The record of a line, with null for missing members. The members have the order of the detail record. */
export function completeStatistics(
  known: Partial<StrainStatistics> & Pick<StrainStatistics, 'detector' | 'gps_start'>,
): StrainStatistics {
  const numbers: unknown = Object.fromEntries(STRAIN_STATISTICS.map((name) => [name, known[name] ?? null]));
  return {
    detector: known.detector,
    gps_start: known.gps_start,
    ...(numbers as StrainNumbers),
    bitsums: known.bitsums ?? null,
  };
}

/** Order of the records: gps_start, then detector. Negative if `a` comes first. */
export function compareStatistics(
  a: Pick<StrainStatistics, 'detector' | 'gps_start'>,
  b: Pick<StrainStatistics, 'detector' | 'gps_start'>,
): number {
  return a.gps_start - b.gps_start || (a.detector < b.detector ? -1 : a.detector > b.detector ? 1 : 0);
}

/**
 * Reads the statistics of a dataset; yields nothing if it has none. With timelines, they are compared with the DATA segments.
 * `onChunk` is called with the bytes of the file as they are read.
 */
export function* readStatistics(
  dataset: StrainDataset,
  report: Report,
  timelines: readonly Timeline[] = [],
  onChunk?: (chunk: Uint8Array) => void,
): Generator<StrainStatistics> {
  const { statisticsFile: file } = dataset;
  if (file !== null) yield* readStatisticsFile(file, dataset, report, timelines, onChunk);
}

/** Reads one file. Without a dataset, skips the checks for existing strain files and matching segments. */
export function* readStatisticsFile(
  file: string,
  dataset: StrainDataset | null,
  tell: Report,
  timelines: readonly Timeline[] = [],
  onChunk?: (chunk: Uint8Array) => void,
): Generator<StrainStatistics> {
  const isValid = checkOf('strain-statistics');
  const series = dataset && seriesChecks(dataset, timelines);
  let previous: StrainStatistics | undefined;
  let lines = 0;
  let problems = 0;
  const report = (problem: Problem): void => {
    problems++;
    // A copy, because a part of a text keeps all of it in memory.
    tell(structuredClone(problem));
  };
  try {
    for (const { number, bytes } of readLines(file, onChunk)) {
      lines = number;
      if (problems >= MAX_PROBLEMS) return tell(fileProblem(file, MORE_PROBLEMS, number));
      const unreadable = findUnreadable(bytes, number);
      if (unreadable) {
        report(fileProblem(file, unreadable.finding, number));
        if (unreadable.isFatal) return;
        continue;
      }
      const text = bytes.toString('utf8');
      const value = parse(text);
      if (value === undefined) {
        report(syntaxProblem(file, number, text));
        continue;
      }
      let findings: PlacedFinding[];
      if (isValid(value)) {
        if (countColons(bytes) > countMembers(value as StrainStatistics)) {
          const { repeatedKeys } = scanJson(text);
          for (const { key, offset } of repeatedKeys) {
            const message = `key "${key}" is given twice`;
            report(lineProblem(file, number, text, offset, { code: 'D109', message, fix: 'keep one of the two' }));
          }
          // The scan stops at values nested deeper than in any record.
          if (repeatedKeys.length === 0) report(syntaxProblem(file, number, text));
          continue;
        }
        const record = completeStatistics(value as StrainStatistics);
        findings = checkRecord(record, previous, series, basename(file, '.ndjson'));
        previous = record;
        if (findings.length === 0) {
          yield record;
          continue;
        }
      } else {
        findings = checkSchema('strain-statistics', value);
      }
      const places = scanJson(text);
      for (const found of findings) {
        const offset = places.offsetOf(found.at, found.onKey === true);
        report(lineProblem(file, number, text, offset, found));
      }
    }
    if (lines === 0) {
      tell(fileProblem(file, { code: 'D105', message: 'the file is empty', fix: 'fill it in, or delete it' }));
    }
  } catch (error) {
    if (!(error instanceof NoFileError || (error instanceof Error && 'syscall' in error))) throw error;
    tell(fileProblem(file, describeReadError(error)));
  }
}

/** A line that is not text; fatal if the rest of the file would only repeat the problem. */
function findUnreadable(bytes: Buffer, number: number): { finding: Finding; isFatal: boolean } | null {
  const fix = 'save the file as UTF-8 text';
  if (bytes.includes(0)) {
    return { finding: { code: 'D103', message: 'the file is binary, but text is expected', fix }, isFatal: true };
  }
  if (bytes.length > MAX_RECORD_BYTES) {
    const message = 'the line is longer than 64 KiB';
    return { finding: { code: 'D150', message, fix: 'write one object a line' }, isFatal: true };
  }
  if (!isUtf8(bytes)) return { finding: { code: 'D103', message: 'this is not valid UTF-8', fix }, isFatal: false };
  if (number === 1 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) {
    const message = 'the file begins with a byte order mark';
    return { finding: { code: 'D106', message, fix: 'save the file as UTF-8 without BOM' }, isFatal: false };
  }
  return null;
}

const COLON = ':'.charCodeAt(0);

/** No text in a valid record contains a colon, so this is the number of members in the line; `JSON.parse` drops duplicates. */
function countColons(bytes: Buffer): number {
  let count = 0;
  for (let i = 0; i < bytes.length; i++) if (bytes[i] === COLON) count++;
  return count;
}

function countMembers(record: StrainStatistics): number {
  const inBits = (record.bitsums ?? []).reduce((sum, bit) => sum + Object.keys(bit).length, 0);
  return Object.keys(record).length + inBits;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function syntaxProblem(file: string, number: number, text: string): Problem {
  const offset = scanJson(text).errorAt ?? 0;
  const rest = text.slice(offset).trim();
  const found = rest === '' ? 'the line ends too early' : `"${rest.slice(0, 1)}" is not expected here`;
  const message = text.trim() === '' ? 'the line is empty' : `not valid JSON: ${found}`;
  const fix = text.trim() === '' ? 'remove the line' : 'write one JSON object on the line';
  return lineProblem(file, number, text, offset, { code: 'D150', message, fix });
}

function lineProblem(file: string, line: number, text: string, offset: number, finding: Finding): Problem {
  const { code, message, fix } = finding;
  return { file, line, column: offset + 1, code, message, fix, excerpt: excerptOf(text, offset + 1) };
}

/** The data that the records of one detector are checked against. */
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

/** Checks beyond the schema: order, duplicates, existing strain files, matching segments. */
function checkRecord(
  record: StrainStatistics,
  previous: StrainStatistics | undefined,
  series: ReadonlyMap<string, SeriesCheck> | null,
  dataset: string,
): PlacedFinding[] {
  const findings: PlacedFinding[] = [];
  const label = `${record.detector} at GPS ${record.gps_start}`;
  const known = series?.get(record.detector);
  if (series && !hasFile(known?.blocks ?? [], record.gps_start)) {
    const message = `${dataset} has no strain file of ${label}`;
    findings.push({
      at: ['gps_start'],
      code: 'D153',
      message,
      fix: `add the file to strain-files/${dataset}.yaml, or remove the line`,
    });
  } else findings.push(...(known?.dataDisagreement?.(record) ?? []));
  const order = previous === undefined ? 1 : compareStatistics(record, previous);
  if (order === 0) {
    findings.push({
      at: [],
      code: 'D152',
      message: `statistics of ${label} are given twice`,
      fix: 'keep one of the two lines',
    });
  } else if (order < 0) {
    const message = `${label} comes after a later file (${previous?.detector} at GPS ${previous?.gps_start})`;
    findings.push({
      at: ['gps_start'],
      code: 'D151',
      message,
      fix: `sort ${dataset}.ndjson by gps_start, then detector`,
    });
  }
  const bits = record.bitsums ?? [];
  const index = bits.findIndex((bit, position) => position > 0 && bit.bit <= (bits[position - 1]?.bit ?? -1));
  if (index >= 0) {
    const message = `bit ${bits[index]?.bit} comes after bit ${bits[index - 1]?.bit}`;
    findings.push({
      at: ['bitsums', index, 'bit'],
      code: 'D151',
      message,
      fix: 'write the bits in ascending order, each once',
    });
  }
  return findings;
}

/**
 * Compares two releases' strain files by dataset and detector, because there are too many files to list. Packs that both releases have are
 * not read, and identical lines are not parsed. Times are in GPS seconds.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { byCodeUnit } from '../../core/base/order.ts';
import { hashMatchesName, packPath } from '../../core/contract/paths.ts';
import { STRAIN_FILE_DURATION_S, type StrainFileDetail } from '../../core/contract/wire.ts';
import { SiteDamagedError } from '../../core/handler/release.ts';
import { BASE_URL_MARKER, RECORD_ENDING_MARKER } from '../../core/listing/pack.ts';
import { sha256 } from '../../fs/hash.ts';
import type { PublishedCatalogue } from './release-side.ts';

/** Changes to the strain files for one dataset and detector. */
export interface StrainDiff {
  readonly dataset: string;
  readonly detector: string;
  readonly added: number;
  readonly removed: number;
  readonly changed: number;
  /** From the start of the first of these files to the end of the last. */
  readonly gps: readonly [start: number, stop: number];
  /** Seconds with data in the added files, computed from duty cycles; null if a duty cycle is unknown. */
  readonly addedDataS: number | null;
}

type StrainRecord = Pick<StrainFileDetail, 'gps_start' | 'detector' | 'dataset' | 'duty_cycle' | 'detail_url'>;

/** The records in a pack as text, with links relative to the base URL. */
function readLines(root: string, name: string): string[] {
  const path = packPath(name);
  const bytes = readFileSync(join(root, path));
  if (!hashMatchesName(sha256(bytes), name)) throw new SiteDamagedError(`${path} is truncated or changed`);
  const text = bytes.toString('utf8').replaceAll(BASE_URL_MARKER, '').replaceAll(RECORD_ENDING_MARKER, '');
  return text.split('\n').slice(0, -1);
}

export type OnFilesCompared = (done: number, total: number) => void;

/** The records that only one release has, in that release's order. */
function findChangedRecords(
  set: string,
  old: PublishedCatalogue,
  next: PublishedCatalogue,
  onProgress: OnFilesCompared,
) {
  const [oldPacks = [], packs = []] = [old.release.packs[set]?.names, next.release.packs[set]?.names];
  const kept = new Set(oldPacks.filter((name) => packs.includes(name)));
  const before = new Set(oldPacks.filter((name) => !kept.has(name)).flatMap((name) => readLines(old.root, name)));
  const after: StrainRecord[] = [];
  for (const [n, name] of packs.entries()) {
    onProgress(n, packs.length);
    if (kept.has(name)) continue;
    for (const line of readLines(next.root, name)) if (!before.delete(line)) after.push(JSON.parse(line));
  }
  return { before: [...before].map((line) => JSON.parse(line) as StrainRecord), after };
}

/** Seconds with data; null if there are no records, or if a record's duty cycle is unknown. */
function sumData(records: readonly StrainRecord[]): number | null {
  const cycles = records.map(({ duty_cycle: cycle }) => cycle ?? Number.NaN);
  const sum = cycles.reduce((total, cycle) => total + (cycle / 100) * STRAIN_FILE_DURATION_S, 0);
  return records.length === 0 || Number.isNaN(sum) ? null : sum;
}

/** The changes to one series, from the records that only one release has; there is at least one. */
function summarize(before: readonly StrainRecord[], after: readonly StrainRecord[]): StrainDiff {
  const { dataset, detector } = (before[0] ?? after[0]) as StrainRecord;
  const urlsOf = (records: readonly StrainRecord[]) => new Set(records.map(({ detail_url: url }) => url));
  const [known, found] = [urlsOf(before), urlsOf(after)];
  const added = after.filter(({ detail_url: url }) => !known.has(url));
  const starts = [...before, ...after].map(({ gps_start: start }) => start).sort((a, b) => a - b);
  return {
    dataset,
    detector,
    added: added.length,
    removed: before.filter(({ detail_url: url }) => !found.has(url)).length,
    changed: after.length - added.length,
    gps: [starts[0] as number, (starts.at(-1) as number) + STRAIN_FILE_DURATION_S],
    addedDataS: sumData(added),
  };
}

/** Compares the records in a line set. Returns the differences for each dataset and detector, sorted by name. */
export function diffStrainFiles(
  set: string,
  old: PublishedCatalogue,
  next: PublishedCatalogue,
  onProgress: OnFilesCompared,
): StrainDiff[] {
  const { before, after } = findChangedRecords(set, old, next, onProgress);
  const seriesOf = ({ dataset, detector }: StrainRecord) => `${dataset}/${detector}`;
  const names = [...new Set([...before, ...after].map(seriesOf))].sort(byCodeUnit);
  return names.map((name) => {
    const isOf = (record: StrainRecord) => seriesOf(record) === name;
    return summarize(before.filter(isOf), after.filter(isOf));
  });
}

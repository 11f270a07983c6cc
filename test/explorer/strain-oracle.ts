/** Facts about strain data, counted second by second from the data files; shares no code with the program. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';

interface TimelinesFile {
  readonly flags: readonly { readonly name: string; readonly segments: readonly (readonly [number, number])[] }[];
}

interface StrainFilesFile {
  readonly sample_rate_kHz: number;
  readonly series?: readonly {
    readonly detector: string;
    readonly file_prefix: string;
    readonly blocks: readonly (readonly [number, number])[];
  }[];
}

const known = new Map<string, readonly unknown[]>();

/** The files of a folder. Each folder is parsed only once, which takes most of the time. */
function readFolder(folder: string): readonly unknown[] {
  const files =
    known.get(folder) ?? readdirSync(folder).map((name): unknown => load(readFileSync(join(folder, name), 'utf8')));
  known.set(folder, files);
  return files;
}

/** Marks a second that is in no run. */
const OUTSIDE = 255;

interface Run {
  readonly name: string;
  readonly gps_start: number;
  readonly gps_end: number;
}

/** Seconds of `[start, stop)` in runs, by the detectors that had data in them: `H1,L1` -> 1234. Detectors in alphabetical order. */
export function countSeconds(data: string, start: number, stop: number): Map<string, number> {
  const files = readFolder(join(data, 'timelines')) as readonly TimelinesFile[];
  const flags = files.flatMap(({ flags }) => flags).filter(({ name }) => /^.._DATA$/.test(name));
  const detectors = [...new Set(flags.map(({ name }) => name.slice(0, 2)))].sort();
  const { runs } = load(readFileSync(join(data, 'runs.yaml'), 'utf8')) as { runs: readonly Run[] };
  const sets = new Uint8Array(stop - start).fill(OUTSIDE);
  for (const { gps_start, gps_end } of runs) {
    const [from, to] = [Math.max(gps_start, start), Math.min(gps_end, stop)];
    if (from < to) sets.fill(0, from - start, to - start);
  }
  for (const { name, segments } of flags) {
    const bit = 1 << detectors.indexOf(name.slice(0, 2));
    for (const [from, to] of segments) {
      for (let second = Math.max(from, start); second < Math.min(to, stop); second++) {
        sets[second - start] = (sets[second - start] as number) | bit;
      }
    }
  }
  const counts = new Uint32Array(1 << detectors.length);
  for (const set of sets) if (set !== OUTSIDE) counts[set] = (counts[set] as number) + 1;
  const names = (set: number) => detectors.filter((_, n) => set & (1 << n)).join();
  return new Map([...counts].flatMap((seconds, set) => (seconds > 0 ? [[names(set), seconds] as const] : [])));
}

/** Names of the files of one detector and rate that overlap `[start, stop]`, by start time. */
export function filesWithin(data: string, detector: string, rateKHz: number, start: number, stop: number): string[] {
  const found: { readonly gps: number; readonly name: string }[] = [];
  for (const file of readFolder(join(data, 'strain-files')) as readonly StrainFilesFile[]) {
    if (file.sample_rate_kHz !== rateKHz) continue;
    for (const series of file.series ?? []) {
      if (series.detector !== detector) continue;
      for (const [first, count] of series.blocks) {
        for (let n = 0; n < count; n++) {
          const gps = first + n * 4096;
          if (gps <= stop && gps + 4096 > start) found.push({ gps, name: `${series.file_prefix}-${gps}-4096.hdf5` });
        }
      }
    }
  }
  return found.sort((a, b) => a.gps - b.gps).map(({ name }) => name);
}

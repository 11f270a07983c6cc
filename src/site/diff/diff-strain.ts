/**
 * Compares the strain files of two releases by dataset and detector; there are too many to list. Packs that both have are not read, and
 * equal lines are not parsed. GPS seconds. Build time.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashMatchesName, packPath } from '../../core/contract/paths.ts';
import { STRAIN_FILE_DURATION_S } from '../../core/contract/wire.ts';
import { SiteDamagedError } from '../../core/handler/release.ts';
import { BASE_URL_MARKER, RECORD_ENDING_MARKER } from '../../core/listing/pack.ts';
import { sha256 } from '../../fs/hash.ts';

/** Segments of GPS seconds, `[start, stop)`, ascending. */
export type Segments = readonly (readonly [start: number, stop: number])[];

/** Strain files of one dataset and detector. */
export interface StrainDiff {
  readonly dataset: string;
  readonly detector: string;
  readonly added: number;
  readonly removed: number;
  readonly changed: number;
  readonly addedSegments: Segments;
  readonly removedSegments: Segments;
  readonly changedSegments: Segments;
  /** Seconds with data in the added files, from their duty cycles; null if one of those is unknown. */
  readonly addedDataS: number | null;
  /** How many of the changed records differ in each member. */
  readonly changedMembers: Readonly<Record<string, number>>;
}

interface StrainRecord {
  readonly gps_start: number;
  readonly detector: string;
  readonly sample_rate_kHz: number;
  readonly dataset: string;
  /** Percent. */
  readonly duty_cycle: number | null;
  readonly [member: string]: unknown;
}

export interface StrainSide {
  readonly root: string;
  /** Packs of the detail records. */
  readonly packs: readonly string[];
}

/** The records in a pack as text, with links relative to the base URL. */
function readLines(root: string, name: string): string[] {
  const path = packPath(name);
  const bytes = readFileSync(join(root, path));
  if (!hashMatchesName(sha256(bytes), name)) throw new SiteDamagedError(`${path} is truncated or changed`);
  const text = bytes.toString('utf8').replaceAll(BASE_URL_MARKER, '').replaceAll(RECORD_ENDING_MARKER, '');
  return text.split('\n').slice(0, -1);
}

/** The records that only one side has, in its order. */
function findDifferent(old: StrainSide, next: StrainSide, onProgress: (done: number, total: number) => void) {
  const kept = new Set(old.packs.filter((name) => next.packs.includes(name)));
  const before = new Set(old.packs.filter((name) => !kept.has(name)).flatMap((name) => readLines(old.root, name)));
  const after: StrainRecord[] = [];
  for (const [n, name] of next.packs.entries()) {
    onProgress(n, next.packs.length);
    if (kept.has(name)) continue;
    for (const line of readLines(next.root, name)) if (!before.delete(line)) after.push(JSON.parse(line));
  }
  return { before: [...before].map((line) => JSON.parse(line) as StrainRecord), after };
}

/** Two records with the same key are the same file. */
const keyOf = ({ detector, gps_start, sample_rate_kHz }: StrainRecord): string =>
  `${detector}-${gps_start}-${sample_rate_kHz}`;

function toSegments(records: readonly StrainRecord[]): Segments {
  const segments: [number, number][] = [];
  for (const { gps_start: start } of records) {
    const last = segments.at(-1);
    if (last?.[1] === start) last[1] += STRAIN_FILE_DURATION_S;
    else segments.push([start, start + STRAIN_FILE_DURATION_S]);
  }
  return segments;
}

function sumData(records: readonly StrainRecord[]): number | null {
  const cycles = records.map(({ duty_cycle: cycle }) => cycle);
  if (cycles.length === 0 || cycles.some((cycle) => typeof cycle !== 'number')) return null;
  return cycles.reduce((sum: number, cycle) => sum + ((cycle as number) / 100) * STRAIN_FILE_DURATION_S, 0);
}

type Pair = readonly [old: StrainRecord, next: StrainRecord];

function countMembers(pairs: readonly Pair[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const [old, next] of pairs) {
    for (const name of new Set([...Object.keys(old), ...Object.keys(next)])) {
      if (JSON.stringify(old[name]) !== JSON.stringify(next[name])) counts[name] = (counts[name] ?? 0) + 1;
    }
  }
  return counts;
}

interface Group {
  readonly added: StrainRecord[];
  readonly removed: StrainRecord[];
  readonly changed: Pair[];
}

function describe(name: string, { added, removed, changed }: Group): StrainDiff {
  const [dataset = '', detector = ''] = name.split('/');
  return {
    dataset,
    detector,
    added: added.length,
    removed: removed.length,
    changed: changed.length,
    addedSegments: toSegments(added),
    removedSegments: toSegments(removed),
    changedSegments: toSegments(changed.map(([, next]) => next)),
    addedDataS: sumData(added),
    changedMembers: countMembers(changed),
  };
}

/** Compares two sides. Returns the differences for each dataset and detector, sorted by name. */
export function diffStrainFiles(
  old: StrainSide,
  next: StrainSide,
  onProgress: (done: number, total: number) => void,
): StrainDiff[] {
  const { before, after } = findDifferent(old, next, onProgress);
  const known = new Map(before.map((record) => [keyOf(record), record]));
  const groups = new Map<string, Group>();
  const groupOf = ({ dataset, detector }: StrainRecord): Group => {
    const name = `${dataset}/${detector}`;
    const group = groups.get(name) ?? { added: [], removed: [], changed: [] };
    groups.set(name, group);
    return group;
  };
  for (const record of after) {
    const key = keyOf(record);
    const previous = known.get(key);
    if (previous) groupOf(record).changed.push([previous, record]);
    else groupOf(record).added.push(record);
    known.delete(key);
  }
  for (const record of known.values()) groupOf(record).removed.push(record);
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, group]) => describe(name, group));
}

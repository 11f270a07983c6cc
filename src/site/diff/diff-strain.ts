/**
 * Compares the strain files of two releases. Both are in listing order, so two readers advance in parallel with one pack each in memory.
 * Packs that both have at the same position are not even read, and equal lines are not parsed. GPS seconds.
 */

import { STRAIN_FILE_DURATION_S } from '../../core/contract/wire.ts';
import { LINES_PER_PACK } from '../../core/listing/pack.ts';
import { type Line, type LineReader, openLines } from './pack-lines.ts';

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
  readonly detail_url: string;
  /** Percent. */
  readonly duty_cycle: number | null;
  readonly [member: string]: unknown;
}

type Change = 'added' | 'removed' | 'changed';

class SegmentList {
  count = 0;
  readonly list: [number, number][] = [];

  add(start: number): void {
    this.count++;
    const last = this.list.at(-1);
    if (last && last[1] === start) last[1] += STRAIN_FILE_DURATION_S;
    else this.list.push([start, start + STRAIN_FILE_DURATION_S]);
  }
}

class Group {
  readonly changes: Record<Change, SegmentList> = {
    added: new SegmentList(),
    removed: new SegmentList(),
    changed: new SegmentList(),
  };
  readonly members: Record<string, number> = {};
  addedDataS: number | null = 0;
}

/** Negative if `a` comes first in the listing; 0 for the same file. */
function compareRecords(a: StrainRecord, b: StrainRecord): number {
  if (a.gps_start !== b.gps_start) return a.gps_start - b.gps_start;
  if (a.detector !== b.detector) return a.detector < b.detector ? -1 : 1;
  return a.sample_rate_kHz - b.sample_rate_kHz;
}

const idOf = ({ detail_url }: StrainRecord): string =>
  (/([^/?]*)(\?.*)?$/.exec(detail_url)?.[1] ?? '').replace('.json', '');

export interface StrainSide {
  readonly root: string;
  /** Packs of the detail records. */
  readonly packs: readonly string[];
  /** Number of records. */
  readonly count: number;
}

/** Skips packs that both readers have at this position; true if there were any. */
function skipCommonPack(old: LineReader, next: LineReader, total: number): boolean {
  if (old.packHere === undefined || old.packHere !== next.packHere) return false;
  const count = Math.min(LINES_PER_PACK, total - next.passed);
  old.skipPack(count);
  next.skipPack(count);
  return true;
}

/**
 * Compares two sides. Returns a group for each dataset and detector with differences, sorted by name, and the ids of changed and removed
 * records. `onProgress` is called with the number of records of the new side that are done.
 */
export function diffStrainFiles(old: StrainSide, next: StrainSide, onProgress: (done: number) => void) {
  const groups = new Map<string, Group>();
  const ids: { changed: string[]; removed: string[] } = { changed: [], removed: [] };
  const before = openLines(old.root, old.packs);
  const after = openLines(next.root, next.packs);

  function note(change: Change, record: StrainRecord): Group {
    const key = `${record.dataset}/${record.detector}`;
    const group = groups.get(key) ?? new Group();
    groups.set(key, group);
    group.changes[change].add(record.gps_start);
    if (change !== 'added') ids[change].push(idOf(record));
    else group.addedDataS = plusData(group.addedDataS, record);
    return group;
  }

  for (let steps = 0; ; steps++) {
    if (steps % LINES_PER_PACK === 0) onProgress(after.passed);
    if (skipCommonPack(before, after, next.count)) continue;
    const [oldLine, newLine] = [before.line, after.line];
    if (oldLine === undefined && newLine === undefined) break;
    if (oldLine === newLine) {
      before.next();
      after.next();
      continue;
    }
    const a = parse(oldLine);
    const b = parse(newLine);
    const order = a === null ? 1 : b === null ? -1 : compareRecords(a, b);
    if (order < 0) note('removed', a as StrainRecord);
    else if (order > 0) note('added', b as StrainRecord);
    else {
      const { members } = note('changed', b as StrainRecord);
      for (const member of changedMembers(a as StrainRecord, b as StrainRecord)) {
        members[member] = (members[member] ?? 0) + 1;
      }
    }
    if (order <= 0) before.next();
    if (order >= 0) after.next();
  }
  return { groups: [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, group]) => describe(key, group)), ids };
}

function plusData(sum: number | null, { duty_cycle: dutyCycle }: StrainRecord): number | null {
  return sum === null || typeof dutyCycle !== 'number' ? null : sum + (dutyCycle / 100) * STRAIN_FILE_DURATION_S;
}

const parse = (line: Line | undefined): StrainRecord | null => (line === undefined ? null : JSON.parse(line));

function changedMembers(old: StrainRecord, next: StrainRecord): string[] {
  const names = new Set([...Object.keys(old), ...Object.keys(next)]);
  return [...names].filter((name) => JSON.stringify(old[name]) !== JSON.stringify(next[name]));
}

function describe(key: string, { changes, members, addedDataS }: Group): StrainDiff {
  const [dataset = '', detector = ''] = key.split('/');
  const { added, removed, changed } = changes;
  return {
    dataset,
    detector,
    added: added.count,
    removed: removed.count,
    changed: changed.count,
    addedSegments: added.list,
    removedSegments: removed.list,
    changedSegments: changed.list,
    addedDataS: added.count > 0 ? addedDataS : null,
    changedMembers: members,
  };
}

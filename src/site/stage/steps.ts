/**
 * The build steps that write groups of files. A group whose inputs have the same digest as in the previous build is kept. Nothing smaller
 * than a group is cached.
 */

import type { WrittenFiles } from '../install/file-writer.ts';
import { type FileGroup, type GroupKey, groupId } from '../install/manifest.ts';

/** A group that has not been written yet. */
export interface PlannedGroup extends GroupKey {
  /** Digest of everything that its files depend on. */
  readonly digest: string;
}

export interface StepResult {
  readonly group: FileGroup;
  /** Number of files that had to be written. */
  readonly written: number;
}

export interface Steps {
  /**
   * Keeps a group if the previous build has it with the same digest. Returns false if the group must be written; its place in the order
   * stays reserved.
   */
  cached(planned: PlannedGroup): boolean;
  /** Adds a group that was written. If its digest is null, the next build writes the group again. */
  write(group: GroupKey & { readonly digest: string | null }, files: WrittenFiles): void;
  /** The results of all steps, in order. */
  results(): readonly StepResult[];
}

/** `previous`: the previous build's groups, or null to write every group. */
export function createSteps(previous: readonly FileGroup[] | null): Steps {
  const known = new Map(previous?.map((group) => [groupId(group), group]));
  /** Null for groups that have yet to be written. */
  const results = new Map<string, StepResult | null>();
  return {
    cached(planned) {
      const group = known.get(groupId(planned));
      const isKept = group?.digest === planned.digest;
      results.set(groupId(planned), isKept ? { group, written: 0 } : null);
      return isKept;
    },
    write({ kind, key, digest }, { written, ...content }) {
      results.set(groupId({ kind, key }), { group: { kind, key, digest, ...content }, written });
    },
    results() {
      const all = [...results];
      const missing = all.find(([, result]) => result === null);
      if (missing) throw new Error(`nothing was written for ${missing[0]}`);
      return all.map(([, result]) => result as StepResult);
    },
  };
}

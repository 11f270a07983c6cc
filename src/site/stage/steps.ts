/**
 * The steps of a build that write groups of files. A group whose inputs have the same digest as in the previous build is kept. Nothing
 * finer than that is cached. Build time.
 */

import type { WrittenFiles } from '../install/file-writer.ts';
import type { FileGroup } from '../install/manifest.ts';

/** What the names of groups of packs and of downloads begin with. */
export const PACK_GROUPS = 'packs ';
export const DOWNLOAD_GROUPS = 'download ';
/** What the names of groups of page files and detail files begin with. */
export const PAGE_GROUPS = ['pages ', 'records '];
/** The groups of files that are not made from collections, and of the pointer. */
export const OTHERS = 'others';
export const RELEASE_GROUP = 'release';

/** A group that has not been written yet. */
export interface PlannedGroup {
  readonly name: string;
  /** Of everything that its files depend on; empty for a group that is always written. */
  readonly digest: string;
}

export interface StepResult {
  readonly group: FileGroup;
  /** Number of files that had to be written. */
  readonly written: number;
}

export interface Steps {
  /** Keeps groups that the previous build has with the same digest, and has `write` write the others, in the same order. */
  cached<Planned extends PlannedGroup>(
    planned: readonly Planned[],
    write: (changed: readonly Planned[]) => Promise<readonly WrittenFiles[]>,
  ): Promise<void>;
  /** Of all steps, in order. */
  readonly results: readonly StepResult[];
}

/** `previous`: the groups of the previous build; null if every group is written. */
export function createSteps(previous: readonly FileGroup[] | null): Steps {
  const known = new Map(previous?.map((group) => [group.name, group]));
  const results: StepResult[] = [];
  return {
    async cached(planned, write) {
      const isKept = ({ name, digest }: PlannedGroup) => digest !== '' && known.get(name)?.digest === digest;
      const changed = planned.filter((one) => !isKept(one));
      const all = changed.length > 0 ? await write(changed) : [];
      for (const one of planned) {
        const { name, digest } = one;
        const files = all[changed.indexOf(one)];
        if (files === undefined) results.push({ group: known.get(name) as FileGroup, written: 0 });
        else {
          const { written, ...content } = files;
          results.push({ group: { name, digest, ...content }, written });
        }
      }
    },
    results,
  };
}

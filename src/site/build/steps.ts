/**
 * The steps of a build that write groups of files. A step whose inputs have the same digest as in the previous build is skipped, and its
 * files are kept. Nothing finer than that is cached. Build time.
 */

import { joinWritten, type WrittenFiles } from '../install/file-writer.ts';
import type { Group } from '../install/manifest.ts';

/** What the names of groups of packs and of downloads begin with. */
export const PACK_GROUPS = 'packs ';
export const DOWNLOAD_GROUPS = 'download ';
/** The groups of files that are not made from collections, and of the pointer. */
export const OTHERS = 'others';
export const RELEASE_GROUP = 'release';

export interface Steps {
  /**
   * Runs a step, unless the previous build has the same group. `digest`: of everything that its files depend on; empty for a step that
   * always runs. Out: its files, and whether they were kept.
   */
  cached(name: string, digest: string, step: () => Promise<readonly WrittenFiles[]>): Promise<StepResult>;
  /** Waits for all steps. Out: their results, in the order of the calls. */
  finish(): Promise<readonly StepResult[]>;
}

export interface StepResult {
  readonly group: Group;
  readonly isKept: boolean;
  /** Number of files that had to be written. */
  readonly written: number;
}

/** `previous`: the groups of the previous build; null if every step runs. */
export function createSteps(previous: readonly Group[] | null): Steps {
  const known = new Map(previous?.map((group) => [group.name, group]));
  const all: Promise<StepResult>[] = [];

  async function run(name: string, digest: string, step: () => Promise<readonly WrittenFiles[]>): Promise<StepResult> {
    const before = known.get(name);
    if (before && digest !== '' && before.digest === digest) return { group: before, isKept: true, written: 0 };
    const { written, ...files } = joinWritten(await step());
    return { group: { name, digest, ...files }, isKept: false, written };
  }

  return {
    cached(name, digest, step) {
      const result = run(name, digest, step);
      // `finish` reports the error.
      result.catch(() => {});
      all.push(result);
      return result;
    },
    finish: () => Promise.all(all),
  };
}

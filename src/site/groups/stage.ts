/**
 * Collects the groups of a release while they are written to a folder. A group whose inputs have the same digest as in the previous build is
 * kept. Nothing smaller than a group is cached.
 */

import { createFileWriters, type FileWriter, type StageFolder } from './file-writer.ts';
import { type Group, groupId, type WrittenFiles, type WrittenGroup } from './manifest.ts';

export interface Stage {
  readonly folder: StageFolder;
  /** Reserves a group's place in the order. Keeps the previous build's group if it has the same digest; otherwise returns false. */
  keep(group: Group): boolean;
  writerOf(group: Group): FileWriter;
  /** Adds a group that was written. */
  add(group: Group, files: WrittenFiles): void;
  /** All groups, in order. */
  all(): readonly WrittenGroup[];
}

export function createStage(folder: StageFolder): Stage {
  const known = new Map(folder.previous?.map((group) => [groupId(group), group]));
  /** Null for groups that have yet to be written. */
  const groups = new Map<string, WrittenGroup | null>();
  return {
    folder,
    keep(group) {
      const same = known.get(groupId(group));
      const isKept = same?.digest === group.digest;
      groups.set(groupId(group), isKept ? same : null);
      return isKept;
    },
    writerOf: createFileWriters(folder),
    add({ kind, key, digest }, files) {
      groups.set(groupId({ kind, key }), { kind, key, digest, ...files });
    },
    all: () => [...groups.values()].flatMap((group) => group ?? []),
  };
}

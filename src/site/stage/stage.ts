/**
 * Collects the groups of a release. A group whose inputs have the same digest as in the previous build is kept. Nothing smaller than a group
 * is cached.
 */

import { type Group, groupId, type WrittenFiles, type WrittenGroup } from '../install/manifest.ts';

export interface Groups {
  /** Reserves a group's place in the order. Keeps the previous build's group if it has the same digest; otherwise returns false. */
  keep(group: Group): boolean;
  /** Adds a group that was written. */
  write(group: Group, files: WrittenFiles): void;
  /** All groups, in order. */
  all(): readonly WrittenGroup[];
}

/** `previous`: the previous build's groups, or null to write every group. */
export function createGroups(previous: readonly WrittenGroup[] | null): Groups {
  const known = new Map(previous?.map((group) => [groupId(group), group]));
  /** Null for groups that have yet to be written. */
  const groups = new Map<string, WrittenGroup | null>();
  return {
    keep(group) {
      const same = known.get(groupId(group));
      const isKept = same?.digest === group.digest;
      groups.set(groupId(group), isKept ? same : null);
      return isKept;
    },
    write({ kind, key, digest }, files) {
      groups.set(groupId({ kind, key }), { kind, key, digest, ...files });
    },
    all: () => [...groups.values()].flatMap((group) => group ?? []),
  };
}

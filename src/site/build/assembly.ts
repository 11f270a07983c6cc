/**
 * Assembles the files of a release from skipped tasks, whose files the previous build wrote, and from tasks that ran. Determines which
 * previous files to remove. Build time.
 */

import type { TaskResult } from '../install/file-writer.ts';
import {
  filesOfLines,
  type ManifestFile,
  type ManifestPart,
  manifestPart,
  type TaskEntry,
  writeManifest,
} from '../install/manifest.ts';
import { bytesOfTask, filesOfTask, groupOf, type PreviousSite } from '../install/previous-site.ts';

/** A task and its position among the others. */
interface Slot {
  readonly name: string;
  readonly inputs: string;
  /** Number of the previous task whose files are kept; null if the task runs. */
  readonly before: number | null;
  made?: TaskResult;
}

/** The order of tasks in the manifest; within a part, tasks are in the order in which they were added. */
export const PARTS = ['packs', 'records', 'pages', 'downloads', 'others'] as const;
export type Part = (typeof PARTS)[number];

export interface Assembled {
  /** Previous files that the release no longer has. */
  readonly stale: readonly string[];
  /** Previous files that may be replaced. */
  readonly replaceable: ReadonlySet<string>;
  readonly files: number;
  /** Bytes. */
  readonly size: number;
  readonly written: number;
}

export interface Assembly {
  /** True if the previous build had this task with these inputs. */
  stands(name: string, inputs: string): boolean;
  /** Keeps the files of this task from the previous build. Returns false if its inputs have changed. */
  reuse(part: Part, name: string, inputs: string): boolean;
  /** Reserves the position of a task that must run; its result is passed later. */
  add(part: Part, name: string, inputs: string): (made: TaskResult) => void;
  /** Inputs of the task with this name in the previous build; null if there was none. */
  inputsBefore(name: string): string | null;
  /** Names of the tasks of a group in the previous build that had these inputs. */
  before(group: string, inputs: string): string[];
  /** Number of files of a part after all tasks have run, without compressed copies (`hasCopies`: there may be some). */
  count(part: Part, hasCopies: boolean): number;
  /** The files of a part after all tasks have run. */
  files(part: Part): readonly ManifestFile[];
  /** Writes the manifest. */
  write(path: string, release: string): Assembled;
}

const isCopy = ({ path }: ManifestFile): boolean => /\.(gz|br)$/.test(path);

/** If `previous` is null, all tasks must run. */
export function createAssembly(previous: PreviousSite | null, isTrusted: boolean): Assembly {
  const slots = new Map<Part, Slot[]>(PARTS.map((part) => [part, []]));
  const tasks = previous?.manifest.tasks ?? [];
  const numbers = new Map(tasks.map(({ name }, number) => [name, number]));
  const findStanding = (name: string, inputs: string): number | null => {
    const number = numbers.get(name);
    return isTrusted && number !== undefined && tasks[number]?.inputs === inputs ? number : null;
  };
  const inOrder = (): Slot[] => [...slots.values()].flat();
  const entryOf = ({ name, inputs, before, made }: Slot): TaskEntry => {
    if (before !== null) return tasks[before] as TaskEntry;
    if (!made) throw new Error(`the task ${name} did not run`);
    return { name, inputs, files: made.files, size: made.size, lines: made.lines.length };
  };
  const partOf = ({ before, made }: Slot): ManifestPart =>
    before !== null && previous
      ? { lines: bytesOfTask(previous, before), sha256: previous.manifest.hashes[before] as string }
      : (made ?? manifestPart([]));
  const filesOf = (slot: Slot): Iterable<ManifestFile> => filesOfLines(partOf(slot).lines);

  return {
    stands: (name, inputs) => findStanding(name, inputs) !== null,
    reuse(part, name, inputs) {
      const before = findStanding(name, inputs);
      if (before !== null) slots.get(part)?.push({ name, inputs, before });
      return before !== null;
    },
    add(part, name, inputs) {
      const slot: Slot = { name, inputs, before: null };
      slots.get(part)?.push(slot);
      return (made) => {
        slot.made = made;
      };
    },
    inputsBefore(name) {
      const number = numbers.get(name);
      return isTrusted && number !== undefined ? (tasks[number] as TaskEntry).inputs : null;
    },
    before: (group, inputs) =>
      tasks.filter((task) => groupOf(task.name) === group && task.inputs === inputs).map(({ name }) => name),
    count(part, hasCopies) {
      let count = 0;
      for (const slot of slots.get(part) ?? []) {
        count += hasCopies ? [...filesOf(slot)].filter((file) => !isCopy(file)).length : entryOf(slot).files;
      }
      return count;
    },
    files: (part) => (slots.get(part) ?? []).flatMap((slot) => [...filesOf(slot)]),
    write(path, release) {
      const all = inOrder();
      const entries = all.map(entryOf);
      writeManifest(
        path,
        release,
        entries,
        all.map(partOf).filter(({ lines }) => lines.length > 0),
      );
      const replaceable = new Set<string>();
      const reused = new Set(all.map(({ before }) => before));
      for (const number of tasks.keys()) {
        if (!previous || reused.has(number)) continue;
        for (const file of filesOfTask(previous, number)) replaceable.add(file.path);
      }
      const stale = new Set(replaceable);
      for (const slot of all) {
        if (stale.size === 0) break;
        if (slot.before === null) for (const file of filesOf(slot)) stale.delete(file.path);
      }
      const sum = (value: (entry: TaskEntry) => number) => entries.reduce((total, entry) => total + value(entry), 0);
      return {
        stale: [...stale],
        replaceable,
        files: sum(({ files }) => files),
        size: sum(({ size }) => size),
        written: all.reduce((total, slot) => total + (slot.made?.written ?? 0), 0),
      };
    },
  };
}

/**
 * Puts the files of a release together: tasks whose files stand as the build before left them, and tasks that ran. Says which of
 * the files before are no longer the site's. Build time.
 */

import type { TaskResult } from '../output/file-writer.ts';
import { filesOfLines, type ManifestFile, type TaskEntry, writeManifest } from '../output/manifest.ts';
import { bytesOfTask, filesOfTask, groupOf, type PreviousSite } from '../output/previous-site.ts';

/** A task in its place among the others. */
interface Slot {
  readonly name: string;
  readonly inputs: string;
  /** Number of the task before whose files stand; null where it runs. */
  readonly before: number | null;
  made?: TaskResult;
}

/** The order in which tasks stand in the manifest; within a part, that in which they were added. */
export const PARTS = ['packs', 'records', 'pages', 'downloads', 'others'] as const;
export type Part = (typeof PARTS)[number];

export interface Assembled {
  /** Files before that the release no longer has. */
  readonly stale: readonly string[];
  /** Files before that may be replaced. */
  readonly replaceable: ReadonlySet<string>;
  readonly files: number;
  /** Bytes. */
  readonly size: number;
  readonly written: number;
}

export interface Assembly {
  /** True where the build before had this task with these inputs. */
  stands(name: string, inputs: string): boolean;
  /** Takes the task of this name from the build before, where it stands; else false. */
  reuse(part: Part, name: string, inputs: string): boolean;
  /** Makes room for a task that has to run; what it made is handed over later. */
  add(part: Part, name: string, inputs: string): (made: TaskResult) => void;
  /** Inputs of the task of this name in the build before; null where it had none. */
  inputsBefore(name: string): string | null;
  /** Names of the tasks of a group in the build before, where their inputs were these. */
  before(group: string, inputs: string): string[];
  /** Files of a part, once everything has run; compressed copies apart, where there are any. */
  count(part: Part, hasCopies: boolean): number;
  /** The files of a part, once everything has run. */
  files(part: Part): readonly ManifestFile[];
  /** Writes the manifest. */
  write(path: string, release: string): Assembled;
}

const isCopy = ({ path }: ManifestFile): boolean => /\.(gz|br)$/.test(path);

/** `previous` is null where nothing stands. */
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
    return { name, inputs, files: made.files, size: made.size, lines: Buffer.byteLength(made.lines) };
  };
  const linesOf = ({ before, made }: Slot): string | Uint8Array =>
    before !== null && previous ? bytesOfTask(previous, before) : (made?.lines ?? '');
  const filesOf = (slot: Slot): Iterable<ManifestFile> =>
    slot.before !== null && previous ? filesOfTask(previous, slot.before) : filesOfLines(slot.made?.lines ?? '');

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
        all.map(linesOf).filter(({ length }) => length > 0),
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

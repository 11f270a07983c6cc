/**
 * Merges a source into a data folder: every import and every harvest uses this function. It writes no file.
 *
 * 1. The data folder is read and checked. Only a folder without problems is merged into; mismatches between DATA segments
 *    and strain files do not count.
 * 2. The source is read. Each row of a table, event of a community catalog or entry of a service becomes an item, with records as the data
 *    files hold them (`records.ts`). So a source is a partial data folder.
 * 3. Items that contradict each other are skipped (`compare-items.ts`).
 * 4. What the other items say about each record is united (`unite.ts`), and merged by key (`merge-records.ts`) into copies of the files'
 *    values (`merged-folder.ts`). The schemas say what the key is, and where a new record belongs (`layout.ts`).
 * 5. The merged values are checked as a whole, as `validate` checks a folder. Each finding is traced to the items that its value comes from
 *    (`check-merged.ts`). These items are skipped, and the merge begins again at step 4 without them, with fresh copies.
 * 6. If no finding is left, the changed files are written as text, with their comments (`new-content.ts`). `merge-into-folder.ts` replaces
 *    the files, if nobody has edited them in the meantime.
 */

import { MAX_EDITED_MIB } from '../../catalogue/files/text-file.ts';
import {
  type CheckedFolder,
  checkFolder,
  type DataFolder,
  type OnCheck,
  readDataFolder,
} from '../../catalogue/load.ts';
import type { Catalogue } from '../../catalogue/types.ts';
import { groupBy } from '../../core/base/group-by.ts';
import type { Replacement } from '../../fs/replace-files.ts';
import { type Problem, type Reading, sortProblems } from '../../report/problems.ts';
import { checkMerged } from './check-merged.ts';
import { compareItems } from './compare-items.ts';
import { findDiffering, mergeRecords } from './merge-records.ts';
import { MergedFolder } from './merged-folder.ts';
import { newContent } from './new-content.ts';
import { type FileOutcome, type RecordChange, type SourceItem, sumCounts } from './records.ts';
import { reportSkipped, type Wording } from './report-skipped.ts';
import { unite } from './unite.ts';

interface MergeOptions {
  /** Path of the data folder. */
  readonly data: string;
  /** The text of the required files that do not exist yet, by path. They are written if anything else is. */
  readonly created: ReadonlyMap<string, string>;
  /** True if existing values may be replaced; otherwise, the merge only adds missing values. */
  readonly overwrite: boolean;
  readonly words: Wording;
  readonly onProgress?: OnCheck | undefined;
}

/** A source, as it was read. */
export interface Source {
  readonly items: readonly SourceItem[];
  /** Problems, warnings and remarks that do not depend on which items are merged. */
  readonly problems?: readonly Problem[];
  readonly warnings?: readonly Problem[];
  readonly remarks?: readonly string[];
  /** Records in the folder that the source no longer has. */
  readonly gone?: readonly RecordChange[];
  /** Removes these records from a folder; missing if they stay. */
  readonly removeGone?: (folder: MergedFolder) => void;
}

/** The result of a merge. */
export interface Merged {
  /** Why nothing was merged; null if everything that is not skipped was. */
  readonly reason: string | null;
  readonly words: Wording;
  /** The new content of changed files, by path. */
  readonly files: ReadonlyMap<string, Replacement>;
  /** Paths of new files that the folder needed before anything could be merged. */
  readonly created: readonly string[];
  /** Problems with skipped items, or the reasons why nothing was merged. */
  readonly problems: readonly Problem[];
  /** Skipped items with their problems: values that differ from the data only if nothing else is wrong. */
  readonly skipped: readonly SourceItem[];
  /** Sentences about converted and skipped parts of the source. */
  readonly remarks: readonly string[];
  /** Mismatches between DATA segments and strain files in the merged data. */
  readonly mismatches: readonly Problem[];
  /** Unsupported content, duplicate items, and what `validate` newly finds implausible. Their places are in the source, if known. */
  readonly warnings: readonly Problem[];
  readonly changes: readonly RecordChange[];
  readonly outcomes: readonly FileOutcome[];
  /** Records that the source no longer has, whether they are removed or not. */
  readonly gone: readonly RecordChange[];
}

/** The result if nothing is merged. */
const nothingMerged = (words: Wording, reason: string, problems: readonly Problem[]): Merged => ({
  reason,
  words,
  problems: sortProblems(problems),
  files: new Map(),
  created: [],
  skipped: [],
  remarks: [],
  mismatches: [],
  warnings: [],
  changes: [],
  outcomes: [],
  gone: [],
});

/** The result if the source itself is unusable. */
export const unusableSource = (words: Wording, problems: readonly Problem[]): Merged =>
  nothingMerged(words, 'the file cannot be used', problems);

/** Merges the source that `read` returns, given the content of the folder. */
export function merge(
  options: MergeOptions,
  read: (catalogue: Catalogue, folder: DataFolder) => Reading<Source>,
): Merged {
  const { data, created, words, onProgress } = options;
  const folder = readDataFolder(data, { overlay: created, onProgress });
  const checked = checkFolder(folder, onProgress);
  if (!checked.catalogue) return nothingMerged(words, 'the data have problems', checked.problems);
  const source = read(checked.catalogue, folder);
  if (!source.value) return unusableSource(words, source.problems);
  return mergeSource(options, folder, checked, source.value);
}

function mergeSource(
  { overwrite, created, words, onProgress }: MergeOptions,
  before: DataFolder,
  checked: CheckedFolder,
  source: Source,
): Merged {
  const { gone = [], removeGone } = source;
  const unchanged = new MergedFolder(before);
  const sound = source.items.filter(({ problems }) => problems.length === 0);
  const compared = compareItems(sound, (origin) => (overwrite ? [] : findDiffering(unchanged, origin)));
  const skipped = new Map(compared.contradictions);
  for (;;) {
    const items = source.items.filter((item) => !skipped.has(item));
    const folder = new MergedFolder(before);
    const { differing, changes, outcomes } = mergeRecords(folder, unite(items), overwrite);
    if (removeGone) {
      removeGone(folder);
      changes.push(...gone);
    }
    const { byItem, unexplained, isMalformed, ...found } = checkMerged(folder, checked, onProgress);
    // Items that are wrong by themselves are skipped first, because they may be the cause of the other problems.
    const isWrong = (item: SourceItem): boolean => item.problems.length > 0 || differing.has(item);
    const wrong = isMalformed ? [] : items.filter(isWrong);
    for (const item of wrong.length > 0 ? wrong : byItem.keys()) {
      const problems = [...item.problems, ...(byItem.get(item) ?? [])];
      // A value may differ from the data only because of such a problem.
      skipped.set(item, problems.length > 0 ? problems : (differing.get(item) ?? []));
    }
    if (items.some((item) => skipped.has(item))) continue;

    const out = source.items.flatMap((item) => {
      const problems = skipped.get(item);
      return problems ? [{ ...item, problems }] : [];
    });
    const problems = [...(source.problems ?? []), ...reportSkipped(out, words)];
    if (unexplained.length > 0)
      return nothingMerged(words, 'the merged data would have problems', [...problems, ...unexplained]);
    const newFiles = folder.isChanged ? created : new Map<string, string>();
    const files = newContent(before.path, folder, newFiles);
    const large = findTooLarge(files);
    if (large !== undefined)
      return nothingMerged(words, `${large} would have more than ${MAX_EDITED_MIB} MiB`, problems);
    const repeated = items.flatMap((item) => compared.repeated.get(item) ?? []);
    return {
      reason: null,
      words,
      files,
      created: [...newFiles.keys()],
      problems: sortProblems(problems),
      skipped: out,
      remarks: source.remarks ?? [],
      mismatches: found.mismatches,
      warnings: [...sortProblems([...(source.warnings ?? []), ...repeated]), ...found.warnings],
      changes: [...groupBy(changes, ({ file }) => file).values()].flat(),
      outcomes: sumByFile(outcomes).map((one) => (newFiles.has(one.path) ? asAdded(one) : one)),
      gone,
    };
  }
}

/** The path of a YAML file that could not be read again. */
function findTooLarge(files: ReadonlyMap<string, Replacement>): string | undefined {
  const isTooLarge = (path: string, text: string): boolean =>
    path.endsWith('.yaml') && Buffer.byteLength(text) > MAX_EDITED_MIB * 2 ** 20;
  return [...files].find(([path, { text }]) => isTooLarge(path, text ?? ''))?.[0];
}

/** Counts all records in a newly created file as added, although the merge finds that some of them already exist. */
const asAdded = (one: FileOutcome): FileOutcome => ({ ...one, added: one.added + one.kept, kept: 0 });

function sumByFile(outcomes: readonly FileOutcome[]): FileOutcome[] {
  return [...groupBy(outcomes, ({ path }) => path)].map(([path, all]) => ({ path, ...sumCounts(all) }));
}

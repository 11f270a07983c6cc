/**
 * Checks merged values, as `validate` checks a folder. Each finding becomes a problem of the items that its value comes from.
 *
 * Values of the wrong form, and records without the record that they belong to, cannot be checked as a catalogue. So if there are any, only
 * they are reported.
 */

import { unknownVersionFinding } from '../../catalogue/check-events.ts';
import type { Mapping } from '../../catalogue/files/mapping.ts';
import { checkSchema } from '../../catalogue/files/schema.ts';
import { type CheckedFolder, checkFolder, MISMATCHES, type OnCheck, toProblems } from '../../catalogue/load.ts';
import { eventVersionId } from '../../core/contract/ids.ts';
import { type Finding, type Problem, placed, problemKey, toProblem } from '../../report/problems.ts';
import type { MergedFolder } from './merged-folder.ts';
import { addProblems, type SourceItem } from './records.ts';

interface MergedCheck {
  /** The problems of items that spoil the result. */
  readonly byItem: ReadonlyMap<SourceItem, readonly Problem[]>;
  /** Problems that are not due to the source. */
  readonly unexplained: readonly Problem[];
  /** True if the problems are of values that cannot be checked as a catalogue. */
  readonly isMalformed: boolean;
  readonly mismatches: readonly Problem[];
  /** Implausible values that the data did not have before. */
  readonly warnings: readonly Problem[];
}

/** `old` is the result for the folder before the merge, whose only problems are mismatches. */
export function checkMerged(folder: MergedFolder, old: CheckedFolder, onProgress: OnCheck | undefined): MergedCheck {
  const none = { byItem: new Map(), unexplained: [], isMalformed: false, mismatches: old.problems, warnings: [] };
  const missing = findMissing(folder);
  if (missing.size > 0) return { ...none, byItem: missing, isMalformed: true };
  const form = byOrigin(folder, checkForm(folder));
  if (form.byItem.size > 0) return { ...none, byItem: form.byItem, isMalformed: true };
  if (!folder.isChanged) return none;
  const merged = folder.toDataFolder();
  if (form.unexplained.length > 0) return { ...none, unexplained: toProblems(merged, form.unexplained) };
  const checked = checkFolder(merged, onProgress);
  // Segments and files may be imported one after the other, but what is wrong with a new record is not a mismatch.
  const isBlocking = (found: Finding): boolean =>
    !MISMATCHES.has(found.code) || (found.code === 'D154' && folder.originsOf(found).origins.length > 0);
  const { byItem, unexplained } = byOrigin(folder, checked.findings.filter(isBlocking));
  const known = new Set(old.warnings.map(warningKey));
  const warnings = checked.warnings.filter((one) => !known.has(warningKey(one)));
  return {
    byItem,
    unexplained: toProblems(merged, unexplained),
    isMalformed: false,
    mismatches: checked.problems.filter(({ code }) => MISMATCHES.has(code)),
    warnings: toProblems(merged, warnings),
  };
}

/** Identifies a warning, independently of its place in the file. */
const warningKey = (found: Finding): string => problemKey({ ...found, file: found.file ?? '' });

/** Findings as problems of the items that the values come from. Other findings are not due to the source. */
function byOrigin(folder: MergedFolder, findings: readonly Finding[]) {
  const byItem = new Map<SourceItem, Problem[]>();
  const unexplained: Finding[] = [];
  for (const found of findings) {
    const { origins, path } = folder.originsOf(found);
    if (origins.length === 0) unexplained.push(found);
    for (const { item, record } of origins)
      addProblems(byItem, item, [toProblem(found, record.placeAt?.(path) ?? item.place)]);
  }
  return { byItem, unexplained };
}

/** The findings of the schemas about changed files. The report names the record, so the messages do not. */
function checkForm({ changed }: MergedFolder): Finding[] {
  return changed.flatMap(({ kind, path, value }) => {
    const check = (one: unknown): Finding[] => checkSchema(kind, one, { isNamed: false });
    const findings = Array.isArray(value) ? value.flatMap((one, n) => placed([n], check(one))) : check(value);
    return findings.map((found) => ({ ...found, file: path }));
  });
}

/** Problems of records whose dataset or event version is neither in the data nor, with all that it needs, in the source. */
function findMissing({ missing }: MergedFolder): Map<SourceItem, Problem[]> {
  const byItem = new Map<SourceItem, Problem[]>();
  for (const { kind, stem, value, origins } of missing) {
    const found =
      kind === 'event-versions'
        ? unknownVersionFinding(eventVersionId(String(value.name), value.version))
        : unknownDataset(stem, value);
    for (const { item } of origins) addProblems(byItem, item, [toProblem(found, item.place)]);
  }
  return byItem;
}

function unknownDataset(name: string, value: Mapping): Finding {
  if (!('sample_rate_kHz' in value)) {
    return { code: 'D153', message: `unknown dataset "${name}"`, fix: 'import the dataset first' };
  }
  const message = `the run of ${name}, a new dataset, is missing`;
  return { code: 'D111', message, fix: 'import the dataset first, or add a column "run"' };
}

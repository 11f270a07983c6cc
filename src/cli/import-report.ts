/** The report about a merge, for `stillwave import` and `stillwave harvest`: text for people, or a JSON object for programs (`--json`). */

import { groupBy } from '../core/base/group-by.ts';
import { formatValue, showMember } from '../intake/merge/changes.ts';
import { type RecordChange, type RecordCounts, sumCounts } from '../intake/merge/records.ts';
import type { ImportResult } from '../intake/merge-into-folder.ts';
import { countOf, firstOf, showCount } from '../report/count.ts';
import { printable } from '../report/printable.ts';
import { problemsToJson, shownPath } from '../report/problems.ts';
import { type Counts, EXIT, printJson, printProblems } from './report.ts';

/** True if any of a file's records is new or changed; other files are not touched. */
const isTouched = ({ added, completed, changed }: RecordCounts): boolean => added + completed + changed > 0;

interface ReportOptions {
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly dryRun?: boolean;
}

/** Prints the result. `counts` are additional counts for `--json`. Returns the exit status. */
export function reportImport(options: ReportOptions, result: ImportResult, counts?: Counts): number {
  if (options.json) printImportJson(result, counts);
  else printImport(options, result);
  return result.isClean ? EXIT.clean : EXIT.problems;
}

function printImportJson(result: ImportResult, counts: Counts = {}): void {
  const { isWritten: written, message, outcomes, problems, mismatches, skipped, warnings } = result;
  const files = outcomes.filter(isTouched).map((outcome) => ({ ...outcome, path: shownPath(outcome.path) }));
  const changes = result.changes.map(({ record, outcome, members, file }) => ({
    record,
    kind: outcome,
    file: shownPath(file),
    members: members.map(({ path, ...values }) => ({ member: showMember(path), ...values })),
  }));
  printJson(
    result.isClean,
    {
      ...sumCounts(outcomes),
      skipped: skipped.length,
      problems: problems.length,
      mismatches: mismatches.length,
      warnings: warnings.length,
      gone: result.gone.length,
      ...counts,
    },
    {
      written,
      message,
      remarks: result.remarks,
      gone: [...groupBy(result.gone, ({ file }) => shownPath(file))].map(([path, all]) => {
        return { path, records: all.map(({ record }) => record) };
      }),
      created: result.created.map((path) => shownPath(path)),
      files,
      changes,
      problems: problemsToJson(problems),
      mismatches: problemsToJson(mismatches),
      warnings: problemsToJson(warnings),
    },
  );
}

function printImport(options: ReportOptions, result: ImportResult): void {
  const { one, many, noun } = result.words;
  const warnings = options.quiet ? [] : result.warnings;
  printProblems([...warnings, ...result.problems, ...result.mismatches]);
  if (result.message !== null) {
    process.stderr.write(`${printable(result.message)}\n`);
    return;
  }
  if (options.quiet) return;
  // Without --dry-run, merged values can be seen in the files; only replaced values and removed records are shown.
  const shown = options.dryRun
    ? result.changes
    : result.changes.filter(({ outcome }) => outcome === 'changed' || outcome === 'removed');
  const lines = [...result.remarks, ...diffLines(shown)];
  for (const path of result.created) lines.push(`${shownPath(path)}: created, because every catalogue needs it`);
  for (const outcome of result.outcomes.filter(isTouched)) {
    lines.push(`${shownPath(outcome.path)}: ${countsText(outcome)}`);
  }
  const removed = result.changes.filter(({ outcome }) => outcome === 'removed').length;
  const skipped = `${countOf(result.skipped.length, one, many)} skipped`;
  const more = removed > 0 ? `${skipped}, ${showCount(removed)} removed` : skipped;
  lines.push(`${noun}: ${countsText(sumCounts(result.outcomes))}, ${more}`, ...goneLines(result));
  if (options.dryRun) lines.push('Dry run: no data were written.');
  process.stdout.write(lines.map((line) => `${printable(line)}\n`).join(''));
}

/** Records beyond this number are only counted; `--json` lists all of them. */
const MAX_RECORDS_SHOWN = 200;

const SIGNS = { added: '+', completed: '~', changed: '~', removed: '-' } as const;

/** Records by file: `+` for new records, `~` for records with new or replaced members, `-` for removed records. */
function diffLines(changes: readonly RecordChange[]): string[] {
  const lines: string[] = [];
  let file = '';
  const { shown, more } = firstOf(changes, MAX_RECORDS_SHOWN, ' (--json shows all)');
  for (const change of shown) {
    if (change.file !== file) lines.push(shownPath(change.file));
    file = change.file;
    lines.push(...recordLines(change));
  }
  return [...lines, ...more];
}

/** Lines for the records that the service no longer has, if they were not removed. */
function goneLines({ gone, changes }: ImportResult): string[] {
  const count = gone.length;
  if (count === 0 || changes.some(({ outcome }) => outcome === 'removed')) return [];
  const all = gone.map(({ file, record }) => `  ${shownPath(file)}: ${record}`);
  const { shown, more } = firstOf(all, MAX_RECORDS_SHOWN, ' (--json shows all)');
  const verb = count === 1 ? 'is' : 'are';
  return [
    `${countOf(count, 'record')} of the data ${verb} not in the service (--prune removes them):`,
    ...shown,
    ...more,
  ];
}

/** New members of a mapping are written on one line, as in the file: `redshift: {best: 0.09, upper_error: 0.03}`. */
function recordLines({ record, outcome, members }: RecordChange): string[] {
  const lines = [`  ${SIGNS[outcome]} ${record}`];
  const added = new Map<string, string[]>();
  for (const { path, old, new: next } of members) {
    const [name = '', ...rest] = path;
    if (old !== null) lines.push(`      ${showMember(path)}: ${formatValue(old)} -> ${formatValue(next)}`);
    else if (rest.length === 0) lines.push(`      ${name}: ${formatValue(next)}`);
    else added.set(name, [...(added.get(name) ?? []), `${showMember(rest)}: ${formatValue(next)}`]);
  }
  for (const [name, values] of added) lines.push(`      ${name}: {${values.join(', ')}}`);
  return lines;
}

function countsText({ added, completed, changed, kept }: RecordCounts): string {
  const shown = Object.entries({ added, completed, changed, kept }).map(([what, n]) => `${showCount(n)} ${what}`);
  return shown.join(', ');
}

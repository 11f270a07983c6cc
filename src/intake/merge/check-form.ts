/** Finds merged values that cannot be checked as a catalogue: values of the wrong form, and records without the record that they belong to. */

import { unknownVersionFinding } from '../../catalogue/check-events.ts';
import { checkSchema } from '../../catalogue/files/schema.ts';
import type { EventVersion } from '../../catalogue/types.ts';
import { eventVersionId } from '../../core/contract/ids.ts';
import { type Finding, type Problem, placed, toProblem } from '../../report/problems.ts';
import { layoutOf } from './layout.ts';
import { addProblems } from './merge-records.ts';
import type { MergedFolder } from './merged-folder.ts';
import type { SourceItem } from './records.ts';

/** The findings of the schemas about changed files. The report names the record, so the messages do not. */
export function checkForm({ changed }: MergedFolder): Finding[] {
  return changed.flatMap(({ kind, path, value }) => {
    const check = (one: unknown): Finding[] => checkSchema(kind, one, undefined, false);
    const isOfLines = layoutOf(kind).key !== null;
    const findings = isOfLines ? (value as object[]).flatMap((one, n) => placed([n], check(one))) : check(value);
    return findings.map((found) => ({ ...found, file: path }));
  });
}

/** Problems of records whose dataset or event version is neither in the data nor, with all that it needs, in the source. */
export function findMissing({ missing }: MergedFolder): Map<SourceItem, Problem[]> {
  const byItem = new Map<SourceItem, Problem[]>();
  for (const { kind, name, value, origins } of missing) {
    const found =
      kind === 'event-versions'
        ? unknownVersionFinding(eventVersionId((value as EventVersion).name, (value as EventVersion).version))
        : unknownDataset(name, value);
    for (const { item } of origins) addProblems(byItem, item, [toProblem(found, item.place)]);
  }
  return byItem;
}

function unknownDataset(name: string, value: object): Finding {
  if (!('sample_rate_kHz' in value)) {
    return { code: 'D153', message: `unknown dataset "${name}"`, fix: 'import the dataset first' };
  }
  const message = `the run of ${name}, a new dataset, is missing`;
  return { code: 'D111', message, fix: 'import the dataset first, or add a column "run"' };
}

/**
 * Reads `timelines/<run>.yaml`. In: the input files and the names that timelines may refer to. Out: each file with its timelines,
 * for checks that need locations in it. Problems are added to the context.
 */
import { checkFlag, detectorOfFlag } from './check-timelines.ts';
import type { RawTimelines } from './files/raw.ts';
import type { DataPath, YamlFile } from './files/yaml-file.ts';
import { type KnownNames, NameRegister, unknownNameFinding } from './names.ts';
import { describePlace, type ReadContext, readFolder, report } from './read-folder.ts';
import type { Timeline } from './types.ts';

export interface ReadTimelines {
  readonly file: YamlFile<RawTimelines>;
  /** In the order of the file's flags, one per flag. */
  readonly timelines: readonly Timeline[];
  /** False if a check found problems, so the segments cannot be used in computations. */
  readonly isSound: boolean;
}

export function readTimelines(context: ReadContext, known: KnownNames): ReadTimelines[] {
  const all: ReadTimelines[] = [];
  const spellings = new NameRegister('flag');
  const checkName = (run: string) => unknownNameFinding('D135', 'run', run, known.runs, 'runs.yaml');
  for (const { file, isNameConfirmed } of readFolder<RawTimelines>(context, 'timelines', 'run', checkName)) {
    const { run, flags } = file.value;
    const before = context.problems.length;
    const names = new NameRegister('flag');
    for (const [index, flag] of flags.entries()) {
      const at: DataPath = ['flags', index];
      const place = (): string => describePlace(file, [...at, 'name']);
      report(context, file, [...at, 'name'], names.add(flag.name, place) ?? spellings.addAgain(flag.name, place));
      report(context, file, at, checkFlag(flag, known));
    }
    const timelines = flags.map(({ name, segments }) => ({ name, detector: detectorOfFlag(name), run, segments }));
    all.push({ file, timelines, isSound: isNameConfirmed && context.problems.length === before });
  }
  return all;
}

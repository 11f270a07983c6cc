/** Finds strain files, segments and flags that are valid but implausible. Paths in the warnings are relative to the file's value. */

import { countEdits } from '../core/base/did-you-mean.ts';
import { STRAIN_FILE_DURATION_S } from '../core/contract/wire.ts';
import { countOf } from '../report/count.ts';
import type { Finding } from '../report/problems.ts';
import { gpsStopOf } from './blocks.ts';
import type { Block, ObservingRun, StrainDataset, TimelinesFile } from './types.ts';

/** A warning for the strain files in each block that are completely before their run, and for the files that are completely after it. */
export function filesOutsideRun({ dataset, series }: StrainDataset, run: ObservingRun): Finding[] {
  return series.flatMap(({ detector, blocks }, index) =>
    blocks.flatMap(([first, count], position): Finding[] => {
      const stop = gpsStopOf([first, count]);
      const early = Math.min(count, Math.max(0, Math.floor((run.gps_start - first) / STRAIN_FILE_DURATION_S)));
      const late = Math.min(count, Math.max(0, Math.floor((stop - run.gps_end) / STRAIN_FILE_DURATION_S)));
      const outside: Block[] = [
        [first, early],
        [stop - late * STRAIN_FILE_DURATION_S, late],
      ];
      return outside.flatMap(([from, number]): Finding[] => {
        if (number === 0) return [];
        const files = `${countOf(number, 'file')} of ${detector} in ${dataset} from GPS ${from}`;
        const message = `${files} ${number === 1 ? 'is' : 'are'} outside run ${showRun(run)}`;
        const fix = 'correct the block, or the run in runs.yaml';
        return [{ at: ['series', index, 'blocks', position], code: 'W206', message, fix, topic: detector }];
      });
    }),
  );
}

/** A warning for each segment that is not completely inside its run. */
export function segmentsOutsideRun({ flags }: TimelinesFile, run: ObservingRun): Finding[] {
  return flags.flatMap(({ name, segments }, index) =>
    segments.flatMap(([start, stop], position): Finding[] => {
      if (start >= run.gps_start && stop <= run.gps_end) return [];
      const message = `${name} [${start}, ${stop}) is not completely in ${showRun(run)}`;
      const fix = 'correct the segment, or the run in runs.yaml';
      return [{ at: ['flags', index, 'segments', position], code: 'W207', message, fix, topic: name }];
    }),
  );
}

const showRun = ({ name, gps_start: start, gps_end: end }: ObservingRun): string => `${name} [${start}, ${end})`;

/** A warning if a dataset has strain files but no names for its mask bits: clients cannot know what the bits mean. */
export function bitsWithoutNames({ dataset, bits = [], series }: StrainDataset): Finding[] {
  if (bits.length > 0 || series.length === 0) return [];
  const message = `the mask bits of ${dataset} have no names`;
  const fix = 'import them with "stillwave import dataset-bits", or write them into bits';
  return [{ at: ['dataset'], code: 'W209', message, fix }];
}

/** The kind in a flag's name: `CBC_CAT1` for `H1_CBC_CAT1`. */
const kindOfFlag = (flag: string): string => flag.slice(flag.indexOf('_') + 1);

/**
 * Warnings about flags whose kind differs by one letter from a known kind. Known kinds are DATA, the names of mask bits, and kinds that
 * occur in more flags. A different digit does not count as a mistake: CBC_CAT1 and CBC_CAT2 are two kinds.
 */
export function misspeltFlags(flags: readonly string[], bitNames: readonly string[]): (Finding | null)[] {
  const counts = new Map<string, number>();
  for (const flag of flags) counts.set(kindOfFlag(flag), (counts.get(kindOfFlag(flag)) ?? 0) + 1);
  const known = new Map([...counts, ...['DATA', ...bitNames].map((name) => [name, Infinity] as const)]);
  const warned = new Map<string, Finding | null>();
  for (const [kind, count] of counts) {
    const isLetter = (other: string) => countEdits(kind, other) === 1 && digitsOf(kind) === digitsOf(other);
    const meant = [...known].find(([other, more]) => more > count && known.get(kind) !== Infinity && isLetter(other));
    const message = `flag ${kind} is one letter away from ${meant?.[0]}`;
    const fix = 'correct the name, if it is misspelt';
    warned.set(kind, meant ? { code: 'W215', message, fix, topic: kind } : null);
  }
  return flags.map((flag) => warned.get(kindOfFlag(flag)) ?? null);
}

const digitsOf = (text: string): string => text.replace(/\D/g, '');

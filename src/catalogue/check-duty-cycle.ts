/** Checks the duty cycle and the DATA bit of statistics against the segments of the timelines. Pure; used by readers and imports. */
import { STRAIN_FILE_DURATION_S } from '../core/contract/wire.ts';
import { dataSecondsOf, dutyCycleOf } from './data-seconds.ts';
import type { PlacedFinding } from './files/yaml-file.ts';
import type { StrainDataset, StrainStatistics, Timeline } from './types.ts';

/**
 * Creates a check that duty cycle and bit sum of DATA match the DATA segments; null if the run has no such flag.
 *
 * Segments are whole seconds, so the duty cycle has 4097 possible values, 1 / 4096 (0.024 %) apart. The published value must be
 * within half a second of the computed one, which allows rounding to two decimals. All 125 published values (124 of them 100 %,
 * one 91.50390625 %) equal the computed ones to the last digit, so no known case needs the tolerance.
 */
export function dataCheckOf(
  dataset: StrainDataset,
  detector: string,
  timelines: readonly Timeline[],
): ((record: StrainStatistics) => PlacedFinding[]) | null {
  const secondsAt = dataSecondsOf(timelines, dataset, detector);
  if (!secondsAt) return null;
  const dataBit = dataset.bits.find(({ name }) => name === 'DATA')?.bit;
  return ({ gps_start: gpsStart, duty_cycle: dutyCycle, bitsums }) => {
    const seconds = secondsAt(gpsStart);
    const findings: PlacedFinding[] = [];
    const add = (at: PlacedFinding['at'], message: string): void => {
      const fix = `correct the value, or the segments in timelines/${dataset.run}.yaml`;
      findings.push({ at, code: 'D154', message: `${message} for ${detector} at GPS ${gpsStart}`, fix });
    };
    if (dutyCycle !== null && Math.round((dutyCycle / 100) * STRAIN_FILE_DURATION_S) !== seconds) {
      const computed = `${dutyCycleOf(seconds)} (${seconds} s)`;
      add(['duty_cycle'], `duty_cycle is ${dutyCycle}, but the segments of ${detector}_DATA give ${computed}`);
    }
    const index = (bitsums ?? []).findIndex(({ bit }) => bit === dataBit);
    const sum = bitsums?.[index]?.sum;
    if (sum !== undefined && sum !== seconds) {
      add(
        ['bitsums', index, 'sum'],
        `the sum of bit ${dataBit} (DATA) is ${sum} s, but the segments give ${seconds} s`,
      );
    }
    return findings;
  };
}

/**
 * A time axis made of observing runs: years without detectors take no space, and time within a run is linear. In: runs, the times to
 * show (GPS s), a range in pixels. Out: bands and a scale. Pure.
 */

import type { RunEntry } from '../../core/contract/wire.ts';
import { spanOf } from '../intervals/interval.ts';
import { DAY_S, type Extent } from './scale.ts';

export interface Band {
  /** Empty for times outside all runs. */
  readonly name: string;
  /** GPS seconds, `[start, stop)`. */
  readonly start: number;
  readonly stop: number;
  /** Pixels. */
  readonly from: number;
  readonly to: number;
  /** The given times that are in it. */
  readonly count: number;
}

export interface RunScale {
  readonly bands: readonly Band[];
  at(gps: number): number;
  invert(pixel: number): number;
}

const GAP_PX = 8;

type Span = Pick<Band, 'name' | 'start' | 'stop' | 'count'>;

/** Runs that contain any of the times, and spans around times between runs; ascending, without overlap. */
function listSpans(runs: readonly RunEntry[], times: readonly number[]): Span[] {
  const ascending = runs.toSorted((a, b) => a.gps_start - b.gps_start);
  const groups: { readonly run: RunEntry | undefined; readonly inGroup: number[] }[] = [];
  for (const time of times.toSorted((a, b) => a - b)) {
    const run = ascending.find(({ gps_start, gps_end }) => time >= gps_start && time < gps_end);
    const last = groups.at(-1);
    if (last && last.run === run) last.inGroup.push(time);
    else groups.push({ run, inGroup: [time] });
  }
  let before = Number.NEGATIVE_INFINITY;
  return groups.map(({ run, inGroup }) => {
    const [first, last] = [inGroup[0] as number, inGroup.at(-1) as number];
    const { start, stop } = run ? spanOf(run) : { start: first - DAY_S, stop: last + DAY_S };
    // If runs overlap, the later one starts where the earlier one ends.
    const span = { name: run?.name ?? '', start: Math.max(start, before), stop, count: inGroup.length };
    before = stop;
    return span;
  });
}

/** The width of a run grows with the square root of its duration, so that short runs stay readable. */
export function createRunScale(runs: readonly RunEntry[], times: readonly number[], [left, right]: Extent): RunScale {
  const spans = listSpans(runs, times);
  const weights = spans.map(({ start, stop }) => Math.sqrt(Math.max(stop - start, DAY_S)));
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  const room = right - left - GAP_PX * Math.max(spans.length - 1, 0);
  let next = left;
  const bands = spans.map((span, n): Band => {
    const from = next;
    const to = from + (room * (weights[n] as number)) / whole;
    next = to + GAP_PX;
    return { ...span, from, to };
  });
  const share = (value: number, from: number, to: number) => Math.min(Math.max((value - from) / (to - from), 0), 1);
  return {
    bands,
    at(gps) {
      const band = bands.find(({ stop }) => gps <= stop) ?? bands.at(-1);
      return band === undefined ? left : band.from + share(gps, band.start, band.stop) * (band.to - band.from);
    },
    invert(pixel) {
      const band = bands.find(({ to }) => pixel <= to) ?? bands.at(-1);
      return band === undefined ? 0 : band.start + share(pixel, band.from, band.to) * (band.stop - band.start);
    },
  };
}

/** Expectations for segments, which are clipped to the requested interval. */

import { API_ROOT } from '../../core/contract/paths.ts';
import type { Envelope, RunDetail, Segment, Timeline } from '../../core/contract/wire.ts';
import { type Case, type Expectation, testCase } from '../case.ts';
import type { SampledListing } from '../catalogue-sample.ts';
import { all, difference, first, hasJson, isOk } from '../expect.ts';
import { bodyOf, type Expectations } from './expectations.ts';

/** Expects a page with exactly these segments. */
const isJust = (segments: readonly Segment[]): Expectation =>
  all(
    isOk,
    hasJson<Envelope<Segment>>((page) =>
      first(
        difference('segments', page.results, segments),
        difference('results_count', page.results_count, segments.length),
      ),
    ),
  );

/** Intervals in and around the first two segments of a page. */
function clippingCases({ listing, path, first: page }: SampledListing): Case[] {
  const segments = page.results as readonly Segment[];
  const long = segments.find(({ start, stop }) => stop - start >= 4);
  const gap = segments.findIndex(({ stop }, n) => (segments[n + 1]?.start ?? stop) - stop >= 2);
  const [before, after] = [segments[gap], segments[gap + 1]];
  const of = (name: string, start: number, stop: number, expected: readonly Segment[]) =>
    testCase(`${listing.path}.${name}`, `${path}?start=${start}&stop=${stop}`, isJust(expected));
  return [
    ...(long
      ? [
          of('clipped', long.start + 1, long.stop - 1, [{ start: long.start + 1, stop: long.stop - 1 }]),
          of('clipped.second', long.start + 1, long.start + 2, [{ start: long.start + 1, stop: long.start + 2 }]),
          of('whole', long.start, long.stop, [long]),
          of('start-is-stop', long.start + 1, long.start + 1, []),
          testCase(
            `${listing.path}.clipped.start`,
            `${path}?start=${long.start + 1}`,
            hasJson<Envelope<Segment>>(({ results }) =>
              difference('first segment', results[0], { start: long.start + 1, stop: long.stop }),
            ),
          ),
        ]
      : []),
    ...(before && after
      ? [
          of('gap', before.stop, after.start, []),
          of('gap.touched', before.stop - 1, after.start + 1, [
            { start: before.stop - 1, stop: before.stop },
            { start: after.start, stop: after.start + 1 },
          ]),
        ]
      : []),
  ];
}

export const segments: Expectations<Segment> = {
  intervalOf: ({ start, stop }) => [start, stop],
  below: {
    'timelines/{}/segments': async ({ start, stop }, [flag], tools) => {
      const { run_names } = bodyOf<Timeline>(await tools.get(`${API_ROOT}/timelines/${flag}`));
      const inRuns = await Promise.all(run_names.map((run) => isInRun({ start, stop }, run, tools.get)));
      return inRuns.includes(true);
    },
    'runs/{}/timelines/{}/segments': (segment, [run = ''], { get }) => isInRun(segment, run, get),
  },
  cases: clippingCases,
};

async function isInRun({ start, stop }: Segment, run: string, get: (target: string) => Promise<{ body: string }>) {
  const { gps_start, gps_end } = JSON.parse((await get(`${API_ROOT}/runs/${run}`)).body) as RunDetail;
  return gps_start <= start && stop <= gps_end;
}

/**
 * Turns addresses that people type or have kept into addresses of views: `start=2019-05-21` becomes the GPS second that the API expects,
 * `release=A&release=B` a list, a dataset the page of its run, and a path without a view a request of the API view. Any other text is left
 * unchanged, and the API's response explains what is wrong with it.
 */

import { DATASET } from '../../core/collections/datasets.ts';
import type { Release } from '../../core/release/release.ts';
import {
  type Address,
  API_VIEW,
  parametersOf,
  pathOf,
  recordTarget,
  segmentsOf,
  withParameters,
} from '../address/address.ts';
import { RELEASE, TIME_RANGE } from '../address/event-requests.ts';
import { viewOf } from '../address/routes.ts';
import { startTarget } from '../client/start-target.ts';
import { readTimeEnd } from '../event-data/range-ends.ts';
import { FILTERS } from '../strain-data/strain-address.ts';
import { readTime } from '../text/read-time.ts';

/** Parameters that are times in every view, and how the start or the end of a date becomes a GPS time. */
const TIMES = [
  [FILTERS.start, (text: string) => readTime(text)?.start],
  [FILTERS.stop, (text: string) => readTime(text)?.stop],
  [TIME_RANGE.start, (text: string) => readTimeEnd('min', text)],
  [TIME_RANGE.stop, (text: string) => readTimeEnd('max', text)],
] as const;
/** A year alone does not count as a date, because `2015` could be a GPS second in 1980. */
const DATE = /^\d{4}-\d{2}/;

/** `tidyParameters('strain-files?start=2015-09-14')` is `strain-files?start=1126224017`. Returns the text unchanged if it needs no change. */
function tidyParameters(target: string): string {
  const parameters = parametersOf(target);
  const dates = TIMES.flatMap(([name, read]) => {
    const text = parameters.get(name) ?? '';
    const gps = DATE.test(text) ? read(text) : undefined;
    return gps === undefined ? [] : [[name, String(gps)]];
  });
  const releases = parameters.getAll(RELEASE);
  const lists = releases.length > 1 ? [[RELEASE, [...new Set(releases.join().split(','))].join()]] : [];
  const changes = [...dates, ...lists];
  return changes.length === 0 ? target : withParameters(target, Object.fromEntries(changes));
}

/** Datasets are shown with their run, or with all runs: the request for that view. Null for other requests and unknown datasets. */
function runOfDatasets(target: string, release: Pick<Release, 'loaded'>): string | null {
  const [first, id, nested] = segmentsOf(target);
  if (first === 'runs' && id !== undefined && nested === 'datasets') return recordTarget('runs', id);
  if (first !== 'datasets' || nested !== undefined) return null;
  if (id === undefined) return 'runs';
  const index = release.loaded('datasets');
  const position = index?.positionOf(id) ?? -1;
  const run = position < 0 ? undefined : index?.rowAt(position).names(DATASET.run)[0];
  return run === undefined ? null : recordTarget('runs', run);
}

/** The address of what the page shows. Its request is the same if the address needs no change; without one, it is the start of the page. */
export function tidyAddress(typed: Address, release: Pick<Release, 'loaded' | 'data'>): Address {
  const target = tidyParameters(typed.target) || startTarget(release);
  const run = runOfDatasets(target, release);
  if (run !== null) return { target: run, settings: {} };
  const hasView = viewOf(target) !== API_VIEW || pathOf(target) === API_VIEW;
  return hasView ? { ...typed, target } : { target: API_VIEW, settings: { request: target } };
}

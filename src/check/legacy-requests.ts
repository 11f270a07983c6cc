/** Requests for the older interfaces: each of their paths, filled with names and times that the site has, and with unknown ones. */

import { ALL_RUNS } from '../core/contract/legacy-paths.ts';
import { recordPath } from '../core/contract/paths.ts';
import { STRAIN_FILE_DURATION_S } from '../core/contract/wire.ts';
import { fillPattern, LEGACY_ROWS, placeholdersOf } from '../core/legacy/legacy.ts';
import type { Release } from '../core/release/release.ts';
import type { Place } from './listing-requests.ts';
import { type CheckRequest, idIn, protocolRequests, type ReadJson, requestFor } from './request.ts';

/** Text for the placeholders in a pattern, by name. */
type Values = Readonly<Record<string, string | number>>;

/** Values from the site's entries. Each sample suits some patterns. */
async function sampleValues(
  { data: { vocabulary } }: Release,
  places: ReadonlyMap<string, Place>,
  read: ReadJson,
): Promise<Values[]> {
  const entriesOf = (path: string) => (places.get(path)?.entries ?? []) as readonly Values[];
  const [file] = entriesOf('strain-files');
  const id = idIn(file);
  const { run, dataset } = ((id && (await read(recordPath('strain-files', id)))) || {}) as Values;
  const times = file && {
    detector: file.detector,
    start: file.gps_start,
    stop: Number(file.gps_start) + 1,
    duration: STRAIN_FILE_DURATION_S,
  };
  const segments = places.get('runs/{}/timelines/{}/segments');
  const [segment] = (segments?.entries ?? []) as readonly { start: number; stop: number }[];
  const [inRun = '', flag = ''] = segments?.parentIds ?? [];
  const during = segment && { flag, start: segment.start, stop: segment.stop, duration: segment.stop - segment.start };
  return [
    ...vocabulary.catalogs.map((catalog) => ({ catalog })),
    ...entriesOf('datasets').map(({ name }) => ({ dataset: name })),
    ...entriesOf('event-versions').map(({ name, version, catalog }) => ({ event: name, version, catalog })),
    ...[run, dataset].map((name) => ({ dataset: name, ...times })),
    ...[inRun, ALL_RUNS, inRun.toLowerCase()].map((name) => ({ dataset: name, ...during })),
    { dataset: inRun, ...during, flag: flag.toLowerCase() },
  ] as Values[];
}

export async function legacyRequests(
  release: Release,
  places: ReadonlyMap<string, Place>,
  read: ReadJson,
): Promise<CheckRequest[]> {
  const samples = await sampleValues(release, places, read);
  const [catalog = 'x'] = release.data.vocabulary.catalogs;
  const targets = LEGACY_ROWS.flatMap(({ pattern }) => {
    const paths = new Set(samples.flatMap((values) => fillPattern(pattern, values) ?? []));
    const [path] = paths;
    if (path === undefined) return [];
    // Each placeholder in turn has a value that is neither a name nor a number.
    const sample = samples.find((values) => fillPattern(pattern, values) !== null);
    const unknown = placeholdersOf(pattern).flatMap((name) => fillPattern(pattern, { ...sample, [name]: '0x' }) ?? []);
    return [...paths, ...unknown, `${path}/`, `${path}?lastver`, `${path}?max-gps-time=1200000000&release=${catalog}`];
  });
  const portal = [
    'eventapi',
    'eventapi/x',
    'eventapi/html',
    'eventapi/html/allevents',
    'timeline',
    'archive',
    'archive/x',
  ];
  return [
    ...[...targets, ...portal].map((target) => requestFor('older interfaces', target)),
    ...protocolRequests('eventapi/json/allevents/'),
  ];
}

/**
 * The interfaces before API v2, as one table: each row is a path that presents an API v2 listing or record in another form. docs/clients.md
 * and docs/older-interfaces.md describe the paths and what programs read.
 */

import { CATALOG } from '../collections/catalogs.ts';
import { DATASET } from '../collections/datasets.ts';
import { EVENT_VERSION } from '../collections/event-versions.ts';
import { catalogVersionId, eventVersionId } from '../contract/ids.ts';
import { ALL_RUNS, LEGACY_LINES } from '../contract/legacy-paths.ts';
import { MAX_CSV_ROWS } from '../contract/parameters.ts';
import { type Pairs, Refused } from '../contract/query.ts';
import { NOT_FOUND, tooManyRows } from '../contract/refusals.ts';
import { listParents, type RowIndex } from '../listing/row-index.ts';
import {
  CSV_TABLE,
  eventTable,
  files,
  jsonBody,
  legacySegments,
  members,
  overview,
  parameterNames,
  segments,
  segmentText,
  TEXT_TABLE,
} from './legacy-envelopes.ts';
import type { Release } from './release.ts';
import {
  type LegacyEnvelope,
  type LegacyInterval,
  type LegacyPath,
  type LegacyRequest,
  type LegacyRow,
  resolveLegacy,
  type Values,
} from './resolve-legacy.ts';
import type { BodyAnswer } from './response.ts';

/**
 * Position of the event version with the given number, or else of the event's highest version; -1 for an unknown event or version. If a
 * catalog is given, the version must be in that catalog.
 */
function positionOfEvent({ event = '', catalog, version }: Values, index: RowIndex): number {
  if (version === undefined) return index.positionOf(catalog === undefined ? event : catalogVersionId(event, catalog));
  const position = index.positionOf(eventVersionId(event, version));
  if (position < 0) return -1;
  const row = index.rowAt(position);
  // The id may be the name of another event.
  const isMeant = String(row.number(EVENT_VERSION.version)) === version;
  return isMeant && (catalog === undefined || row.names(EVENT_VERSION.catalogs).includes(catalog)) ? position : -1;
}

/** The ids of the run and the flag in a path. The dataset may be a run's name; all runs together have no id. The flag's case is ignored. */
async function runAndFlag({ dataset = '', flag }: Values, release: Release): Promise<readonly string[]> {
  const datasets = await release.index('datasets');
  const position = datasets.positionOf(dataset);
  const run = position < 0 ? dataset : (datasets.rowAt(position).names(DATASET.run)[0] as string);
  const ids = run === ALL_RUNS ? [] : [run];
  if (flag !== undefined) ids.push((await release.index('timelines')).idLike(flag) ?? flag);
  return ids;
}

const during = (_: Values, { start, stop }: LegacyInterval): Pairs => [
  ['start', String(start)],
  ['stop', String(stop)],
];

const EVENTS = ['{"events":{', '}}'] as const;
const ONE_EVENT = {
  listing: 'event-versions',
  record: positionOfEvent,
  envelope: members(LEGACY_LINES.eventRecords, ...EVENTS),
} as const;

/** How events are shown: as short records, as records with strain files, or as a table of the short records in one of two forms. */
const EVENT_FORMS: Readonly<Record<string, LegacyEnvelope>> = {
  json: members(LEGACY_LINES.events, ...EVENTS),
  jsonfull: members(LEGACY_LINES.fullEvents, ...EVENTS),
  csv: eventTable(CSV_TABLE),
  ascii: eventTable(TEXT_TABLE),
};

const SEGMENTS: Omit<LegacyRow, 'pattern'> = {
  listing: 'runs/{}/timelines/{}/segments',
  parents: runAndFlag,
  conditions: during,
  envelope: segments,
};

const TABLE: readonly LegacyRow[] = [
  { pattern: 'eventapi/json', listing: 'catalogs', envelope: members(LEGACY_LINES.catalogs, '{', '}') },
  { pattern: 'eventapi/json/query/params', envelope: parameterNames },
  ...Object.entries(EVENT_FORMS).flatMap(([form, envelope]): LegacyRow[] => [
    { pattern: `eventapi/${form}/query/show`, listing: 'event-versions', isSearch: true, envelope },
    { pattern: `eventapi/${form}/allevents`, listing: 'event-versions', envelope },
    {
      pattern: `eventapi/${form}/{catalog}`,
      listing: 'catalogs/{}/events',
      parents: ({ catalog }) => [catalog as string],
      envelope,
    },
  ]),
  { pattern: 'eventapi/json/event/{event}', ...ONE_EVENT },
  { pattern: 'eventapi/json/event/{event}/v{version}', ...ONE_EVENT },
  { pattern: 'eventapi/json/{catalog}/{event}', ...ONE_EVENT },
  { pattern: 'eventapi/json/{catalog}/{event}/v{version}', ...ONE_EVENT },
  {
    pattern: 'archive/dataset/{dataset}/json',
    listing: 'datasets',
    record: ({ dataset }, index) => index.positionOf(dataset as string),
    envelope: members(LEGACY_LINES.datasets, '{', '}'),
  },
  { pattern: 'archive/{start}/{stop}/json', envelope: overview },
  { pattern: 'archive/all/json', envelope: overview },
  {
    pattern: 'archive/links/{dataset}/{detector}/{start}/{stop}/json',
    listing: 'datasets/{}/strain-files',
    parents({ dataset, detector }, { data }) {
      if (!data.vocabulary.detectors.includes(detector as string)) throw new Refused(NOT_FOUND);
      return [dataset as string];
    },
    // A file that starts at the end of the interval does not overlap it. Both times are whole seconds.
    conditions: ({ detector }, { start, stop }) => [
      ['detector', detector as string],
      ['start', String(start)],
      ['stop', String(Math.max(stop - 1, start))],
    ],
    envelope: files,
  },
  {
    pattern: 'timeline/segments/all/{dataset}/{start}/{duration}',
    listing: 'runs/{}/timelines',
    parents: runAndFlag,
    envelope: everyFlag,
  },
  { pattern: 'timeline/segments/json/{dataset}/{flag}/{start}/{duration}', ...SEGMENTS },
  { pattern: 'timeline/segments/all/{dataset}/{flag}/{start}/{duration}', ...SEGMENTS },
  { pattern: 'timeline/segments/{dataset}/{flag}/{start}/{duration}', ...SEGMENTS, envelope: segmentText },
];

/** Patterns of all paths, below the base URL. */
export const LEGACY_PATTERNS: readonly string[] = TABLE.map(({ pattern }) => pattern);

/** The bodies, by flag, for all flags whose segments are recorded for the requested time. */
async function everyFlag({ row, values, listed, selection }: LegacyRequest, release: Release): Promise<BodyAnswer> {
  const bodies: Record<string, object> = {};
  let unrecorded = new Refused(NOT_FOUND);
  let count = 0;
  const flags = listed ? Array.from(selection.positions, (position) => listed.index.idAt(position)) : [];
  for (const flag of flags) {
    try {
      const path = { row: { ...row, ...SEGMENTS }, values: { ...values, flag } };
      const request = await resolveLegacy(path, [], release);
      count += request.selection.count;
      bodies[flag] = legacySegments(request);
    } catch (error) {
      if (!(error instanceof Refused) || error.refusal.status === 400) throw error;
      unrecorded = error;
    }
  }
  if (count > MAX_CSV_ROWS) throw new Refused(tooManyRows('duration', count, MAX_CSV_ROWS));
  if (Object.keys(bodies).length === 0) throw unrecorded;
  return jsonBody(bodies);
}

/** The values that fill a pattern's placeholders; null if the path, given by its segments, does not match. */
function matchPath(pattern: string, path: readonly string[]): Values | null {
  const values: Record<string, string> = {};
  const template = pattern.split('/');
  const matches = template.every((expected, n) => {
    const segment = path[n] ?? '';
    const [prefix = '', name] = expected.split(/[{}]/);
    if (name === undefined) return expected === segment;
    values[name] = segment.slice(prefix.length);
    return segment.startsWith(prefix);
  });
  return matches && template.length === path.length ? values : null;
}

/** Finds the row for a path below the base URL, given by its segments; null if there is none. */
export function findRow(path: readonly string[]): LegacyPath | null {
  for (const row of TABLE) {
    const values = matchPath(row.pattern, path);
    if (values !== null) return { row, values };
  }
  return null;
}

/** For a path that contains a catalog's short name, the path with the catalog's name, below the base URL; null for other paths. */
export async function renamedPath(path: readonly string[], release: Release): Promise<string | null> {
  const { catalog: alias } = findRow(path)?.values ?? {};
  if (alias === undefined) return null;
  const catalogs = listParents(await release.index('catalogs'));
  const catalog = catalogs.find((one) => one.names(CATALOG.aliases).includes(alias));
  if (catalog === undefined) return null;
  // A catalog's name is the third segment.
  return `${path.map((segment, n) => encodeURIComponent(n === 2 ? catalog.id : segment)).join('/')}/`;
}

/**
 * The interfaces before API v2, as one table: each row is a path that presents an API v2 listing or record in another form. docs/clients.md
 * and docs/older-interfaces.md describe the paths and what programs read.
 */

import { CATALOG } from '../collections/catalogs.ts';
import { DATASET } from '../collections/datasets.ts';
import { EVENT_VERSION } from '../collections/event-versions.ts';
import type { Interval } from '../contract/conditions.ts';
import { catalogVersionId, eventVersionId } from '../contract/ids.ts';
import { ALL_RUNS } from '../contract/legacy-paths.ts';
import { LEGACY_LINE_SETS } from '../contract/line-sets.ts';
import { type Pairs, Refused } from '../contract/query.ts';
import { NOT_FOUND } from '../contract/refusals.ts';
import { listRecords, type RowIndex } from '../listing/row-index.ts';
import { positionOf, refuseId } from '../release/parents.ts';
import type { Release } from '../release/release.ts';
import {
  csvTable,
  everyFlag,
  files,
  filterNames,
  members,
  overview,
  segments,
  segmentText,
  textTable,
} from './legacy-bodies.ts';
import {
  type ComposeEntries,
  type LegacyEntries,
  type LegacyPath,
  type LegacyRow,
  selectEntries,
  type Values,
} from './resolve-legacy.ts';

/**
 * Position of the event version with the given number, or else of the event's highest version. If a catalog is given, the version must be in
 * that catalog. Throws Refused for an unknown event or version.
 */
function positionOfEvent({ event = '', catalog, version }: Values, index: RowIndex): number {
  const known = catalog === undefined ? event : catalogVersionId(event, catalog);
  const position = index.positionOf(version === undefined ? known : eventVersionId(event, version));
  const row = position < 0 ? null : index.rowAt(position);
  // An id with a number may be the name of another event.
  const isMeant = version === undefined || String(row?.number(EVENT_VERSION.version)) === version;
  const isListed = catalog === undefined || row?.names(EVENT_VERSION.catalogs).includes(catalog);
  return row && isMeant && isListed ? position : refuseId(event, index);
}

/** The ids of the run and the flag in a path. The dataset may be a run's name; all runs together have no id. The flag's case is ignored. */
async function runAndFlag({ dataset = '', flag }: Values, release: Release): Promise<readonly string[]> {
  const { index: datasets } = await release.open('datasets');
  const position = datasets.positionOf(dataset);
  const run = position < 0 ? dataset : (datasets.rowAt(position).names(DATASET.run)[0] as string);
  const ids = run === ALL_RUNS ? [] : [run];
  if (flag !== undefined) ids.push((await release.open('timelines')).index.idLike(flag) ?? flag);
  return ids;
}

const during = (_: Values, { from, to }: Interval): Pairs => [
  ['start', String(from)],
  ['stop', String(to)],
];

const EVENTS = ['{"events":{', '}}'] as const;
const ONE_EVENT = {
  kind: 'record',
  collection: 'event-versions',
  positionOf: positionOfEvent,
  compose: members(LEGACY_LINE_SETS.eventRecords, ...EVENTS),
} as const;

/** How events are shown: as short records, as records with strain files, or as a table of the short records in one of two forms. */
const EVENT_FORMS: Readonly<Record<string, ComposeEntries>> = {
  json: members(LEGACY_LINE_SETS.events, ...EVENTS),
  jsonfull: members(LEGACY_LINE_SETS.fullEvents, ...EVENTS),
  csv: csvTable,
  ascii: textTable,
};

/** The forms of all events and of catalogs that have files. */
const FORMS_WITH_FILES = ['json', 'jsonfull'];

const OVERVIEW = { kind: 'computed', reads: ['event-versions', 'datasets'], compose: overview } as const;

const SEGMENTS = {
  kind: 'listing',
  listing: 'runs/{}/timelines/{}/segments',
  ofAllRuns: 'timelines/{}/segments',
  parentIds: runAndFlag,
  queryPairs: during,
  compose: segments,
} as const;

/** The paths of these interfaces. */
export const LEGACY_ROWS: readonly LegacyRow[] = [
  {
    pattern: 'eventapi/json',
    kind: 'listing',
    listing: 'catalogs',
    compose: members(LEGACY_LINE_SETS.catalogs, '{', '}'),
    hasFiles: true,
  },
  { pattern: 'eventapi/json/query/params', kind: 'computed', reads: [], compose: filterNames, hasFiles: true },
  ...Object.entries(EVENT_FORMS).flatMap(([form, compose]): LegacyRow[] => {
    const hasFiles = FORMS_WITH_FILES.includes(form);
    const events = { kind: 'listing', listing: 'event-versions', compose } as const;
    return [
      { ...events, pattern: `eventapi/${form}/query/show`, isSearch: true },
      { ...events, pattern: `eventapi/${form}/allevents`, hasFiles },
      {
        pattern: `eventapi/${form}/{catalog}`,
        kind: 'listing',
        listing: 'catalogs/{}/events',
        parentIds: ({ catalog }) => [catalog as string],
        compose,
        hasFiles,
      },
    ];
  }),
  { pattern: 'eventapi/json/event/{event}', ...ONE_EVENT, hasFiles: true },
  { pattern: 'eventapi/json/event/{event}/v{version}', ...ONE_EVENT, hasFiles: true },
  { pattern: 'eventapi/json/{catalog}/{event}', ...ONE_EVENT, hasFiles: true },
  { pattern: 'eventapi/json/{catalog}/{event}/v{version}', ...ONE_EVENT, hasFiles: true },
  {
    pattern: 'archive/dataset/{dataset}/json',
    kind: 'record',
    collection: 'datasets',
    positionOf: ({ dataset = '' }, index) => positionOf(dataset, index),
    compose: members(LEGACY_LINE_SETS.datasets, '{', '}'),
    hasFiles: true,
  },
  { pattern: 'archive/{start}/{stop}/json', ...OVERVIEW },
  { pattern: 'archive/all/json', ...OVERVIEW, hasFiles: true },
  {
    pattern: 'archive/links/{dataset}/{detector}/{start}/{stop}/json',
    kind: 'listing',
    listing: 'datasets/{}/strain-files',
    parentIds({ dataset, detector }, { data }) {
      if (!data.vocabulary.detectors.includes(detector as string)) throw new Refused(NOT_FOUND);
      return [dataset as string];
    },
    // A file that starts at the end of the interval does not overlap it. Both times are whole seconds.
    queryPairs: ({ detector }, { from, to }) => [
      ['detector', detector as string],
      ['start', String(from)],
      ['stop', String(Math.max(to - 1, from))],
    ],
    compose: files,
  },
  {
    pattern: 'timeline/segments/all/{dataset}/{start}/{duration}',
    kind: 'listing',
    listing: 'runs/{}/timelines',
    ofAllRuns: 'timelines',
    parentIds: runAndFlag,
    selectBelow: selectSegments,
    compose: everyFlag,
  },
  { pattern: 'timeline/segments/json/{dataset}/{flag}/{start}/{duration}', ...SEGMENTS },
  { pattern: 'timeline/segments/all/{dataset}/{flag}/{start}/{duration}', ...SEGMENTS },
  { pattern: 'timeline/segments/{dataset}/{flag}/{start}/{duration}', ...SEGMENTS, compose: segmentText },
];

/** The segments of each flag whose segments are recorded for the requested time. */
async function selectSegments({ values, positions, source }: LegacyEntries, release: Release) {
  const recorded: LegacyEntries[] = [];
  let unrecorded = new Refused(NOT_FOUND);
  for (const position of positions) {
    const flag = source.index.idAt(position);
    try {
      recorded.push(await selectEntries(SEGMENTS, { ...values, flag }, [], release));
    } catch (error) {
      if (!(error instanceof Refused) || error.refusal.status === 400) throw error;
      unrecorded = error;
    }
  }
  if (recorded.length === 0) throw unrecorded;
  return recorded;
}

const PLACEHOLDER = /\{(\w+)\}/g;

/** The names of a pattern's placeholders. */
export const placeholdersOf = (pattern: string): string[] =>
  Array.from(pattern.matchAll(PLACEHOLDER), ([, name]) => name as string);

/** The path with the values in place of the placeholders; null if a value is missing. */
export function fillPattern(pattern: string, values: Readonly<Record<string, string | number>>): string | null {
  if (!placeholdersOf(pattern).every((name) => name in values)) return null;
  return pattern.replace(PLACEHOLDER, (_, name: string) => String(values[name]));
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
  for (const row of LEGACY_ROWS) {
    const values = matchPath(row.pattern, path);
    if (values !== null) return { row, values };
  }
  return null;
}

/** For a path that contains a catalog's short name, the path with the catalog's name, below the base URL; null for other paths. */
export async function renamedPath(
  path: readonly string[],
  { catalog: alias }: Values,
  release: Release,
): Promise<string | null> {
  if (alias === undefined) return null;
  const catalogs = listRecords((await release.open('catalogs')).index);
  const catalog = catalogs.find((one) => one.names(CATALOG.aliases).includes(alias));
  if (catalog === undefined) return null;
  // A catalog's name is the third segment.
  return `${path.map((segment, n) => encodeURIComponent(n === 2 ? catalog.id : segment)).join('/')}/`;
}

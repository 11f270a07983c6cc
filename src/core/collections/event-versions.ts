/** Event versions: published analyses of detected events. */

import { caselessText, decimal, flag, listOf } from '../contract/codecs.ts';
import { bind, createCollection, type Row, type Vocabulary } from '../contract/collection.ts';
import { atLeast, atMost, contains, isHighest, isOneOf } from '../contract/conditions.ts';
import { type Filter, filter, lineSetFilter } from '../contract/filters.ts';
import { catalogVersionId, eventVersionId } from '../contract/ids.ts';
import { LEGACY_LINE_SETS } from '../contract/line-sets.ts';
import { hyphenForm, nameRangeFilter } from '../contract/parameter-forms.ts';

/** Index columns. `catalogs` lists the event version's own catalog, then cumulative catalogs. */
export const EVENT_VERSION = {
  name: 'name',
  version: 'version',
  gps: 'gps',
  catalogs: 'catalogs',
  detectors: 'detectors',
  /** The event's other names. */
  aliases: 'aliases',
  /** The short name that replaces `<name>-v<version>`; empty for most versions. */
  shortName: 'short_name',
  /** The service's short name, if it is another id of the version; empty for most versions. */
  otherShortName: 'other_short_name',
  /** Each of the version's detectors, with the run: `H1/O3a`. Empty if the event is outside all runs. */
  detectorRuns: 'detector_runs',
  /** Column with a parameter's best value. The parameter's name is in underscore form. */
  best: (parameter: string): string => `best.${parameter}`,
} as const;

/** Line set for entries with their default parameters. */
export const WITH_PARAMETERS = 'event-versions-parameters';

/** Maximum length of the search text, in characters. */
const NAME_CONTAINS_MAX = 100;
/** The only range filter without a parameter object. */
const GPS_TIME = 'gps-time';

/** Parameter names as in `/default-parameters` and range filters: hyphen form, `gps-time` last. */
export function rangeNames({ parameters }: Pick<Vocabulary, 'parameters'>): string[] {
  return [...parameters.map(({ name }) => hyphenForm(name)), GPS_TIME];
}

function rangeFilters({ parameters }: Vocabulary): Filter[] {
  const ranges = [
    ...parameters.map(({ name, unit }) => {
      const short = hyphenForm(name);
      return { name: short, unit: unit || null, of: `best value of ${short}`, column: EVENT_VERSION.best(name) };
    }),
    { name: GPS_TIME, unit: 's', of: 'GPS time of the event', column: EVENT_VERSION.gps },
  ];
  return ranges.flatMap(({ name, unit, of, column }) => [
    filter(nameRangeFilter('min', name), decimal, atLeast(column), `Minimum ${of}, inclusive.`, { unit }),
    filter(nameRangeFilter('max', name), decimal, atMost(column), `Maximum ${of}, inclusive.`, { unit }),
  ]);
}

const numberedId = (row: Row): string =>
  eventVersionId(row.text(EVENT_VERSION.name), row.number(EVENT_VERSION.version));

const idOf = (row: Row): string => row.names(EVENT_VERSION.shortName)[0] ?? numberedId(row);

/**
 * Yields numbered ids, then ids of event versions in a catalog, highest version first, then names, which stand for the last version, the
 * service's short names and aliases, and last the numbered forms of aliases.
 */
function* otherIds(rows: Iterable<Row>): Generator<readonly [id: string, position: number]> {
  const descending = [...rows].sort((a, b) => b.number(EVENT_VERSION.version) - a.number(EVENT_VERSION.version));
  for (const row of descending) yield [numberedId(row), row.position];
  for (const row of descending) {
    const name = row.text(EVENT_VERSION.name);
    for (const catalog of row.names(EVENT_VERSION.catalogs)) yield [catalogVersionId(name, catalog), row.position];
  }
  for (const row of descending) yield [row.text(EVENT_VERSION.name), row.position];
  for (const row of descending) {
    for (const id of row.names(EVENT_VERSION.otherShortName)) yield [id, row.position];
    for (const alias of row.names(EVENT_VERSION.aliases)) yield [alias, row.position];
  }
  for (const row of descending) {
    for (const alias of row.names(EVENT_VERSION.aliases)) {
      yield [eventVersionId(alias, row.number(EVENT_VERSION.version)), row.position];
    }
  }
}

export function eventVersions(vocabulary: Vocabulary) {
  const isIn = isOneOf(EVENT_VERSION.catalogs);
  return createCollection({
    name: 'event-versions',
    title: 'Event Versions',
    description: 'Versions of detected events, latest event first.',
    order: 'GPS time descending, then name, then version ascending',
    filters: [
      filter(
        'name-contains',
        caselessText(NAME_CONTAINS_MAX),
        contains(EVENT_VERSION.name),
        'Part of the event name; ASCII case is ignored.',
        { default: '' },
      ),
      filter('release', listOf(vocabulary.catalogs), isIn, 'Versions published in one of these catalogs.'),
      filter(
        'lastver',
        flag,
        () => isHighest(EVENT_VERSION.version, EVENT_VERSION.name),
        'Only the highest version of each event, among the versions that pass all other filters.',
        { default: false },
      ),
      lineSetFilter('include-default-parameters', WITH_PARAMETERS, 'Adds the default parameters to each entry.'),
      ...rangeFilters(vocabulary),
    ],
    paths: [
      { path: 'event-versions' },
      { path: 'catalogs/{}/events', bindings: [bind(isIn, ({ id }) => [id], 'release')] },
    ],
    index: 'columns',
    ids: { idOf, otherIds },
    legacyLineSets: [LEGACY_LINE_SETS.events, LEGACY_LINE_SETS.fullEvents, LEGACY_LINE_SETS.eventRecords],
    records: 'event-version-details',
  });
}

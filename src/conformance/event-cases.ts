/** Cases of the event versions: what each query selects, and in which order. */

import { NAME_CONTAINS_MAX } from '../contract/listings.ts';
import { API_ROOT } from '../contract/paths.ts';
import { unknownRangeFilter } from '../contract/refusals.ts';
import type { EventVersionEntry } from '../contract/wire.ts';
import { type Case, type Expectation, type Need, testCase } from './case.ts';
import { both, differ, first, hasJson, isOk, isPage, isRefusal, sameAs } from './expect.ts';
import { members, pageSize, refusedValue } from './expect-entries.ts';
import type { World } from './world.ts';

const EVENT_MEMBERS = ['name', 'shortName', 'gps', 'version', 'catalog', 'doi', 'detectors', 'detail_url'];
const WITH_PARAMETERS = [...EVENT_MEMBERS, 'default_parameters'];
const PARAMETER_MEMBERS = [
  ...['name', 'unit', 'description', 'best', 'upper_error', 'lower_error', 'is_upper_limit', 'is_lower_limit'],
];

function isEventVersion(expected: readonly string[]): (entry: EventVersionEntry) => string | null {
  return (entry) =>
    first(
      members(entry, expected, 'doi'),
      ...(entry.default_parameters ?? []).map((parameter) => members(parameter, PARAMETER_MEMBERS)),
    );
}

const eventOrder = (a: EventVersionEntry, b: EventVersionEntry): boolean => {
  if (a.gps !== b.gps) return a.gps > b.gps;
  return a.name === b.name ? a.version < b.version : a.name < b.name;
};

/** The number of decimals is nothing that parsed JSON tells. */
const writesOneDecimal: Expectation = ({ body }) =>
  /"gps":(?!-?\d+\.\d[,}])/.test(body) ? 'a gps is not written with one decimal' : null;

export function eventCases({ listings, eventVersions }: World): Case[] {
  const listing = listings['event-versions'];
  const path = `${API_ROOT}/event-versions`;
  const catalogs = listing.filters.get('release')?.codec.allowed ?? [];
  const plain = { entry: isEventVersion(EVENT_MEMBERS), order: eventOrder };
  const full = { entry: isEventVersion(WITH_PARAMETERS), order: eventOrder };
  const flags = ['lastver', 'include-default-parameters'] as const;
  const [entry] = eventVersions.results;
  const gps = entry?.gps ?? 0;
  const anyQuery: readonly Need[] = ['any-query'];
  const inCatalog = (catalog: string): typeof plain => ({
    ...plain,
    entry: (found) => first(plain.entry(found), differ('catalog', found.catalog, catalog)),
  });
  return [
    testCase('event-versions', path, both(isPage(listing, { pageSize }, plain), writesOneDecimal)),
    testCase('event-versions.slash', `${path}/`, sameAs(path)),
    ...catalogs.map((catalog) =>
      testCase(
        `event-versions.release.${catalog}`,
        `${path}?release=${catalog}`,
        isPage(listing, { filters: new Map([['release', [catalog]]]), pageSize }, inCatalog(catalog)),
      ),
    ),
    testCase(
      'event-versions.release.two',
      `${path}?release=${catalogs.slice(0, 2).join(',')}`,
      isPage(listing, { filters: new Map([['release', catalogs.slice(0, 2).toSorted()]]), pageSize }, plain),
      { needs: anyQuery },
    ),
    testCase(
      'event-versions.release.comma-encoded',
      `${path}?release=${catalogs.slice(0, 2).join('%2C')}`,
      sameAs(`${path}?release=${catalogs.slice(0, 2).join(',')}`),
      { needs: anyQuery },
    ),
    testCase(
      'event-versions.lastver',
      `${path}?lastver=true`,
      isPage(listing, { filters: new Map([['lastver', true]]), pageSize }, plain),
    ),
    testCase(
      'event-versions.include-default-parameters',
      `${path}?include-default-parameters=true`,
      isPage(listing, { filters: new Map([['include-default-parameters', true]]), pageSize }, full),
    ),
    ...flags.flatMap((name) => [
      ...['=True', '=1', '=', ''].map((text) =>
        testCase(`event-versions.${name}${text || '.bare'}`, `${path}?${name}${text}`, sameAs(`${path}?${name}=true`)),
      ),
      ...['=false', '=False', '=0'].map((text) =>
        testCase(`event-versions.${name}${text}`, `${path}?${name}${text}`, sameAs(path)),
      ),
    ]),
    testCase(
      'event-versions.all-filters',
      `${path}?include-default-parameters&lastver=1&release=${entry?.catalog}`,
      isPage(
        listing,
        {
          filters: new Map<string, never>([
            ['include-default-parameters', true],
            ['lastver', true],
            ['release', [entry?.catalog]],
          ] as never),
          pageSize,
        },
        full,
      ),
    ),
    testCase(
      'event-versions.name-contains',
      `${path}?name-contains=${entry?.name.toLowerCase()}`,
      both(
        isOk,
        hasJson<{ results: EventVersionEntry[] }>(({ results }) =>
          results.some(({ shortName }) => shortName === entry?.shortName) ? null : 'the event is not found',
        ),
      ),
      { needs: anyQuery },
    ),
    testCase('event-versions.name-contains.empty', `${path}?name-contains=`, sameAs(path), { needs: anyQuery }),
    testCase(
      'event-versions.name-contains.long',
      `${path}?name-contains=${'x'.repeat(NAME_CONTAINS_MAX + 1)}`,
      refusedValue(listing, 'name-contains'),
      { needs: anyQuery },
    ),
    testCase(
      'event-versions.range',
      `${path}?min-gps-time=${gps}&max-gps-time=${gps}`,
      both(
        isOk,
        hasJson<{ results: EventVersionEntry[] }>(({ results }) =>
          results.length > 0 && results.every((found) => found.gps === gps) ? null : 'not the events of this time',
        ),
      ),
      { needs: anyQuery },
    ),
    testCase(
      'event-versions.range.empty',
      `${path}?min-gps-time=2&max-gps-time=1`,
      both(
        isOk,
        hasJson<{ results_count: number }>((body) => differ('results_count', body.results_count, 0)),
      ),
      { needs: anyQuery },
    ),
    ...listing.rangeFilters.map((name) =>
      testCase(`event-versions.${name}.invalid`, `${path}?${name}=x`, refusedValue(listing, name), { needs: anyQuery }),
    ),
    testCase(
      'event-versions.range.unknown',
      `${path}?min-what=1`,
      isRefusal(unknownRangeFilter('min-what', listing.rangeFilters)),
      { needs: ['echo'] },
    ),
    testCase('event-versions.range.unknown-refused', `${path}?min-what=1`, ({ status, body }) =>
      status >= 400 && status < 500 ? null : `status ${status}: ${body.slice(0, 80)}`,
    ),
  ];
}

/**
 * Cases for the older interfaces, which have the same entries as the listings of API v2. There are no cases if the site does not serve
 * these interfaces.
 */

import { LEGACY_CATALOGS, legacyCatalogPath } from '../core/contract/legacy-paths.ts';
import { API_ROOT } from '../core/contract/paths.ts';
import { NOT_FOUND } from '../core/contract/refusals.ts';
import type { Envelope, EventVersionEntry, Segment } from '../core/contract/wire.ts';
import { bodyOf, type Case, type Expectation, testCase } from './case.ts';
import type { CatalogueSample } from './catalogue-sample.ts';
import { allOf, difference, hasJson, isNotFound, isOk, sameAs } from './expect.ts';

type Events = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Expects the first events to have the keys and times of the entries on a listing's first page. */
const hasEventsOf =
  (path: string): Expectation =>
  async (answer, { get }) => {
    const { results } = bodyOf<Envelope<EventVersionEntry>>(await get(path));
    const { events } = bodyOf<{ events: Events }>(answer);
    const shown = Object.entries(events).map(([key, { GPS }]) => [key, GPS]);
    const expected = results.map(({ shortName, gps }) => [shortName, gps]);
    return difference('events', shown.slice(0, expected.length), expected);
  };

/** Expects every record to have the same members, and no member to be a list, because tables are made from the records. */
const isTable = hasJson<{ events: Events }>(({ events }) => {
  const [first = {}, ...others] = Object.values(events);
  const members = Object.keys(first).join();
  const odd = others.find((record) => Object.keys(record).join() !== members);
  const list = Object.values(events).find((record) => Object.values(record).some((value) => Array.isArray(value)));
  return difference('members of a record', odd && Object.keys(odd), undefined) ?? difference('a list', list, undefined);
});

/** Expects the first event's `jsonurl` to lead to its record, and the record to have strain files. */
const leadsToRecord: Expectation = async (answer, { follow }) => {
  const [entry] = Object.entries(bodyOf<{ events: Events }>(answer).events);
  if (entry === undefined) return null;
  const [key, { jsonurl }] = entry;
  const { events } = bodyOf<{ events: Events }>(await follow(String(jsonurl)));
  return (
    difference('record', Object.keys(events), [key]) ?? difference('strain', Array.isArray(events[key]?.strain), true)
  );
};

const isUnknown: Expectation = ({ status }) => difference('status', status, NOT_FOUND.status);

/** Cases for segments, which have several paths; the flag in a path may be in upper or lower case. */
function segmentCases({ listings }: CatalogueSample): Case[] {
  const sampled = listings.get('runs/{}/timelines/{}/segments');
  const [entry] = (sampled?.first.results ?? []) as readonly Segment[];
  if (sampled === undefined || entry === undefined) return [];
  const [run = '', flag = ''] = sampled.parents;
  const at = (form: string, name: string) =>
    `timeline/segments/${form}${run}/${name}/${entry.start}/${entry.stop - entry.start}`;
  const usual = at('json/', flag);
  return [
    testCase('legacy segments', usual, allOf(isOk, hasSegments([[entry.start, entry.stop]]))),
    testCase('legacy segments.no-form', at('', flag), sameAs(usual)),
    testCase('legacy segments.all', at('all/', flag), sameAs(usual)),
    testCase('legacy segments.case', at('json/', flag.toLowerCase()), sameAs(usual)),
  ];
}

const hasSegments = (expected: readonly (readonly number[])[]): Expectation =>
  hasJson<{ segments: unknown }>(({ segments }) =>
    difference('segments', JSON.stringify(segments), JSON.stringify(expected)),
  );

/** The cases for a site that serves the older interfaces. */
export function legacyCases(sample: CatalogueSample): Case[] {
  const { listings, hasLegacy } = sample;
  if (!hasLegacy) return [];
  const catalogs = (listings.get('catalogs')?.first.results ?? []) as readonly { readonly name: string }[];
  const inCatalog = listings.get('catalogs/{}/events');
  const names = catalogs.map(({ name }) => name);
  const hasCatalogs = hasJson<Readonly<Record<string, unknown>>>((body) =>
    difference('catalogs', Object.keys(body).slice(0, names.length), names),
  );
  const catalog = inCatalog?.parents[0];
  const ofCatalog =
    catalog === undefined || inCatalog === undefined
      ? []
      : [
          testCase(
            'legacy catalog',
            legacyCatalogPath(catalog),
            allOf(isOk, hasEventsOf(inCatalog.path), isTable, leadsToRecord),
          ),
          testCase(
            'legacy catalog.no-slash',
            legacyCatalogPath(catalog).slice(0, -1),
            sameAs(legacyCatalogPath(catalog)),
          ),
        ];
  return [
    ...segmentCases(sample),
    testCase('legacy catalogs', LEGACY_CATALOGS, allOf(isOk, hasCatalogs)),
    testCase('legacy catalogs.slash', `${LEGACY_CATALOGS}/`, sameAs(LEGACY_CATALOGS)),
    ...ofCatalog,
    testCase(
      'legacy all',
      legacyCatalogPath('allevents'),
      allOf(isOk, hasEventsOf(`${API_ROOT}/event-versions`), isTable),
    ),
    testCase(
      'legacy search',
      'eventapi/json/query/show?lastver',
      allOf(isOk, hasEventsOf(`${API_ROOT}/event-versions?lastver`)),
    ),
    testCase('legacy unknown-catalog', legacyCatalogPath('-'), isNotFound),
    testCase('legacy portal', 'eventapi/html/allevents', isUnknown),
  ];
}

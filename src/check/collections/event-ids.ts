/** Cases for ids of event versions, and for cumulative catalogs. */

import { API_ROOT } from '../../core/contract/paths.ts';
import type { EventEntry, EventVersionDetail, EventVersionEntry } from '../../core/contract/wire.ts';
import { type Case, type Expectation, type Tools, testCase } from '../case.ts';
import type { SampledListing } from '../catalogue-sample.ts';
import { entriesOf } from '../entries.ts';
import { difference, isNotFound, sameAs } from '../expect.ts';
import { bodyOf } from './expectations.ts';

const MAX_EVENTS_LOOKED_AT = 10;

const recordAt = (id: string): string => `${API_ROOT}/event-versions/${id}`;

type ByCatalog = ReadonlyMap<string, readonly EventVersionEntry[]>;

/** All versions, by the catalogs that list them. */
async function readCatalogs(catalogs: readonly string[], tools: Tools): Promise<ByCatalog> {
  const found = new Map<string, readonly EventVersionEntry[]>();
  for (const release of catalogs) found.set(release, await entriesOf('event-versions', tools, { release }));
  return found;
}

/** The highest version of each event, by short name. */
function highestOf(entries: readonly EventVersionEntry[]): string[] {
  const highest = new Map<string, EventVersionEntry>();
  for (const entry of entries) {
    if (entry.version > (highest.get(entry.name)?.version ?? 0)) highest.set(entry.name, entry);
  }
  return [...highest.values()].map(({ shortName }) => shortName).sort();
}

/** A cumulative catalog lists the highest version of each event among its members. */
const gathersHighest =
  (catalogs: readonly string[]): Expectation =>
  async (_, tools) => {
    const all = await readCatalogs(catalogs, tools);
    for (const [catalog, entries] of all) {
      const members = [...new Set(entries.map((entry) => entry.catalog))].filter((name) => name !== catalog);
      const expected = highestOf(members.flatMap((name) => all.get(name) ?? []));
      const found = entries.map(({ shortName }) => shortName).sort();
      const finding = members.length === 0 ? null : difference(`versions in ${catalog}`, found, expected);
      if (finding !== null) return finding;
    }
    return null;
  };

/** An id with a catalog finds the event's highest version in it. */
const isHighestIn =
  (name: string, catalog: string): Expectation =>
  async (answer, tools) => {
    const entries = await entriesOf<EventVersionEntry>('event-versions', tools, { release: catalog });
    const [expected] = highestOf(entries.filter((entry) => entry.name === name));
    return difference('version', bodyOf<EventVersionDetail>(answer).shortName, expected);
  };

/** A name finds the last version; with a catalog, the highest one in it. Checked for events with several versions. */
const findsVersions: Expectation = async (_, tools) => {
  const events = await entriesOf<EventEntry>('events', tools);
  for (const { name, versions } of events.filter((event) => event.versions.length > 1).slice(0, MAX_EVENTS_LOOKED_AT)) {
    const highest = new Map(versions.map(({ catalog, version }) => [`${name}@${catalog}`, version]));
    for (const [id, version] of [...highest, [name, versions.at(-1)?.version] as const]) {
      const found = bodyOf<EventVersionDetail>(await tools.get(recordAt(id)));
      const finding = difference(`version that ${id} finds`, [found.name, found.version], [name, version]);
      if (finding !== null) return finding;
    }
  }
  return null;
};

function wholeCases({ listing, path, first }: SampledListing): Case[] {
  const catalogs = listing.filters.get('release')?.codec.allowed ?? [];
  const [entry] = first.results as readonly EventVersionEntry[];
  if (!entry) return [];
  const { name, catalog } = entry;
  const unknown = [`${name}@UNKNOWN`, `${name}@`, `@${catalog}`, '@', `${name}@${catalog}@${catalog}`, `${name}-v0`];
  return [
    testCase('event-versions.cumulative', path, gathersHighest(catalogs)),
    testCase('event-versions.ids', path, findsVersions),
    testCase('event-versions.id.catalog', recordAt(`${name}@${catalog}`), isHighestIn(name, catalog)),
    testCase(
      'event-versions.id.catalog.encoded',
      recordAt(`${name}%40${catalog}`),
      sameAs(recordAt(`${name}@${catalog}`)),
    ),
    ...unknown.map((id) => testCase(`event-versions.id ${id.replace(name, 'NAME')}`, recordAt(id), isNotFound)),
    testCase('event-versions.id.empty', `${API_ROOT}/event-versions//parameters`, isNotFound),
  ];
}

/** The listing below a catalog equals the one with the filter. */
function catalogCases({ listing, parents: [catalog = ''], path, first }: SampledListing): Case[] {
  const [entry] = first.results as readonly EventVersionEntry[];
  const asFilter: Expectation = async (_, tools) => {
    const below: EventVersionEntry[] = bodyOf<{ results: EventVersionEntry[] }>(await tools.get(path)).results;
    const { results } = bodyOf<{ results: EventVersionEntry[] }>(
      await tools.get(`${API_ROOT}/event-versions?release=${catalog}`),
    );
    return difference('entries', below, results);
  };
  return [
    testCase(`${listing.path}.as-release`, path, asFilter),
    ...(entry
      ? [testCase(`${listing.path}.id.catalog`, recordAt(`${entry.name}@${catalog}`), isHighestIn(entry.name, catalog))]
      : []),
  ];
}

export function eventIdCases(sampled: SampledListing): Case[] {
  return sampled.listing.parents.length === 0 ? wholeCases(sampled) : catalogCases(sampled);
}

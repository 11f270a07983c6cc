/** Code shared by the renderers for events and event versions: sorting, grouping, runs and catalogs. Times are in GPS seconds. */

import { runAt } from '../../catalogue/runs.ts';
import type { Catalog, Catalogue, EventFacts, ObservingRun } from '../../catalogue/types.ts';
import { groupBy } from '../../core/base/group-by.ts';
import { byCodeUnit } from '../../core/base/order.ts';
import type { Compatibility } from '../../core/contract/compatibility.ts';
import { eventVersionId } from '../../core/contract/ids.ts';
import type { VersionLink } from '../../core/contract/wire.ts';
import { arrayOf, objectOf, plain, recordLink } from './json.ts';
import type { CatalogueWith, NamedCatalogue, NamedVersion } from './renderer.ts';

/** Order of the event versions (decision): gps descending, then name by code unit, then version ascending. */
export function sortVersions(versions: readonly NamedVersion[]): NamedVersion[] {
  return [...versions].sort((a, b) => b.gps - a.gps || byCodeUnit(a.name, b.name) || a.version - b.version);
}

/** An event, with all recorded facts. */
export interface Event extends EventFacts {
  /** Ascending; at least one. */
  readonly versions: readonly NamedVersion[];
  readonly last: NamedVersion;
}

/** All events, by name. */
export function groupByEvent({ eventVersions, events }: CatalogueWith<'eventVersions' | 'events'>): Map<string, Event> {
  const groups = groupBy(eventVersions, ({ name }) => name);
  const facts = new Map(events.map((event) => [event.name, event]));
  return new Map(
    Array.from(groups, ([name, group]) => {
      const versions = group.sort((a, b) => a.version - b.version);
      return [name, { ...facts.get(name), name, versions, last: versions.at(-1) as NamedVersion }];
    }),
  );
}

/** An event's run at a time: the recorded run, or else the first run whose segment contains the time; null outside all runs. */
export function runOf({ run }: Event, gps: number, runs: readonly ObservingRun[]): string | null {
  return run ?? runAt(gps, runs);
}

/**
 * The catalogs that contain an event version: its own, then cumulative catalogs. A cumulative catalog contains each event's highest version
 * among the versions in its member catalogs.
 */
export function catalogsOf(version: NamedVersion, { versions }: Event, catalogs: readonly Catalog[]): string[] {
  const isHighestAmong = (members: readonly string[]) =>
    versions.findLast(({ catalog }) => members.includes(catalog)) === version;
  const cumulative = catalogs.filter(({ members }) => members !== undefined && isHighestAmong(members));
  return [version.catalog, ...cumulative.map(({ name }) => name)];
}

/** Rendered links to the notices and circulars for an event's candidate, by its GraceDB id; null if there is no id. */
export function gcnLinks({ grace_id: id }: EventFacts): { gcn_notice: string; gcn_circular: string } {
  return {
    gcn_notice: plain(id ? `https://gcn.gsfc.nasa.gov/notices_l/${id}.lvc` : null),
    gcn_circular: plain(id ? `https://gcn.nasa.gov/circulars?query=${id}` : null),
  };
}

/** Pairs of detector and run, such as `H1/O3a`, which a flag and an event version can share; empty if there is no run. */
export const detectorRuns = (detectors: readonly string[], run: string | null): string[] =>
  run === null ? [] : detectors.map((detector) => `${detector}/${run}`);

/** All names of an event: its name, then its aliases. */
export const allNames = ({ name, aliases = [] }: EventFacts): string[] => [name, ...aliases];

/** Adds short names: for `compatibility: service`, the service's where the data record them. */
export function withShortNames(catalogue: Catalogue, compatibility: Compatibility): NamedCatalogue {
  const eventVersions = catalogue.eventVersions.map((version): NamedVersion => {
    const ofService = compatibility === 'service' ? version.short_name : undefined;
    return { ...version, shortName: ofService ?? eventVersionId(version.name, version.version) };
  });
  return { ...catalogue, eventVersions };
}

/** Links to an event's versions, ascending. */
export function renderVersions({ versions }: Event): string {
  const links = versions.map((version) =>
    objectOf<VersionLink>({
      version: plain(version.version),
      catalog: plain(version.catalog),
      detail_url: recordLink('event-versions', version.shortName),
    }),
  );
  return arrayOf(links);
}

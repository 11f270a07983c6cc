/** Code shared by the renderers for events and event versions: sorting, grouping, runs and catalogs. Times are in GPS seconds. Pure. */

import { runAt } from '../../catalogue/runs.ts';
import type { Catalogue, EventFacts, EventVersion, ObservingRun } from '../../catalogue/types.ts';
import { groupBy } from '../../core/base/group-by.ts';
import { byCodeUnit } from '../../core/base/order.ts';
import { eventVersionId } from '../../core/contract/ids.ts';
import type { VersionLink } from '../../core/contract/wire.ts';
import { arrayOf, objectOf, plain, recordLink } from './json.ts';

/** Order of the event versions (decision): gps descending, then name by code unit, then version ascending. */
export function sortVersions(versions: readonly EventVersion[]): EventVersion[] {
  return [...versions].sort((a, b) => b.gps - a.gps || byCodeUnit(a.name, b.name) || a.version - b.version);
}

/** An event, with all recorded facts. */
export interface Event extends EventFacts {
  /** Ascending; at least one. */
  readonly versions: readonly EventVersion[];
  readonly last: EventVersion;
}

/** All events, by name. */
export function groupByEvent({ eventVersions, events }: Catalogue): Map<string, Event> {
  const groups = groupBy(eventVersions, ({ name }) => name);
  const facts = new Map(events.map((event) => [event.name, event]));
  return new Map(
    Array.from(groups, ([name, group]) => {
      const versions = group.sort((a, b) => a.version - b.version);
      const { graceId = null, run = null, aliases = [] } = facts.get(name) ?? {};
      return [name, { name, graceId, run, aliases, versions, last: versions.at(-1) as EventVersion }];
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
export function catalogsOf(version: EventVersion, { versions }: Event, { catalogs }: Catalogue): string[] {
  const isHighestAmong = (members: readonly string[]) =>
    versions.findLast(({ catalog }) => members.includes(catalog)) === version;
  const cumulative = catalogs.filter(({ members }) => members !== null && isHighestAmong(members));
  return [version.catalog, ...cumulative.map(({ name }) => name)];
}

/** Rendered links to the notices and circulars for an event's candidate, by its GraceDB id; null if there is no id. */
export function gcnLinks({ graceId }: EventFacts): { gcn_notice: string; gcn_circular: string } {
  return {
    gcn_notice: plain(graceId && `https://gcn.gsfc.nasa.gov/notices_l/${graceId}.lvc`),
    gcn_circular: plain(graceId && `https://gcn.nasa.gov/circulars?query=${graceId}`),
  };
}

/** Pairs of detector and run, such as `H1/O3a`, which a flag and an event version can share; empty if there is no run. */
export const detectorRuns = (detectors: readonly string[], run: string | null): string[] =>
  run === null ? [] : detectors.map((detector) => `${detector}/${run}`);

/** All names of an event: its name, then its aliases. */
export const allNames = ({ name, aliases }: EventFacts): string[] => [name, ...aliases];

/** The short name of an event version, which is also its id: `GW150914-v3`. */
export const versionId = ({ name, version, shortName }: EventVersion): string =>
  shortName ?? eventVersionId(name, version);

/** The same catalogue, but with the service's short names where the data record them; for `compatibility: service`. */
export function withServiceNames(catalogue: Catalogue): Catalogue {
  const rename = (version: EventVersion): EventVersion =>
    version.otherShortName === null ? version : { ...version, shortName: version.otherShortName };
  return { ...catalogue, eventVersions: catalogue.eventVersions.map(rename) };
}

/** Links to an event's versions, ascending. */
export function renderVersions({ versions }: Event): string {
  const links = versions.map((version) =>
    objectOf<VersionLink>({
      version: plain(version.version),
      catalog: plain(version.catalog),
      detail_url: recordLink('event-versions', versionId(version)),
    }),
  );
  return arrayOf(links);
}

/**
 * Renders event versions: catalogue -> one line for each entry (bare and with parameters) and each detail record, in the
 * listing's order; and the index columns in the same order. GPS seconds. Build time; pure.
 */

import type { Catalogue, EventVersion, ParameterValue } from '../../catalogue/types.ts';
import { GPS_TIME, hyphenForm } from '../../contract/listings.ts';
import { eventVersionId, strainFilesAround } from '../../contract/paths.ts';
import type { EventIndexData } from '../../listing/event-index.ts';
import { arrayOf, link, membersOf, objectOf, oneDecimal, plain, recordLink } from './json.ts';

export interface RenderedEvents {
  readonly entries: readonly string[];
  readonly entriesWithParameters: readonly string[];
  readonly details: readonly string[];
}

/** Order of the listing (decision): gps descending, then name by code unit, then version ascending. */
function byListingOrder(a: EventVersion, b: EventVersion): number {
  if (a.gps !== b.gps) return b.gps - a.gps;
  if (a.name !== b.name) return a.name < b.name ? -1 : 1;
  return a.version - b.version;
}

/** The versions of each event, ascending. */
function groupByEvent(versions: readonly EventVersion[]): Map<string, EventVersion[]> {
  const events = new Map<string, EventVersion[]>();
  for (const version of versions) events.set(version.name, [...(events.get(version.name) ?? []), version]);
  for (const group of events.values()) group.sort((a, b) => a.version - b.version);
  return events;
}

const idOf = ({ name, version }: EventVersion): string => eventVersionId(name, version);

/** The members of an entry; a record has them too. */
function entryMembers(version: EventVersion): string {
  return membersOf([
    ['name', plain(version.name)],
    ['shortName', plain(idOf(version))],
    ['gps', oneDecimal(version.gps)],
    ['version', plain(version.version)],
    ['catalog', plain(version.catalog)],
    ['doi', version.doi === null ? undefined : plain(version.doi)],
    ['detectors', plain(version.detectors)],
    ['detail_url', recordLink('event-versions', idOf(version))],
  ]);
}

function renderParameter(value: ParameterValue, { name, unit, description }: Catalogue['parameters'][number]): string {
  return objectOf([
    ['name', plain(name)],
    ['unit', plain(unit)],
    ['description', plain(description)],
    ['best', plain(value.best)],
    ['upper_error', plain(value.upperError)],
    ['lower_error', plain(value.lowerError)],
    ['is_upper_limit', plain(value.isUpperLimit)],
    ['is_lower_limit', plain(value.isLowerLimit)],
  ]);
}

/** In the order of `data/default-parameters.yaml`; parameters that the version lacks are left out. */
function renderParameters(version: EventVersion, parameters: Catalogue['parameters']): string {
  const objects = parameters.flatMap((parameter) => {
    const value = version.parameters.get(parameter.name);
    return value === undefined ? [] : [renderParameter(value, parameter)];
  });
  return arrayOf(objects);
}

function runAt(gps: number, runs: Catalogue['runs']): string | null {
  return runs.find((run) => run.gpsStart <= gps && gps < run.gpsStop)?.name ?? null;
}

/** The members that a record has beyond its entry's. */
function detailMembers(version: EventVersion, siblings: readonly EventVersion[], catalogue: Catalogue): string {
  const versions = siblings.map((sibling) =>
    objectOf([
      ['version', plain(sibling.version)],
      ['catalog', plain(sibling.catalog)],
      ['detail_url', recordLink('event-versions', idOf(sibling))],
    ]),
  );
  return membersOf([
    ['run', plain(runAt(version.gps, catalogue.runs))],
    ['aliases', plain([])],
    ['is_last_version', plain(siblings.at(-1) === version)],
    ['versions', arrayOf(versions)],
    ['strain_files_url', link(strainFilesAround(Math.floor(version.gps)))],
    ['default_parameters', renderParameters(version, catalogue.parameters)],
  ]);
}

/** The index of all event versions, as release.json holds it. */
export function indexEvents(catalogue: Catalogue): EventIndexData {
  const sorted = [...catalogue.eventVersions].sort(byListingOrder);
  const events = groupByEvent(sorted);
  const columns = catalogue.parameters.map(({ name }) => {
    return [name, sorted.map(({ parameters }) => parameters.get(name)?.best ?? null)] as const;
  });
  return {
    names: sorted.map(({ name }) => name),
    versions: sorted.map(({ version }) => version),
    gps: sorted.map(({ gps }) => gps),
    catalogs: sorted.map(({ catalog }) => catalog),
    isLastVersion: sorted.map((version) => events.get(version.name)?.at(-1) === version),
    parameters: Object.fromEntries(columns),
  };
}

/** Renders every event version of the catalogue. */
export function renderEvents(catalogue: Catalogue): RenderedEvents {
  const sorted = [...catalogue.eventVersions].sort(byListingOrder);
  const events = groupByEvent(sorted);
  return {
    entries: sorted.map((version) => `{${entryMembers(version)}}`),
    entriesWithParameters: sorted.map((version) => {
      const parameters = renderParameters(version, catalogue.parameters);
      return `{${entryMembers(version)},${membersOf([['default_parameters', parameters]])}}`;
    }),
    details: sorted.map((version) => {
      const siblings = events.get(version.name) as EventVersion[];
      return `{${entryMembers(version)},${detailMembers(version, siblings, catalogue)}}`;
    }),
  };
}

/** The lines of the default-parameters listing: names in hyphen form, `gps-time` last. */
export function renderParameterNames(catalogue: Catalogue): string[] {
  return [...catalogue.parameters.map(({ name }) => hyphenForm(name)), GPS_TIME].map(plain);
}

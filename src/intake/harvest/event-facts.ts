/**
 * Converts a service's runs, catalogs and events to facts for the imports of the same names. Facts that can be derived, such as a run that
 * follows from the time, are omitted. Pure.
 */

import { runAt } from '../../catalogue/runs.ts';
import type { EventFacts, ObservingRun } from '../../catalogue/types.ts';
import { groupBy } from '../../core/base/group-by.ts';
import type { Problem } from '../../report/problems.ts';
import { catalogs as catalogKind, type OwnedCatalog } from '../kinds/catalogs.ts';
import type { ImportedEvent } from '../kinds/events.ts';
import { runs as runKind } from '../kinds/runs.ts';
import type { FactCollector } from '../merge/facts.ts';
import { recordOf } from '../merge/merge-record.ts';
import {
  availableText,
  factsOfEntry,
  NO_ACTION,
  namesIn,
  serviceWarning,
  sourcedFacts,
  stringOf,
} from './entry-facts.ts';
import { entryName, idInUrl, type ServiceContent, type ServiceEntry } from './service-content.ts';

export function runFacts({ runs }: ServiceContent, { facts: given }: FactCollector<ObservingRun>): void {
  for (const run of runs) given.push(factsOfEntry(runKind, run));
}

/** A service's observing runs. */
export function observingRuns(runs: readonly ServiceEntry[]): ObservingRun[] {
  return runs.map(({ value }) => ({
    name: String(value.name),
    gps_start: Number(value.gps_start),
    gps_end: Number(value.gps_end),
    detectors: namesIn(value.detectors),
  }));
}

export function catalogFacts(
  { catalogs, cumulative }: ServiceContent,
  { facts: given }: FactCollector<OwnedCatalog>,
): void {
  const members = [...cumulative].map(([name, versions]) => {
    return { name, of: new Set(versions.map(({ value }) => String(value.catalog))) };
  });
  for (const entry of catalogs) {
    const name = entryName(entry);
    const owners = members.filter((owner) => owner.name !== name && owner.of.has(name)).map((owner) => owner.name);
    given.push(factsOfEntry(catalogKind, entry, { member_of: owners }));
  }
}

/** Event versions by event, in ascending order. */
function versionsByEvent(eventVersions: readonly ServiceEntry[]): Map<string, ServiceEntry[]> {
  const groups = groupBy(eventVersions, ({ value }) => stringOf(value.name));
  for (const group of groups.values()) group.sort((a, b) => Number(a.value.version) - Number(b.value.version));
  return groups;
}

/**
 * Ids of the event versions whose records must be read: for each event that has versions in different runs, a version that is not in the
 * last version's run. Its record shows whether the event's run is given or derived from the time.
 */
export function versionsToRead(ofService: readonly ServiceEntry[], eventVersions: readonly ServiceEntry[]): string[] {
  const runs = observingRuns(ofService);
  return [...versionsByEvent(eventVersions).values()].flatMap((versions) => {
    const last = runAt(Number(versions.at(-1)?.value.gps), runs);
    const other = versions.find(({ value }) => runAt(Number(value.gps), runs) !== last);
    return other ? [idInUrl(other)] : [];
  });
}

/** The run that is given for an event; undefined if it is derived from the time. */
function runOnRecord(
  record: ServiceEntry | undefined,
  versions: readonly ServiceEntry[],
  runs: readonly ObservingRun[],
  { versionRecords }: ServiceContent,
): string | undefined {
  const run = record?.value.run;
  if (!record || typeof run !== 'string') return undefined;
  if (runAt(Number(versions.at(-1)?.value.gps), runs) !== run) return run;
  const telling = versions.map(idInUrl).flatMap((id) => versionRecords.get(id) ?? [])[0];
  return telling && runAt(Number(telling.value.gps), runs) !== telling.value.run ? run : undefined;
}

export function eventFacts(found: ServiceContent, { facts: all, warnings }: FactCollector<ImportedEvent>): void {
  const byEvent = versionsByEvent(found.eventVersions);
  const runs = observingRuns(found.runs);
  for (const event of found.events) {
    const name = entryName(event);
    const record = found.eventRecords.get(name);
    const versions = byEvent.get(name) ?? [];
    const aliases = [...new Set(namesIn(event.value.aliases))].filter((alias) => alias !== name);
    const graceId = availableText(record?.value.grace_id);
    const run = runOnRecord(record, versions, runs, found);
    warnings.push(...lostRun(record, versions, runs));
    if (aliases.length === 0 && graceId === undefined && run === undefined) continue;
    const facts = recordOf<EventFacts>({
      name,
      grace_id: graceId,
      run,
      aliases: aliases.length > 0 ? aliases : undefined,
    });
    all.push(sourcedFacts(event, facts));
  }
}

/** A warning if an event is in no run although its time is in a run, because the data format cannot express this. */
function lostRun(
  record: ServiceEntry | undefined,
  versions: readonly ServiceEntry[],
  runs: readonly ObservingRun[],
): Problem[] {
  if (record?.value.run !== null) return [];
  const run = runAt(Number(versions.at(-1)?.value.gps), runs);
  if (run === null) return [];
  const message = `${entryName(record)} has no run here, but its time is in ${run}`;
  return [serviceWarning(record, 'run', message, NO_ACTION)];
}

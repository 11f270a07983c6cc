/** Reads a service's runs, catalogs and events. A run of an event that follows from the time is omitted. */
import { runAt } from '../../catalogue/runs.ts';
import type { Catalogue, ObservingRun } from '../../catalogue/types.ts';
import { groupBy } from '../../core/base/group-by.ts';
import type { Problem } from '../../report/problems.ts';
import { catalogs as catalogKind } from '../kinds/catalogs.ts';
import { eventRecord } from '../kinds/events.ts';
import { runs as runKind } from '../kinds/runs.ts';
import { recordOf, type SourceItem } from '../merge/records.ts';
import { itemOf, readEntries } from './items.ts';
import { type Entry, entryName, idInUrl, type ServiceContent } from './service-content.ts';
import { availableText, namesIn, stringOf } from './values.ts';
import { serviceWarning } from './warnings.ts';

export const runItems = ({ runs }: ServiceContent, catalogue: Catalogue): SourceItem[] =>
  readEntries(
    runKind,
    runs.map((run) => [run]),
    catalogue,
  );

/** A service's observing runs. */
export function observingRuns(runs: readonly Entry[]): ObservingRun[] {
  return runs.map(({ value }) => ({
    name: String(value.name),
    gps_start: Number(value.gps_start),
    gps_end: Number(value.gps_end),
    detectors: namesIn(value.detectors),
  }));
}

export function catalogItems({ catalogs, cumulative }: ServiceContent, catalogue: Catalogue): SourceItem[] {
  const members = [...cumulative].map(([name, versions]) => {
    return { name, of: new Set(versions.map(({ value }) => String(value.catalog))) };
  });
  const entries = catalogs.map((entry) => {
    const name = entryName(entry);
    const owners = members.filter((owner) => owner.name !== name && owner.of.has(name)).map((owner) => owner.name);
    return [entry, { member_of: owners }] as const;
  });
  return readEntries(catalogKind, entries, catalogue);
}

/** Event versions by event, in ascending order. */
function versionsByEvent(eventVersions: readonly Entry[]): Map<string, Entry[]> {
  const groups = groupBy(eventVersions, ({ value }) => stringOf(value.name));
  for (const group of groups.values()) group.sort((a, b) => Number(a.value.version) - Number(b.value.version));
  return groups;
}

/**
 * Ids of the event versions whose records must be read: for each event that has versions in different runs, a version that is not in the
 * last version's run. Its record shows whether the event's run is given or derived from the time.
 */
export function versionsToRead(ofService: readonly Entry[], eventVersions: readonly Entry[]): string[] {
  const runs = observingRuns(ofService);
  return [...versionsByEvent(eventVersions).values()].flatMap((versions) => {
    const last = runAt(Number(versions.at(-1)?.value.gps), runs);
    const other = versions.find(({ value }) => runAt(Number(value.gps), runs) !== last);
    return other ? [idInUrl(other)] : [];
  });
}

/** The run that is given for an event; undefined if it is derived from the time. */
function runOnRecord(
  record: Entry | undefined,
  versions: readonly Entry[],
  runs: readonly ObservingRun[],
  { versionRecords }: ServiceContent,
): string | undefined {
  const run = record?.value.run;
  if (!record || typeof run !== 'string') return undefined;
  if (runAt(Number(versions.at(-1)?.value.gps), runs) !== run) return run;
  const telling = versions.map(idInUrl).flatMap((id) => versionRecords.get(id) ?? [])[0];
  return telling && runAt(Number(telling.value.gps), runs) !== telling.value.run ? run : undefined;
}

export function eventItems(content: ServiceContent): SourceItem[] {
  const byEvent = versionsByEvent(content.eventVersions);
  const runs = observingRuns(content.runs);
  return content.events.map((event) => {
    const name = entryName(event);
    const record = content.eventRecords.get(name);
    const aliases = [...new Set(namesIn(event.value.aliases))].filter((alias) => alias !== name);
    const value = recordOf({
      name,
      grace_id: availableText(record?.value.grace_id),
      run: runOnRecord(record, byEvent.get(name) ?? [], runs, content),
      aliases: aliases.length > 0 ? aliases : undefined,
    });
    return itemOf(event, { ...eventRecord(value), isOnlyNamed: Object.keys(value).length === 1 });
  });
}

/** Warnings about runs that the data format cannot express. */
export function lostRuns(content: ServiceContent): Problem[] {
  const byEvent = versionsByEvent(content.eventVersions);
  const runs = observingRuns(content.runs);
  return content.events.flatMap((event) => {
    const name = entryName(event);
    return lostRun(content.eventRecords.get(name), byEvent.get(name) ?? [], runs);
  });
}

/** A warning if an event is in no run although its time is in a run, because the data format cannot express this. */
function lostRun(record: Entry | undefined, versions: readonly Entry[], runs: readonly ObservingRun[]): Problem[] {
  if (record?.value.run !== null) return [];
  const run = runAt(Number(versions.at(-1)?.value.gps), runs);
  if (run === null) return [];
  const message = `${entryName(record)} has no run here, but its time is in ${run}`;
  return [serviceWarning(record, 'run', message)];
}

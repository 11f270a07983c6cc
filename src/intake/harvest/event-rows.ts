/**
 * Converts the events of a service to rows of an import. Out: rows, and entries that no row can hold. Facts that can be derived,
 * such as the run from the time, are omitted. Pure.
 */

import { runAt } from '../../catalogue/runs.ts';
import { type Entry, type Harvested, idOf, nameOf } from './harvested.ts';
import { cellOf, listIn, namesIn, type RowSink, rowOf, textOf } from './row.ts';
import { runsOf } from './run-rows.ts';
import { NO_ACTION, serviceWarning } from './service-problems.ts';
import { versionIdOf } from './version-rows.ts';

/** Event versions by event, ascending. */
function versionsByEvent({ eventVersions }: Harvested): Map<string, Entry[]> {
  const groups = new Map<string, Entry[]>();
  for (const version of eventVersions) {
    const name = cellOf(version.value.name);
    const group = groups.get(name);
    if (group) group.push(version);
    else groups.set(name, [version]);
  }
  for (const group of groups.values()) group.sort((a, b) => Number(a.value.version) - Number(b.value.version));
  return groups;
}

/**
 * Event versions whose records must be read: for each event with versions in different runs, the id of one that is not in the run
 * of the last one. Its record shows whether the event's run is given, or derived from the time.
 */
export function versionsToRead(found: Harvested): string[] {
  const runs = runsOf(found);
  return [...versionsByEvent(found).values()].flatMap((versions) => {
    const last = runAt(Number(versions.at(-1)?.value.gps), runs);
    const other = versions.find(({ value }) => runAt(Number(value.gps), runs) !== last);
    return other ? [idOf(other)] : [];
  });
}

/** The given run of an event; undefined if it is derived from the time. */
function runOnRecord(record: Entry | undefined, versions: readonly Entry[], found: Harvested): string | undefined {
  const run = record?.value.run;
  if (!record || typeof run !== 'string') return undefined;
  const runs = runsOf(found);
  if (runAt(Number(versions.at(-1)?.value.gps), runs) !== run) return run;
  const telling = versions.map(idOf).flatMap((id) => found.versionRecords.get(id) ?? [])[0];
  return telling && runAt(Number(telling.value.gps), runs) !== telling.value.run ? run : undefined;
}

/** The other names of an event are its aliases, and a short name of its last version that does not consist of name and version. */
export function eventRows(found: Harvested, { rows, leftOut }: RowSink): void {
  const byEvent = versionsByEvent(found);
  const shortNames = new Map<string, string>();
  for (const [name, versions] of byEvent) {
    for (const version of versions) {
      const shortName = cellOf(version.value.shortName);
      if (shortName === '' || shortName === versionIdOf(version)) continue;
      if (version === versions.at(-1)) shortNames.set(name, shortName);
      else {
        const message = `${versionIdOf(version)} is called ${shortName} here; as an alias it would mean the last version of the event`;
        found.warnings.push(serviceWarning(version, 'shortName', message, NO_ACTION));
      }
    }
  }
  for (const event of found.events) {
    const name = nameOf(event);
    const record = found.eventRecords.get(name);
    const shortName = shortNames.get(name);
    const given = [...namesIn(event.value.aliases), ...(shortName === undefined ? [] : [shortName])];
    const aliases = [...new Set(given)].filter((alias) => alias !== name);
    const graceId = textOf(record?.value.grace_id);
    const run = runOnRecord(record, byEvent.get(name) ?? [], found);
    warnOfLostRun(record, byEvent.get(name) ?? [], found);
    if (aliases.length === 0 && graceId === undefined && run === undefined) continue;
    if (!listIn(event, 'aliases', name, aliases, leftOut)) continue;
    rows.push(rowOf(event, { name, grace_id: graceId, run, aliases }));
  }
}

/** The data format cannot express that an event is in no run. */
function warnOfLostRun(record: Entry | undefined, versions: readonly Entry[], found: Harvested): void {
  if (record?.value.run !== null) return;
  const run = runAt(Number(versions.at(-1)?.value.gps), runsOf(found));
  if (run === null) return;
  const message = `${nameOf(record)} has no run here; by its time it is shown in ${run}`;
  found.warnings.push(serviceWarning(record, 'run', message, NO_ACTION));
}

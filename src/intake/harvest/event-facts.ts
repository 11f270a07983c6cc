/**
 * Converts the events of a service to facts of an import. Facts that can be derived,
 * such as the run from the time, are omitted. Pure.
 */

import type { RawEvent } from '../../catalogue/files/raw.ts';
import { runAt } from '../../catalogue/runs.ts';
import type { Problem } from '../../report/problems.ts';
import { recordOf } from '../merge/merge-record.ts';
import { availableText, givenBy, namesIn, type Sink, stringOf } from './entry-facts.ts';
import { observingRuns } from './run-facts.ts';
import { type Entry, idOf, nameOf, type ServiceContent } from './service-content.ts';
import { NO_ACTION, serviceWarning } from './service-problems.ts';

/** Event versions by event, ascending. */
function versionsByEvent(eventVersions: readonly Entry[]): Map<string, Entry[]> {
  const groups = new Map<string, Entry[]>();
  for (const version of eventVersions) {
    const name = stringOf(version.value.name);
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
export function versionsToRead(ofService: readonly Entry[], eventVersions: readonly Entry[]): string[] {
  const runs = observingRuns(ofService);
  return [...versionsByEvent(eventVersions).values()].flatMap((versions) => {
    const last = runAt(Number(versions.at(-1)?.value.gps), runs);
    const other = versions.find(({ value }) => runAt(Number(value.gps), runs) !== last);
    return other ? [idOf(other)] : [];
  });
}

/** The given run of an event; undefined if it is derived from the time. */
function runOnRecord(record: Entry | undefined, versions: readonly Entry[], found: ServiceContent): string | undefined {
  const run = record?.value.run;
  if (!record || typeof run !== 'string') return undefined;
  const runs = observingRuns(found.runs);
  if (runAt(Number(versions.at(-1)?.value.gps), runs) !== run) return run;
  const telling = versions.map(idOf).flatMap((id) => found.versionRecords.get(id) ?? [])[0];
  return telling && runAt(Number(telling.value.gps), runs) !== telling.value.run ? run : undefined;
}

export function eventFacts(found: ServiceContent, { given: all, warnings }: Sink<RawEvent>): void {
  const byEvent = versionsByEvent(found.eventVersions);
  for (const event of found.events) {
    const name = nameOf(event);
    const record = found.eventRecords.get(name);
    const versions = byEvent.get(name) ?? [];
    const aliases = [...new Set(namesIn(event.value.aliases))].filter((alias) => alias !== name);
    const graceId = availableText(record?.value.grace_id);
    const run = runOnRecord(record, versions, found);
    warnings.push(...lostRun(record, versions, found));
    if (aliases.length === 0 && graceId === undefined && run === undefined) continue;
    const facts = recordOf<RawEvent>({
      name,
      grace_id: graceId,
      run,
      aliases: aliases.length > 0 ? aliases : undefined,
    });
    all.push(givenBy(event, facts));
  }
}

/** A warning, because the data format cannot express that an event is in no run. */
function lostRun(record: Entry | undefined, versions: readonly Entry[], found: ServiceContent): Problem[] {
  if (record?.value.run !== null) return [];
  const run = runAt(Number(versions.at(-1)?.value.gps), observingRuns(found.runs));
  if (run === null) return [];
  const message = `${nameOf(record)} has no run here; by its time it is shown in ${run}`;
  return [serviceWarning(record, 'run', message, NO_ACTION)];
}

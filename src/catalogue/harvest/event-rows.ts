/**
 * What a service says of events, as rows of the import of events. In: its answers. Out: rows, and entries that no row can hold. What follows
 * from other facts, as the run from the time, is left out. Pure.
 */
import { runOf } from '../../site/render/event-facts.ts';
import type { ObservingRun } from '../types.ts';
import { type Entry, type Harvested, idOf, nameOf } from './harvested.ts';
import { serviceWarning } from './misfits.ts';
import { cellOf, listIn, namesIn, type RowSink, rowOf, textOf } from './row.ts';
import { runsOf } from './run-rows.ts';
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

const NO_FACTS = { name: '', graceId: null, run: null, aliases: [] };

/** The run that a time falls into. */
const runAt = (gps: unknown, runs: readonly ObservingRun[]): string | null =>
  runOf({ ...NO_FACTS, versions: [], last: undefined as never }, Number(gps), runs);

/**
 * For each event whose versions fall into different runs, the id of a version that its last one's run would be wrong for: only the
 * record of that version tells whether the run is on record, or follows from the time.
 */
export function versionsThatTell(found: Harvested): string[] {
  const runs = runsOf(found);
  return [...versionsByEvent(found).values()].flatMap((versions) => {
    const last = runAt(versions.at(-1)?.value.gps, runs);
    const other = versions.find(({ value }) => runAt(value.gps, runs) !== last);
    return other ? [idOf(other)] : [];
  });
}

/** The run that is on record of an event; undefined where it follows from the time. */
function runOnRecord(record: Entry | undefined, versions: readonly Entry[], found: Harvested): string | undefined {
  const run = record?.value.run;
  if (!record || typeof run !== 'string') return undefined;
  const runs = runsOf(found);
  if (runAt(versions.at(-1)?.value.gps, runs) !== run) return run;
  const telling = versions.map(idOf).flatMap((id) => found.versionRecords.get(id) ?? [])[0];
  return telling && runAt(telling.value.gps, runs) !== telling.value.run ? run : undefined;
}

/** Other names of an event: its aliases, and short names of its last version that are not made of name and version. */
export function eventRows(found: Harvested, { rows, leftOut }: RowSink): void {
  const byEvent = versionsByEvent(found);
  const shortNames = new Map<string, string>();
  for (const [name, versions] of byEvent) {
    for (const version of versions) {
      const shortName = cellOf(version.value.shortName);
      if (shortName === '' || shortName === versionIdOf(version)) continue;
      if (version === versions.at(-1)) shortNames.set(name, shortName);
      else {
        const message = `${versionIdOf(version)} is ${shortName} here, a name that would lead to its event's last version`;
        found.warnings.push(serviceWarning(version, 'shortName', message, 'nothing has to be done'));
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

/** The data cannot say that an event is in no run. */
function warnOfLostRun(record: Entry | undefined, versions: readonly Entry[], found: Harvested): void {
  if (record?.value.run !== null) return;
  const run = runAt(versions.at(-1)?.value.gps, runsOf(found));
  if (run === null) return;
  const message = `${nameOf(record)} has no run here; by its time it is shown in ${run}`;
  found.warnings.push(serviceWarning(record, 'run', message, 'nothing has to be done'));
}
